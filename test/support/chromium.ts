/** A real Chromium. Every request that would leave the origin is refused and remembered. */

import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

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
export const OWN_DOMAIN = 'acme.test'

export function launchChromium(): Promise<Browser> {
  const args = [...FLAGS, `--host-resolver-rules=MAP *.${OWN_DOMAIN} 127.0.0.1`]
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args })
}

export type Visitor = {
  context: BrowserContext
  page: Page
  /** Requests that tried to leave the origin: must stay empty. */
  strangers: string[]
  /** Errors and policy violations the page reported: must stay empty. */
  complaints: string[]
}

/** A person with a fresh browser profile at this origin. */
export async function openVisitor(
  browser: Browser,
  origin: string,
  { relay, ...options }: BrowserContextOptions & { relay?: string } = {},
): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: origin, ...options })
  const strangers: string[] = []
  const complaints: string[] = []
  await context.route('**/*', (route) => {
    const url = route.request().url()
    if (url.startsWith(`${origin}/`) || url.startsWith('data:')) return route.continue()
    strangers.push(url)
    return route.abort()
  })
  context.on('page', (page) => {
    listen(page, complaints)
    // Routes do not see these. One relay may be asked, where a test is about that.
    page.on('websocket', (socket) => {
      if (!relay || !socket.url().startsWith(`${relay}/`)) strangers.push(socket.url())
    })
  })
  const page = await context.newPage()
  return { context, page, strangers, complaints }
}

function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // The browser itself reports each 4xx answer here; those have tests of their own.
    const ours = message.type() === 'error' && !/Failed to load resource/.test(message.text())
    if (ours) complaints.push(message.text())
  })
}
