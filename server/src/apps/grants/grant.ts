/** Which apps know a person, and ending that: every token of it is gone from the commit on. */

import { AppError } from '@countersign/contract/errors.ts'
import type { App } from '@countersign/contract/routes/admin/app.ts'
import type { Grant } from '@countersign/contract/routes/grant.ts'
import { scopes as allScopes, type Scope } from '@countersign/contract/scope.ts'
import { touchPerson } from '../../accounts/notice/notice.ts'
import { lockPerson } from '../../accounts/person/person.ts'
import { type RequestSource, recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { logoAddress } from '../../platform/images/logo.ts'
import type { Queries } from '../../platform/store/database.ts'
import { addAppPeople } from '../app.store.ts'
import { findGrantsOf, findOwnGrant, type GrantWithApp, removeGrant } from './grant.store.ts'
import { endTokens } from './token.store.ts'

export async function listOwnGrants({ store }: Context, personId: string): Promise<{ items: Grant[] }> {
  const found = await findGrantsOf(store, personId)
  return { items: found.map(presentGrant) }
}

export function presentGrant(grant: GrantWithApp): Grant {
  const { id, appId, appName, logoId, launchUrl, email, scopes, grantedAt, lastUsedAt } = grant
  return {
    id,
    app: { id: appId, name: appName, logo: logoAddress(logoId), launchUrl },
    scopes: knownThrough(scopes, email),
    grantedAt: new Date(grantedAt).toISOString(),
    lastUsedAt: new Date(lastUsedAt).toISOString(),
  }
}

type Ending = { id: string; personId: string; sessionId: string; source: RequestSource }

/** One that is not there and one of somebody else look the same. */
export function endOwnGrant(context: Context, { id, personId, sessionId, source }: Ending): Promise<void> {
  return context.store.transaction(async (queries) => {
    await lockPerson(queries, personId)
    await endGrant(context, queries, { id, personId, by: { actorId: personId, sessionId, source } })
  })
}

type By = { actorId: string; sessionId: string; source: RequestSource }

/** The person is held by whoever calls this. */
export async function endGrant(
  context: Context,
  queries: Queries,
  { id, personId, by }: { id: string; personId: string; by: By },
): Promise<void> {
  const now = context.now()
  const grant = await findOwnGrant(queries, { id, personId })
  if (!grant || !(await removeGrant(queries, { id, personId }))) throw new AppError('not_found')
  const { appId, appName } = grant
  await endTokens(queries, { personId, appId, now })
  await addAppPeople(queries, appId, -1)
  await touchPerson(queries, personId, now)
  await recordEvent(context, queries, { kind: 'grant.ended', ...by, personId, data: { app: appName, appId } })
}

/** In one order. An app that is given no e-mail address knows none, whatever it was allowed. */
export function knownThrough(granted: string[], email: App['email']): Scope[] {
  return allScopes.filter((scope) => granted.includes(scope) && (scope !== 'email' || email !== 'none'))
}
