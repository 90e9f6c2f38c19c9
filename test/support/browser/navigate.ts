/** Navigates within the open document, as a link does, without a page load. */

import type { Page } from 'playwright-core'

export async function navigateInPage(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const { history, dispatchEvent, PopStateEvent } = globalThis as unknown as PageGlobals // the page is its global
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

type PageGlobals = {
  history: { pushState(state: null, unused: string, url: string): void }
  dispatchEvent(event: object): void
  PopStateEvent: new (type: string) => object
}
