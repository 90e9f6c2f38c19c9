/** One request for every error about interactions. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { authorizeRequest, interactionIdOf, registerApp } from '../oidc/relying-party.ts'
import { type Browser, type HttpResponse, newAccount, signIn } from '../server/http-browser.ts'
import { expectStarted } from '../server/responses.ts'
import type { TestServer } from '../server/server.ts'

type Produce = (server: TestServer, browser: Browser) => Promise<HttpResponse>

export const INTERACTION_ERRORS = {
  interaction_expired: (_, browser) => browser.get(`/api/interactions/${'a'.repeat(21)}`),
  async consent_required(server, browser) {
    return postDecision(browser, await startInteraction(server, browser), 'continue')
  },
  async access_denied(server, browser) {
    return postDecision(browser, await startInteraction(server, browser, ['grp_01AAAAAAAAAAAAAAAAAAAAAAAA']), 'allow')
  },
} satisfies Partial<Record<ErrorCode, Produce>>

async function startInteraction(server: TestServer, browser: Browser, groupIds: string[] = []): Promise<string> {
  const party = await registerApp(server, { groupIds })
  expectStarted(await signIn(browser, newAccount()))
  return interactionIdOf(await browser.get(authorizeRequest(party).path))
}

const postDecision = (browser: Browser, id: string, decision: string) =>
  browser.post(`/api/interactions/${id}`, { decision })
