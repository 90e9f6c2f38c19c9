/** Signs a guest in over HTTP: the clicks of signing in are not what most tests of the account are about. */

import type { PrivateKeyAccount } from 'viem/accounts'
import { type Browser, openBrowser, signIn } from '../server/http-browser.ts'
import { startedOf } from '../server/responses.ts'
import type { Stage } from './suite.ts'
import type { Guest } from './test-user.ts'

type Options = { account?: PrivateKeyAccount; keep?: boolean }

/** Another device of this person, without a window. */
export async function signInElsewhere({ product }: Stage, account: PrivateKeyAccount, keep = true): Promise<Browser> {
  const { origin } = product
  const browser = openBrowser({ url: origin, context: { config: { origin } } })
  startedOf(await signIn(browser, account, keep))
  return browser
}

/** Opens the page with a session of its own. The wallet is not connected, unlike after a sign-in by clicking. */
export async function enterSignedIn(
  stage: Stage,
  guest: Guest,
  path: string,
  { account = guest.account, keep = true }: Options = {},
): Promise<Browser> {
  const browser = await signInElsewhere(stage, account, keep)
  const url = stage.product.origin
  await guest.context.addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url })))
  await guest.page.goto(path)
  return browser
}
