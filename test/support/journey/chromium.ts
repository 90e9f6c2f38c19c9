/** The journey in the Chromium that all browser tests share. */

import type { Page } from 'playwright-core'
import { openChromium, recordPageErrors } from '../browser/chromium.ts'
import { type JourneyBrowser, type Tab, VIEWPORT } from './journey-browser.ts'

export async function openJourneyChromium(): Promise<JourneyBrowser> {
  const browser = await openChromium()
  return {
    async openProfile() {
      const context = await browser.newContext({ viewport: VIEWPORT })
      const pageErrors: string[] = []
      context.on('page', (page) => recordPageErrors(page, pageErrors))
      return { openTab: async () => controlTab(await context.newPage()), pageErrors, close: () => context.close() }
    },
  }
}

function controlTab(page: Page): Tab {
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
  }
}
