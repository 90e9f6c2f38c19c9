/** A real Chromium, one for all test files of a process. Requests that leave the origin are recorded, and reach no other machine. */

import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { share } from '../shared.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Hosts under this name are on this computer, for that browser alone. */
export const LOCAL_DOMAIN = 'acme.test'

// Only loopback can be reached, whatever a page asks for.
const HOSTS = [`MAP *.${LOCAL_DOMAIN} 127.0.0.1`, 'MAP * ~NOTFOUND', 'EXCLUDE localhost', 'EXCLUDE 127.0.0.1']

/** The shared browser; every visitor gets a context of their own in it. */
export const openChromium: () => Promise<Browser> = share(launchChromium, {
  dispose: (browser) => browser.close(),
  isUsable: (browser) => browser.isConnected(),
})

function launchChromium(): Promise<Browser> {
  const args = [...FLAGS, `--host-resolver-rules=${HOSTS.join(', ')}`]
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args })
}

export type BrowserProfile = {
  context: BrowserContext
  page: Page
  /** Requests that tried to leave the origin: must stay empty. */
  foreignRequests: string[]
  /** Another origin that this visitor may go to. */
  allowOrigin(origin: string): void
  /** Errors and policy violations the page reported: must stay empty. */
  pageErrors: string[]
}

/** A person with a fresh browser profile at this origin. */
export async function openProfile(
  browser: Browser,
  origin: string,
  { relay, ...options }: BrowserContextOptions & { relay?: string } = {},
): Promise<BrowserProfile> {
  const context = await browser.newContext({ baseURL: origin, ...options })
  const foreignRequests: string[] = []
  const pageErrors: string[] = []
  const allowed = ['data:', 'blob:', `${origin}/`]
  // Listening instead of routing leaves the browser's cache on, as people have it.
  context.on('request', (request) => {
    const url = request.url()
    if (!allowed.some((start) => url.startsWith(start))) foreignRequests.push(url)
  })
  context.on('page', (page) => {
    listen(page, pageErrors)
    // Routes do not see these. One relay may be asked, where a test is about that.
    page.on('websocket', (socket) => {
      if (!relay || !socket.url().startsWith(`${relay}/`)) foreignRequests.push(socket.url())
    })
  })
  const page = await context.newPage()
  return { context, page, foreignRequests, pageErrors, allowOrigin: (other) => void allowed.push(`${other}/`) }
}

function listen(page: Page, pageErrors: string[]): void {
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  page.on('console', (message) => {
    // The browser itself reports each 4xx answer here; those have tests of their own.
    const ours = message.type() === 'error' && !/Failed to load resource/.test(message.text())
    if (ours) pageErrors.push(message.text())
  })
}
