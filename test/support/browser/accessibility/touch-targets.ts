import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '../../until.ts'
import { main } from '../test-user.ts'

const PHONE = { width: 375, height: 740 }

const BOXES = 'input:is([type="checkbox"], [type="radio"])'

/** Controls below 44 px; a checkbox counts with its label, and links within paragraphs are exempt. */
const tooLow = (page: Page): Promise<string[]> =>
  main(page)
    .locator(`a, button, summary, select, input:not([type="file"], ${BOXES}), label:has(${BOXES})`)
    .evaluateAll((all) =>
      all
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44 && !each.closest('p'))
        .map((each) => `${each.textContent}: ${each.getBoundingClientRect().height}`),
    )

/** Asserts the size of every control at phone width, and restores the viewport. */
export async function expectLargeTouchTargets(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(PHONE)
  await until(
    () => main(page).locator('.skeleton').count(),
    (count) => count === 0,
    `${screen}: everything has loaded`,
  )
  assert.deepEqual(await tooLow(page), [], screen)
  if (before) await page.setViewportSize(before)
}
