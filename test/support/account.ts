/** What a signed-in person does with their wallets, as their page would. */

import assert from 'node:assert/strict'
import type { Action } from '@countersign/contract/action.ts'
import type { Challenge, Purpose } from '@countersign/contract/challenge.ts'
import type { SessionState } from '@countersign/contract/session.ts'
import { type Wallet, walletSchema } from '@countersign/contract/wallet.ts'
import type { PrivateKeyAccount } from 'viem/accounts'
import { stateOf } from './answers.ts'
import { type Answer, type Browser, newAccount, prove } from './browser.ts'

/** A linked wallet confirms one act; `target` is the id of what it is done to, where the act names one. */
export async function stepUp(
  browser: Browser,
  account: PrivateKeyAccount,
  action: Action,
  target?: string,
): Promise<SessionState> {
  return stateOf(await askStepUp(browser, account, action, target))
}

/** The same, whatever the answer. */
export async function askStepUp(
  browser: Browser,
  account: PrivateKeyAccount,
  action: Action,
  target?: string,
): Promise<Answer> {
  const challenge = await challengeFor(browser, 'step_up', { action, target })
  return browser.post('/api/session/step-up', { proof: await prove(challenge, account) })
}

/** Adds a wallet to the account of this browser: one that is linked confirms it, the new one signs. */
export async function linkWallet(
  browser: Browser,
  by: PrivateKeyAccount,
  added: PrivateKeyAccount = newAccount(),
): Promise<Wallet> {
  await stepUp(browser, by, 'wallet.add')
  return walletOf(await askLink(browser, added), 201)
}

/** Only the new wallet's part, whatever the answer. */
export async function askLink(browser: Browser, added: PrivateKeyAccount, label?: string): Promise<Answer> {
  const proof = await prove(await challengeFor(browser, 'link_wallet'), added)
  return browser.post('/api/me/wallets', { proof, ...(label === undefined ? {} : { label }) })
}

export async function challengeFor(
  browser: Browser,
  purpose: Purpose,
  about: { action?: Action; target?: string | undefined } = {},
): Promise<Challenge> {
  const answer = await browser.post('/api/challenges', { purpose, ...about })
  assert.equal(answer.status, 201, answer.text)
  return answer.json as Challenge // what is wrong with it, the server that reads it again would say
}

export function walletOf(answer: Answer, status = 200): Wallet {
  assert.equal(answer.status, status, answer.text)
  return walletSchema.parse(answer.json)
}
