/** A fake of the page that Base Account opens in a popup, on a loopback port. */

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { TestUser } from '../browser/test-user.ts'

export type BaseAccountPage = {
  /** What `BASE_ACCOUNT_URL` is set to. */
  url: string
  /** The number of popups opened so far. */
  opened(): number
  stop(): Promise<void>
}

export async function serveBaseAccountPage(path = '/connect'): Promise<BaseAccountPage> {
  const html = readFileSync(join(import.meta.dirname, 'base-account-page.html'))
  let opened = 0
  const server = createServer(({ url }, response) => {
    const known = url?.startsWith(`${path}?`)
    if (known) opened++
    response.writeHead(known ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' }).end(known ? html : undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a port was asked for
  return {
    url: `http://127.0.0.1:${port}${path}`,
    opened: () => opened,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Allows the user's popups to load the fake page and sets its account. */
export async function connectBaseAccount(user: TestUser, { url }: BaseAccountPage, address: string): Promise<void> {
  await user.context.exposeFunction('walletAccount', () => address)
  user.allowOrigin(new URL(url).origin)
}

/** Runs an action that opens the popup, and returns the popup. */
export async function popupOf({ context }: TestUser, start: () => Promise<unknown>): Promise<Page> {
  const [window] = await Promise.all([context.waitForEvent('page'), start()])
  return window
}
