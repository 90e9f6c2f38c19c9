/** Runs axe on a view, and checks that it does not scroll horizontally. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { default as Axe, RunOnly, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const EVERY: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** Contrast is tested with the design tokens. */
const CONTRAST = 'color-contrast'
/** The costliest rule, so it is checked once, on a phone. */
const TARGET_SIZE = 'target-size'
const DESKTOP = { width: 1280, height: 720 } // that of a new page, which is then not laid out again
const NARROWEST = { width: 320, height: 800 }
const DIALOG = 'dialog[open]'

/** Compiled in every document: the minified source takes half the time. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Look = { runOnly?: RunOnly; except?: readonly string[]; include?: string }

/** A whole page: light on a desktop, dark on the narrowest phone. */
export async function checkAccessibility(page: Page, view: string): Promise<void> {
  const before = page.viewportSize()
  await waitForScreen(page)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(DESKTOP)
  const except = [CONTRAST, TARGET_SIZE]
  assert.deepEqual(await findViolations(page, { except }), [], `${view}, light, ${DESKTOP.width} px`)
  await checkOnPhone(page, view)
  await restore(page, before)
}

/** The open dialog, or else what is inside `main`, of a page that is checked as a whole in another state: on a phone. */
export async function checkPart(page: Page, view: string): Promise<void> {
  const before = page.viewportSize()
  await waitForScreen(page)
  await checkOnPhone(page, view, (await page.locator(DIALOG).count()) > 0 ? DIALOG : 'main')
  await restore(page, before)
}

/** What a screen consists of may still be arriving; until then its name is shown. */
const waitForScreen = (page: Page) => page.locator('h1:not(.skeleton)').first().waitFor()

async function checkOnPhone(page: Page, view: string, include?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize(NARROWEST)
  const look = include ? { include } : {}
  assert.deepEqual(await findViolations(page, look), [], `${view}, dark, ${NARROWEST.width} px`)
  const width = await page.evaluate('document.documentElement.scrollWidth')
  assert.equal(width, NARROWEST.width, `${view} scrolls sideways at ${NARROWEST.width} px`)
}

async function restore(page: Page, before: ReturnType<Page['viewportSize']>): Promise<void> {
  if (before) await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/** Each violated rule with its elements. */
export async function findViolations(
  page: Page,
  { runOnly = EVERY, except = [CONTRAST], include = 'html' }: Look = {},
): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(SOURCE)
  const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]))
  const options: RunOptions = { runOnly, rules, resultTypes: ['violations'] }
  return page.evaluate(
    async ([element, runOptions]) => {
      const { axe } = globalThis as unknown as { axe: typeof Axe } // the page is its global, and has the source
      const { violations } = await axe.run(element, runOptions)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    [include, options] as const,
  )
}
