/** People with and without recovery codes. */

import assert from 'node:assert/strict'
import { WALLET_NEW_MS } from '@countersign/contract/limits.ts'
import { createRecoveryCodes } from '@countersign/contract/schemas/recovery.ts'
import { createRecoveryLinkFor } from '../../../server/src/accounts/recovery/recovery.ts'
import { type HttpResponse, newAccount, openBrowser, signIn } from './http-browser.ts'
import { addPerson } from './people.ts'
import { expectStarted } from './responses.ts'
import type { TestServer } from './server.ts'
import { stepUp } from './wallets.ts'

/** A person whose wallet is old enough to create codes. */
export async function addEligiblePerson(server: TestServer) {
  const browser = openBrowser(server)
  const account = newAccount()
  const { me, session } = expectStarted(await signIn(browser, account))
  server.clock.now += WALLET_NEW_MS
  return { browser, account, me, session }
}

export async function addPersonWithCodes(server: TestServer) {
  const person = await addEligiblePerson(server)
  await stepUp(person.browser, person.account, 'recovery.create')
  return { ...person, ...expectCodes(await person.browser.post('/api/me/recovery-codes')) }
}

export function expectCodes(response: HttpResponse) {
  assert.equal(response.status, 201, response.text)
  const { codes, createdAt } = createRecoveryCodes.answer.parse(response.json)
  const [code] = codes
  assert.ok(code)
  return { codes, code, createdAt }
}

/** By an owner. */
export async function createLink(server: TestServer, personId: string) {
  const { context } = server
  const { id: createdBy } = await addPerson(server, 'owner')
  return context.store.transaction((queries) => createRecoveryLinkFor(context, queries, { personId, createdBy }))
}
