/** A person in one tab: looks for things by role and name, clicks, types and reads. */

import assert from 'node:assert/strict'
import { crash, loadFailed } from '../browser/words.ts'
import { until } from '../until.ts'
import type { JourneyProfile, Point, Tab } from './journey-browser.ts'
import { locate } from './page-script.mjs'

type Role = 'banner' | 'button' | 'dialog' | 'heading' | 'link' | 'main' | 'navigation' | 'textbox'
/** Each is within the one before. The name is the whole accessible name, or a part of it. */
export type Target = [role: Role, name?: string | { part: string }][]

export type Visitor = {
  open(path: string): Promise<void>
  see(...target: Target): Promise<void>
  /** Waits until one element matches, is enabled, is not covered and has stopped moving. */
  click(...target: Target): Promise<void>
  fill(name: string, value: string): Promise<void>
  /** Waits until the text is on the page. */
  read(text: string): Promise<void>
  waitForPath(path: string): Promise<void>
  /** A page has its heading before its content. */
  waitUntilLoaded(): Promise<void>
  url(): Promise<URL>
  readonly tab: Tab
}

export async function openVisitor(profile: JourneyProfile, origin: string): Promise<Visitor> {
  const tab = await profile.openTab()
  const click = async (...target: Target) => tab.click(await waitForPoint(tab, target))
  return {
    tab,
    open: (path) => tab.open(new URL(path, origin).href),
    async see(...target) {
      const description = `the page shows ${JSON.stringify(target)}`
      await watch<Located>(tab, locating(target), ({ count }) => count > 0, description)
    },
    click,
    async fill(name, value) {
      await click(['textbox', name])
      await tab.evaluate('void document.activeElement.select()')
      await tab.type(value)
    },
    async read(text) {
      await watch<string>(tab, 'document.body.innerText', (shown) => shown.includes(text), `the page says "${text}"`)
    },
    async waitForPath(path) {
      await watch<string>(tab, 'location.pathname', (current) => current === path, `the page is at ${path}`)
    },
    async waitUntilLoaded() {
      const busy = "document.querySelectorAll('main [aria-busy=true]').length"
      await watch<number>(tab, busy, (count) => count === 0, 'the page is loaded')
    },
    url: async () => new URL(await tab.evaluate<string>('location.href')),
  }
}

type Located = ReturnType<typeof locate>

const locating = (target: Target) =>
  `(${locate})(${JSON.stringify(
    target.map(([role, name]) =>
      typeof name === 'object' ? { role, name: name.part, exact: false } : { role, name, exact: true },
    ),
  )})`

async function waitForPoint(tab: Tab, target: Target): Promise<Point> {
  let before = ''
  const { point } = await watch<Located>(
    tab,
    locating(target),
    (located) => {
      const still = before === JSON.stringify(located.point)
      before = JSON.stringify(located.point)
      return located.point !== undefined && still
    },
    `${JSON.stringify(target)} can be clicked`,
  )
  return point ?? assert.fail('It has no point.')
}

const FAILURES = [loadFailed.title, crash.title]

/** Waits until the value of the expression satisfies the condition. A page that failed to load fails at once. */
async function watch<T>(tab: Tab, expression: string, holds: (value: T) => boolean, description: string): Promise<T> {
  const shown = `{ value: ${expression}, text: document.body.innerText }`
  const read = () => tab.evaluate<{ value: T; text: string }>(`(${shown})`).catch(String) // it may be on its way to another page
  const last = await until(
    read,
    (page) => {
      if (typeof page === 'string') return false
      for (const failure of FAILURES) assert.ok(!page.text.includes(failure), `${description}, but ${page.text}`)
      return holds(page.value)
    },
    description,
  )
  return typeof last === 'string' ? assert.fail(last) : last.value
}
