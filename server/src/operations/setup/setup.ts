import { AppError } from '@countersign/contract/error/errors.ts'
import { SETUP_CODE_LENGTH } from '@countersign/contract/limits.ts'
import type { Registration } from '@countersign/contract/routes/setup.ts'
import { type Person, setRole } from '../../accounts/person/person.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { crockford, normalizeCrockford } from '../../platform/crypto/id.ts'
import { equalBytes, hmac } from '../../platform/crypto/keys.ts'
import type { Queries } from '../../platform/store/database.ts'
import { addSetting, findSetting, putSetting } from '../../platform/store/setting.ts'

/** Stable across nodes and restarts, printed to the log, and not derivable from the database alone. */
export async function setupCode(context: Context): Promise<string> {
  const fresh = context.random(16).toString('hex')
  const salt = (await findSetting(context.store, 'setup_salt')) ?? (await storeSalt(context, fresh))
  return crockford(hmac(context.keys.setup, salt)).slice(0, SETUP_CODE_LENGTH)
}

async function storeSalt(context: Context, fresh: string): Promise<string> {
  await addSetting(context.store, 'setup_salt', fresh, context.now())
  const stored = await findSetting(context.store, 'setup_salt')
  if (stored === undefined) throw new Error('The setup salt was not stored')
  return stored
}

export async function requireSetupCode(context: Context, given: string): Promise<void> {
  if ((await findSetting(context.store, 'owner')) !== undefined) throw new AppError('setup_done')
  const expected = await setupCode(context)
  if (!equalBytes(Buffer.from(normalizeCrockford(given)), Buffer.from(expected)))
    throw new AppError('setup_code_invalid')
}

/** Of two concurrent setups, one succeeds. */
export async function claimOwnership(
  context: Context,
  queries: Queries,
  { person, instanceName, registration }: { person: Person; instanceName: string; registration: Registration },
): Promise<Person> {
  const now = context.now()
  if (!(await addSetting(queries, 'owner', person.id, now))) throw new AppError('setup_done')
  await putSetting(queries, 'settings', JSON.stringify({ name: instanceName, registration, version: 1 }), now)
  await setRole(queries, { id: person.id, role: 'owner', now })
  await recordEvent(context, queries, { kind: 'setup.done', actorId: person.id, personId: person.id })
  return { ...person, role: 'owner' }
}
