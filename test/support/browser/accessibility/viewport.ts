/** Checks that elements are within the viewport and not covered, at desktop and phone size. */

import type { Locator, Page } from 'playwright-core'
import { until } from '../../until.ts'

export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 375, height: 667 }

/** The whole element is within the viewport, and a pointer reaches it. */
export const isInView = (element: Locator): Promise<boolean> =>
  element.evaluate((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect()
    const { defaultView: view } = each.ownerDocument
    if (left < 0 || right > view.innerWidth || top < 0 || bottom > view.innerHeight) return false
    return [top + 1, (top + bottom) / 2, bottom - 1].every((y) =>
      each.contains(each.ownerDocument.elementFromPoint((left + right) / 2, y)),
    )
  })

export async function expectInView(element: Locator, description: string): Promise<void> {
  await element.waitFor()
  await until(
    () => isInView(element),
    (inView) => inView,
    `${description} is in view`,
  )
}

export async function expectBelowViewport(element: Locator, description: string): Promise<void> {
  await until(
    () => element.evaluate((each) => each.getBoundingClientRect().top > each.ownerDocument.defaultView.innerHeight),
    (below) => below,
    `${description} is below the window`,
  )
}

export const scrollToEndOf = (element: Locator): Promise<void> =>
  element.evaluate((each) => each.scrollIntoView({ block: 'end', behavior: 'instant' }))

export async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate(`scrollTo({ top: ${top}, behavior: 'instant' })`)
}

/** Each element is in view without scrolling, at both sizes. */
export async function expectVisibleWithoutScrolling(page: Page, elements: Locator[]): Promise<void> {
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size)
    await scrollTo(page, 0)
    for (const element of elements) await expectInView(element, `${element} at ${size.width} px`)
  }
  await page.setViewportSize(DESKTOP)
}
