/** Requests of a signed-in person about their wallets, as the page sends them. */

import assert from 'node:assert/strict'
import type { Action } from '@countersign/contract/action.ts'
import { WALLETS_PER_PERSON } from '@countersign/contract/limits.ts'
import type { Challenge, Purpose } from '@countersign/contract/routes/challenge.ts'
import type { SessionState } from '@countersign/contract/routes/session.ts'
import type { Wallet } from '@countersign/contract/routes/wallet.ts'
import { walletSchema } from '@countersign/contract/schemas/wallet.ts'
import type { PrivateKeyAccount } from 'viem/accounts'
import { newId } from '../../../server/src/platform/crypto/id.ts'
import { changeRows } from '../database/rows.ts'
import { type Browser, type HttpResponse, newAccount, prove } from './http-browser.ts'
import { expectSession } from './responses.ts'
import type { TestServer } from './server.ts'

/** A linked wallet signs a step-up; `target` is the id that the action names, if any. */
export async function stepUp(
  browser: Browser,
  account: PrivateKeyAccount,
  action: Action,
  target?: string,
): Promise<SessionState> {
  return expectSession(await requestStepUp(browser, account, action, target))
}

/** The same, returning any response. */
export async function requestStepUp(
  browser: Browser,
  account: PrivateKeyAccount,
  action: Action,
  target?: string,
): Promise<HttpResponse> {
  const challenge = await fetchChallenge(browser, 'step_up', { action, target })
  return browser.post('/api/session/step-up', { proof: await prove(challenge, account) })
}

/** Adds a wallet to the account: a linked wallet signs the step-up, the new one the link. */
export async function linkWallet(
  browser: Browser,
  by: PrivateKeyAccount,
  added: PrivateKeyAccount = newAccount(),
): Promise<Wallet> {
  return expectWallet(await stepUpAndLink(browser, by, added), 201)
}

/** The same, returning any response. */
export async function stepUpAndLink(
  browser: Browser,
  by: PrivateKeyAccount,
  added: PrivateKeyAccount,
  label?: string,
): Promise<HttpResponse> {
  await stepUp(browser, by, 'wallet.add', caip10Of(added))
  return requestLink(browser, added, label)
}

/** The CAIP-10 id in a proof. */
export function caip10Of({ address }: { address: string }): string {
  return `eip155:1:${address}`
}

/** Links the wallet without a step-up. */
export async function requestLink(browser: Browser, added: PrivateKeyAccount, label?: string): Promise<HttpResponse> {
  const proof = await prove(await fetchChallenge(browser, 'link_wallet'), added)
  return browser.post('/api/me/wallets', { proof, ...(label === undefined ? {} : { label }) })
}

export async function fetchChallenge(
  browser: Browser,
  purpose: Purpose,
  about: { action?: Action; target?: string | undefined } = {},
): Promise<Challenge> {
  const response = await browser.post('/api/challenges', { purpose, ...about })
  assert.equal(response.status, 201, response.text)
  return response.json as Challenge // what is wrong with it, the server that reads it again would say
}

export function expectWallet(response: HttpResponse, status = 200): Wallet {
  assert.equal(response.status, status, response.text)
  return walletSchema.parse(response.json)
}

/** A request with If-Match. */
export function callWithVersion(browser: Browser, method: string, path: string, version: number, body?: unknown) {
  return browser.call({ method, path, body, headers: { 'if-match': `"${version}"` } })
}

/** Removes a wallet: `by` signs the step-up. */
export async function requestRemoval(browser: Browser, by: PrivateKeyAccount, id: string): Promise<HttpResponse> {
  const signed = await requestStepUp(browser, by, 'wallet.remove', id)
  return signed.status === 200 ? browser.delete(`/api/me/wallets/${id}`) : signed
}

/** Cancels the removal of a wallet: `by` signs the step-up. */
export async function requestKeep(browser: Browser, by: PrivateKeyAccount, id: string): Promise<HttpResponse> {
  const signed = await requestStepUp(browser, by, 'wallet.keep', id)
  return signed.status === 200 ? browser.post(`/api/me/wallets/${id}/keep`) : signed
}

/** Recovers an account with a new wallet and a code or link. */
export async function requestRecovery(
  browser: Browser,
  key: { code?: string; link?: string },
  account: PrivateKeyAccount = newAccount(),
): Promise<HttpResponse> {
  const proof = await prove(await fetchChallenge(browser, 'recover'), account)
  return browser.post('/api/recoveries', { proof, keep: true, ...key })
}

/** Inserts wallets up to the maximum per person. */
export async function addMaximumWallets(server: TestServer, personId: string): Promise<void> {
  await addWallets(server, personId, WALLETS_PER_PERSON - 1)
}

export async function addWallets(server: TestServer, personId: string, wallets: number): Promise<void> {
  const copy = `INSERT INTO wallet (id, person_id, namespace, address, chain, kind, status, linked_via, linked_at,
    last_used_at, version) VALUES (?, ?, 'eip155', ?, '0', 'eoa', 'linked', 'link', ?, ?, 1)`
  for (let count = 0; count < wallets; count++) {
    const id = newId(server.context, 'wal')
    await changeRows(server, copy, id, personId, newAccount().address.toLowerCase(), 1, 1)
  }
}
