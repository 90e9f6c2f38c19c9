/** Runs axe on a view in each theme, and checks that it does not scroll horizontally. */

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
/** Half of the cost of axe, so it is checked once, at phone width. */
const TARGET_SIZE = 'target-size'
const VIEWPORTS = [
  { colorScheme: 'light', width: 1280, except: [CONTRAST, TARGET_SIZE] },
  { colorScheme: 'dark', width: 375, except: [CONTRAST] },
] as const

/** Compiled in every document: the minified source takes half the time. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

export async function checkAccessibility(page: Page, view: string): Promise<void> {
  const before = page.viewportSize()
  await page.locator('h1').first().waitFor() // what a screen consists of may still be arriving
  for (const { colorScheme, width, except } of VIEWPORTS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    assert.deepEqual(await findViolations(page, EVERY, except), [], `${view}, ${colorScheme}, ${width} px`)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, `${view} scrolls sideways at 320 px`)
  if (before) await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/** Each violated rule with its elements. */
export async function findViolations(
  page: Page,
  runOnly: RunOnly = EVERY,
  except: readonly string[] = [CONTRAST],
): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(SOURCE)
  const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]))
  const options: RunOptions = { runOnly, rules, resultTypes: ['violations'] }
  return page.evaluate(async (runOptions) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe } // the page is its global, and has the source
    const { violations } = await axe.run(runOptions)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, options)
}
