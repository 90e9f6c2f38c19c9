/** One Chromium for all test files of a process. Requests to other origins are recorded and never leave this machine. */

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

/** Hosts under this domain resolve to loopback in this browser. */
export const LOCAL_DOMAIN = 'acme.test'

// Only loopback can be reached.
const HOSTS = [`MAP *.${LOCAL_DOMAIN} 127.0.0.1`, 'MAP * ~NOTFOUND', 'EXCLUDE localhost', 'EXCLUDE 127.0.0.1']

/** The shared browser; every user gets a separate context. */
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
  /** Requests to other origins; must stay empty. */
  foreignRequests: string[]
  /** Allows requests to another origin. */
  allowOrigin(origin: string): void
  /** Page errors and CSP violations; must stay empty. */
  pageErrors: string[]
}

/** Opens a fresh browser profile at this origin. */
export async function openProfile(
  browser: Browser,
  origin: string,
  { relay, ...options }: BrowserContextOptions & { relay?: string } = {},
): Promise<BrowserProfile> {
  const context = await browser.newContext({ baseURL: origin, ...options })
  const foreignRequests: string[] = []
  const pageErrors: string[] = []
  const allowed = ['data:', 'blob:', `${origin}/`]
  // Listeners instead of routes keep the browser cache enabled.
  context.on('request', (request) => {
    const url = request.url()
    if (!allowed.some((start) => url.startsWith(start))) foreignRequests.push(url)
  })
  context.on('page', (page) => {
    recordPageErrors(page, pageErrors)
    // Routes do not see WebSockets. One relay may be allowed.
    page.on('websocket', (socket) => {
      if (!relay || !socket.url().startsWith(`${relay}/`)) foreignRequests.push(socket.url())
    })
  })
  const page = await context.newPage()
  return { context, page, foreignRequests, pageErrors, allowOrigin: (other) => void allowed.push(`${other}/`) }
}

export function recordPageErrors(page: Page, pageErrors: string[]): void {
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  page.on('console', (message) => {
    // The browser reports each 4xx response here; those are tested elsewhere.
    const ours = message.type() === 'error' && !/Failed to load resource/.test(message.text())
    if (ours) pageErrors.push(message.text())
  })
}
