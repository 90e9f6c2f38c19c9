/** Who sends requests: one browser of each role, with and without admin mode, and those that have lost their session. */

import type { Namespace } from '@countersign/contract/family/family.ts'
import { namespaces } from '@countersign/contract/family/family.ts'
import type { Role } from '@countersign/contract/permission.ts'
import { readRows } from '../../support/database/rows.ts'
import type { FamilyAccount } from '../../support/families/family-account.ts'
import { newFamilyAccount } from '../../support/families/new-family-account.ts'
import { type Browser, openBrowser } from '../../support/server/http-browser.ts'
import { addPerson, grantStepUp, type TestPerson } from '../../support/server/people.ts'
import type { TestServer } from '../../support/server/server.ts'
import { changeSettings } from '../../support/server/settings.ts'

export type Persona = {
  name: string
  /** Undefined for someone who is not signed in. */
  role: Role | undefined
  adminMode: boolean
  browser: Browser
  person: TestPerson | undefined
  /** Ids of what belongs to them, by prefix. */
  own: Record<string, string[]>
}

const ROLES: readonly { name: string; role: Role; adminMode: boolean }[] = [
  { name: 'member', role: 'member', adminMode: false },
  { name: 'another member', role: 'member', adminMode: false },
  { name: 'auditor', role: 'auditor', adminMode: false },
  { name: 'admin', role: 'admin', adminMode: false },
  { name: 'admin in admin mode', role: 'admin', adminMode: true },
  { name: 'owner', role: 'owner', adminMode: false },
  { name: 'owner in admin mode', role: 'owner', adminMode: true },
]

export async function addPersonas(server: TestServer, boss: TestPerson): Promise<Persona[]> {
  const signedIn: Persona[] = []
  for (const { name, role, adminMode } of ROLES) {
    const persona = { ...visitor(server, name), role, adminMode }
    await signInAgain(server, persona)
    signedIn.push(persona)
  }
  const suspended = await addPerson(server)
  await boss.signed('PATCH', `/api/admin/people/${suspended.id}`, { status: 'suspended', reason: '' })
  return [
    ...signedIn,
    { ...visitor(server, 'suspended person'), browser: suspended.browser },
    visitor(server, 'visitor'),
  ]
}

function visitor(server: TestServer, name: string): Persona {
  return { name, role: undefined, adminMode: false, browser: openBrowser(server), person: undefined, own: {} }
}

/** As somebody new of the same role: a request may have taken their session, their role or their account. */
export async function signInAgain(server: TestServer, persona: Persona): Promise<void> {
  const person = await addPersonWhenOpen(server, persona.role)
  persona.person = person
  persona.browser = person.browser
  persona.own = await readOwn(server, person)
  if (persona.adminMode) await grantStepUp(server, person, 'admin.mode')
}

/** An owner may close the site at any time. */
async function addPersonWhenOpen(server: TestServer, role: Role | undefined): Promise<TestPerson> {
  for (let tries = 0; ; tries++)
    try {
      await changeSettings(server, { registration: 'open', namespaces: [...namespaces] })
      return await addPerson(server, role)
    } catch (error) {
      if (tries === 10) throw error
    }
}

const TABLES: Record<string, string> = {
  wal: 'wallet',
  ses: 'session',
  dev: 'device',
  ntc: 'notice',
  vlt: 'vault',
  grt: 'app_grant',
}

export async function readOwn(server: TestServer, { id }: { id: string }): Promise<Record<string, string[]>> {
  const own: Record<string, string[]> = { per: [id] }
  for (const [prefix, table] of Object.entries(TABLES)) {
    const rows = await readRows(server, `SELECT id FROM ${table} WHERE person_id = ? ORDER BY id`, id)
    own[prefix] = rows.map((row) => String(row.id))
  }
  return own
}

/** The account that a proof is by: their own, or a new one of a chain family. */
export function accountFor({ person }: Persona, namespace: Namespace | 'own'): FamilyAccount {
  if (namespace !== 'own' || !person) return newFamilyAccount(namespace === 'own' ? 'eip155' : namespace)
  const { address, signMessage } = person.account
  return {
    namespace: 'eip155',
    chain: '1',
    address,
    sign: async (message) => ({ signature: await signMessage({ message }) }),
  }
}
