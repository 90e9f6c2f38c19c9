/** Opens a page in a fresh browser profile, as from a link, and measures when its wallet can be clicked. */

import type { Browser } from 'playwright-core'
import { installScriptedWallet, type WalletScript } from '../../../test/support/wallets/scripted-wallet.ts'

export type Opened = { clickableMs: number; scriptBytes: number }

const CPU_SLOWDOWN = 4

const WALLET: WalletScript = { name: 'MetaMask', rdns: 'io.metamask', accounts: [`0x${'12'.repeat(20)}`] }

const CLICKABLE = 'clickable'

/** Notes when the button is in the document, and says so. */
const WATCH = `
  new MutationObserver((_, watcher) => {
    const buttons = [...document.querySelectorAll('main button:enabled')]
    if (!buttons.some((each) => each.textContent.includes(${JSON.stringify(WALLET.name)}))) return
    clickableAt = performance.now()
    watcher.disconnect()
    console.info('${CLICKABLE}')
  }).observe(document, { childList: true, subtree: true, attributeFilter: ['disabled'] })`

/** What was requested before the button is there. */
const READ_SCRIPT_BYTES = `performance.getEntriesByType('resource')
  .filter(({ name, startTime }) => name.endsWith('.js') && startTime < clickableAt)
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`

export type Visit = {
  url: string
  /** A page of another site with the link: an empty tab lends its process only to pages without an opener policy. */
  from: string
}

export async function openPage(browser: Browser, { url, from }: Visit): Promise<Opened> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(from)
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.addInitScript(installScriptedWallet, WALLET)
  await page.addInitScript(WATCH)
  // Waiting in the page would take some of its time.
  const clickable = page.waitForEvent('console', (message) => message.text() === CLICKABLE)
  await page.goto(url, { waitUntil: 'commit' })
  await clickable
  const opened = {
    clickableMs: await page.evaluate<number>('clickableAt'),
    scriptBytes: await page.evaluate<number>(READ_SCRIPT_BYTES),
  }
  await context.close()
  return opened
}
