import { AppError } from '@countersign/contract/error/errors.ts'
import type { GrantDetails } from '@countersign/contract/routes/grant.ts'
import { findPerson } from '../../accounts/person/person.ts'
import { requireApp } from '../../apps/app.ts'
import { presentGrant, requireOwnGrant } from '../../apps/grants/grant.ts'
import type { Context } from '../../context.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { isAllowed } from '../provider/app-access.ts'
import { findPrimaryProfile, findProfile } from './claims.store.ts'
import { buildClaims } from './claims.ts'

/** What an app receives about this person, and in how many sessions it is signed in. */
export async function getGrantDetails(context: Context, session: SessionRecord, id: string): Promise<GrantDetails> {
  const { grant, app, sessions } = await requireOwnGrant(context, session.person.id, id)
  const profile = await findProfile(context.store, session.id)
  if (!profile) throw new AppError('not_found')
  // The scopes of the app may have been reduced since the consent.
  const scopes = grant.scopes.filter((scope) => app.scopes.includes(scope))
  const claims = await buildClaims(context, profile, { scopes, app })
  return { grant: presentGrant(grant), claims, sessions }
}

type Preview = { allowed: boolean; claims: Record<string, unknown> }

/** The claims for a sign-in with the person's primary wallet and all scopes of the app. */
export async function previewClaims(context: Context, appId: string, personId: string): Promise<Preview> {
  const app = await requireApp(context.store, appId)
  const person = await findPerson(context.store, personId)
  const profile = await findPrimaryProfile(context.store, personId)
  if (!person || !profile) throw new AppError('not_found')
  return {
    allowed: person.status === 'active' && (await isAllowed(context, app, personId)),
    claims: await buildClaims(context, profile, { scopes: app.scopes, app }),
  }
}
