/** Requests of people with wallets of any chain family, as the page sends them. */

import type { Action } from '@countersign/contract/action.ts'
import { formatAccount } from '@countersign/contract/family/account.ts'
import type { Role } from '@countersign/contract/permission.ts'
import { changeRows } from '../database/rows.ts'
import { type Browser, type HttpResponse, openBrowser } from '../server/http-browser.ts'
import { expectSession, expectStarted } from '../server/responses.ts'
import type { TestServer } from '../server/server.ts'
import { fetchChallenge } from '../server/wallets.ts'
import { type FamilyAccount, proveAs } from './family-account.ts'

export async function signInAs(browser: Browser, account: FamilyAccount, more: object = {}): Promise<HttpResponse> {
  const proof = await proveAs(await browser.challenge(), account)
  return browser.post('/api/sessions', { proof, keep: true, ...more })
}

export type FamilyPerson = { id: string; sessionId: string; account: FamilyAccount; browser: Browser }

/** Signs in a new person and sets their role in the database. */
export async function addPersonAs(
  server: TestServer,
  account: FamilyAccount,
  role: Role = 'member',
): Promise<FamilyPerson> {
  const browser = openBrowser(server)
  const { session, me } = expectStarted(await signInAs(browser, account))
  if (role !== 'member') await changeRows(server, 'UPDATE person SET role = ? WHERE id = ?', role, me.id)
  return { id: me.id, sessionId: session.id, account, browser }
}

export async function requestStepUpAs(
  { browser, account }: Pick<FamilyPerson, 'browser' | 'account'>,
  action: Action,
  target?: string,
): Promise<HttpResponse> {
  const challenge = await fetchChallenge(browser, 'step_up', { action, target })
  return browser.post('/api/session/step-up', { proof: await proveAs(challenge, account) })
}

/** Adds a wallet to the account: a linked wallet signs the step-up, the new one the link. */
export async function requestLinkAs(person: FamilyPerson, added: FamilyAccount): Promise<HttpResponse> {
  expectSession(await requestStepUpAs(person, 'wallet.add', formatAccount(added)))
  const proof = await proveAs(await fetchChallenge(person.browser, 'link_wallet'), added)
  return person.browser.post('/api/me/wallets', { proof })
}

/** The CAIP-10 identity in answers: lower case for Ethereum, whose keys have no chain. */
export function identityOf({ namespace, chain, address }: FamilyAccount): string {
  return namespace === 'eip155' ? `eip155:0:${address.toLowerCase()}` : `${namespace}:${chain}:${address}`
}

/** The same in claims and headers, with the EIP-55 checksum for Ethereum. */
export function claimOf(account: FamilyAccount): string {
  return account.namespace === 'eip155' ? `eip155:0:${account.address}` : identityOf(account)
}
