/** One view under every light and width: what axe finds, and whether it scrolls sideways. */

import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** A theme changes colours and nothing else, so the second one at a width is only asked for its contrast. */
const LOOKS = [
  { colorScheme: 'light', width: 1280, every: true },
  { colorScheme: 'dark', width: 1280, every: false },
  { colorScheme: 'dark', width: 375, every: true },
  { colorScheme: 'light', width: 375, every: false },
] as const

export async function inspect(page: Page, view: string): Promise<void> {
  const before = page.viewportSize()
  for (const { colorScheme, width, every } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    const axe = new AxeBuilder({ page }).setLegacyMode(true)
    const { violations } = await (every ? axe.withTags(RULES) : axe.withRules('color-contrast')).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    assert.deepEqual(found, [], `${view}, ${colorScheme}, ${width} px`)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, `${view} scrolls sideways at 320 px`)
  if (before) await page.setViewportSize(before)
}
