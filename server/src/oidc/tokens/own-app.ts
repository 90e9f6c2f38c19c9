import { AppError } from '@countersign/contract/errors.ts'
import type { GrantDetails } from '@countersign/contract/routes/grant.ts'
import { findApp } from '../../apps/app.store.ts'
import { findOwnGrant } from '../../apps/grants/grant.store.ts'
import { presentGrant } from '../../apps/grants/grant.ts'
import { countSessionsHeld } from '../../apps/grants/token.store.ts'
import type { Context } from '../../context.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { findKnown } from './claims.store.ts'
import { claimsAbout } from './claims.ts'

/** An app that knows this person: exactly what it is told, and where it is signed in. */
export async function showOwnApp(context: Context, session: SessionRecord, id: string): Promise<GrantDetails> {
  const { store, now } = context
  const personId = session.person.id
  const grant = await findOwnGrant(store, { id, personId })
  const app = grant && (await findApp(store, grant.appId))
  const known = app && (await findKnown(store, session.id))
  if (!known) throw new AppError('not_found')
  const { id: appId, subjectType, email } = app
  // It may ask for less than it was allowed once, never for more than either.
  const scopes = grant.scopes.filter((scope) => app.scopes.includes(scope))
  return {
    grant: presentGrant(grant),
    claims: await claimsAbout(context, known, { scopes, app: { appId, subjectType, email } }),
    sessions: app.status === 'active' ? await countSessionsHeld(store, { personId, appId, now: now() }) : 0,
  }
}
