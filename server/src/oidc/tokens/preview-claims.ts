import { AppError } from '@countersign/contract/errors.ts'
import { findPerson } from '../../accounts/person/person.ts'
import { requireApp } from '../../apps/app.ts'
import type { Context } from '../../context.ts'
import { isAllowed } from '../provider/app-access.ts'
import { findPrimaryProfile } from './claims.store.ts'
import { buildClaims } from './claims.ts'

type Preview = { allowed: boolean; claims: Record<string, unknown> }

/** The claims for a sign-in with the person's primary wallet and all scopes of the app. */
export async function previewClaims(
  context: Context,
  { id, personId }: { id: string; personId: string },
): Promise<Preview> {
  const app = await requireApp(context.store, id)
  const person = await findPerson(context.store, personId)
  const profile = await findPrimaryProfile(context.store, personId)
  if (!person || !profile) throw new AppError('not_found')
  return {
    allowed: person.status === 'active' && (await isAllowed(context, app, personId)),
    claims: await buildClaims(context, profile, { scopes: app.scopes, app }),
  }
}
