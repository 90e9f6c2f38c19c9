/** One request for every error about vaults. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { VAULTS_PER_PERSON } from '@countersign/contract/limits/rule-limits.ts'
import { newId } from '../../../server/src/platform/crypto/id.ts'
import { changeRows } from '../database/rows.ts'
import { scriptRegistry } from '../scripted-registry.ts'
import { type Browser, type HttpResponse, newAccount } from '../server/http-browser.ts'
import { addPerson, type TestPerson } from '../server/people.ts'
import type { TestServer } from '../server/server.ts'

type Produce = (server: TestServer, browser: Browser) => Promise<HttpResponse>

export const VAULT_ERRORS = {
  async delegation_missing(server) {
    return addVault(await addVaultPerson(server), newAccount().address)
  },
  async vault_exists(server) {
    const person = await addVaultPerson(server)
    const { address } = newAccount()
    await insertVault(server, person, address)
    return addVault(person, address)
  },
  async vault_limit(server) {
    const person = await addVaultPerson(server)
    for (let count = 0; count < VAULTS_PER_PERSON; count++) await insertVault(server, person, newAccount().address)
    return addVault(person, newAccount().address)
  },
} satisfies Partial<Record<ErrorCode, Produce>>

const addVault = ({ browser }: TestPerson, address: string) => browser.post('/api/me/vaults', { chainId: 1, address })

/** On a server that knows a network, with a registry that has no delegations. */
async function addVaultPerson(server: TestServer): Promise<TestPerson> {
  server.context.chains.has = async () => true
  scriptRegistry(server)
  return addPerson(server)
}

async function insertVault(server: TestServer, { id }: TestPerson, address: string): Promise<void> {
  const sql = `INSERT INTO vault (id, person_id, chain_id, address, added_at, checked_at, active)
    VALUES (?, ?, 1, ?, 1, 1, 1)`
  await changeRows(server, sql, newId(server.context, 'vlt'), id, address.toLowerCase())
}
