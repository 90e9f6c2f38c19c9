import { AppError } from '@countersign/contract/errors.ts'
import { findPerson } from '../../accounts/person/person.ts'
import { findApp } from '../../apps/app.store.ts'
import type { Context } from '../../context.ts'
import { isAllowed } from '../provider/app-access.ts'
import { findKnownByPerson } from './claims.store.ts'
import { claimsAbout } from './claims.ts'

type Preview = { allowed: boolean; claims: Record<string, unknown> }

/** What the app would be told if this person came with their main wallet and it asked for all it may. */
export async function previewClaims(
  context: Context,
  { id, personId }: { id: string; personId: string },
): Promise<Preview> {
  const app = await findApp(context.store, id)
  const person = await findPerson(context.store, personId)
  const known = await findKnownByPerson(context.store, personId)
  if (!app || !person || !known) throw new AppError('not_found')
  const { scopes, subjectType, email } = app
  return {
    allowed: person.status === 'active' && (await isAllowed(context, app, personId)),
    claims: await claimsAbout(context, known, { scopes, app: { appId: id, subjectType, email } }),
  }
}
