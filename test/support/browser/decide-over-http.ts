/** Allows or denies an app over HTTP, for tests that begin after the consent screen. */

import type { Page } from 'playwright-core'
import { interactionIdOf, locationOf, submitDecision } from '../oidc/relying-party.ts'
import type { Browser } from '../server/http-browser.ts'
import type { AppSite } from './app-site.ts'

/** Returns the parameters of the redirect URI, which `app.claims` exchanges. */
export async function decideOverHttp(
  browser: Browser,
  app: AppSite,
  decision: 'allow' | 'deny',
  changes?: Record<string, string>,
): Promise<URLSearchParams> {
  const paths: string[] = []
  const page = { goto: async (path: string) => void paths.push(path) } as unknown as Page // `ask` uses nothing else of it
  await app.requestAuthorization(page, changes)
  const response = await submitDecision(browser, interactionIdOf(await browser.get(paths.join())), decision)
  return new URL(locationOf(response)).searchParams
}
