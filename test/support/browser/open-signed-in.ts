/** Signs a user in over HTTP, for tests that begin after the sign-in. */

import type { PrivateKeyAccount } from 'viem/accounts'
import { type Browser, openBrowser, signIn } from '../server/http-browser.ts'
import { expectStarted } from '../server/responses.ts'
import type { BrowserSuite } from './suite.ts'
import type { TestUser } from './test-user.ts'

type Options = { account?: PrivateKeyAccount; keep?: boolean }

/** Returns another device of this person, without a window. */
export async function signInOnOtherDevice(
  { product }: BrowserSuite,
  account: PrivateKeyAccount,
  keep = true,
): Promise<Browser> {
  const { origin } = product
  const browser = openBrowser({ url: origin, context: { config: { origin } } })
  expectStarted(await signIn(browser, account, keep))
  return browser
}

/** Opens the page with a new session. The wallet is not connected, unlike after a sign-in by click. */
export async function openSignedIn(
  suite: BrowserSuite,
  user: TestUser,
  path: string,
  { account = user.account, keep = true }: Options = {},
): Promise<Browser> {
  const browser = await signInOnOtherDevice(suite, account, keep)
  const url = suite.product.origin
  await user.context.addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url })))
  await user.page.goto(path)
  return browser
}
