import { scopes as allScopes, type Scope } from '@countersign/contract/app/scope.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import { RATE_RECORDED } from '@countersign/contract/limits.ts'
import type { App } from '@countersign/contract/routes/admin/app.ts'
import type { Grant } from '@countersign/contract/routes/grant.ts'
import { touchPerson } from '../../accounts/notice/notice.ts'
import { lockPerson } from '../../accounts/person/person.ts'
import { type Actor, type RequestSource, recordEvent } from '../../audit/record-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../platform/crypto/id.ts'
import { logoUrl } from '../../platform/images/logo.ts'
import type { Database, Queries } from '../../platform/store/database.ts'
import { lockSession } from '../../session/lock-session.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { addAppPeople, findAppForChange, findCachedById, markAppUsed } from '../app.store.ts'
import { type AppRecord, requireApp } from '../app.ts'
import type { GrantRecord, GrantWithApp, PersonAndApp } from './grant.store.ts'
import * as store from './grant.store.ts'
import { countSessionsWithTokens, revokeTokens } from './token.store.ts'

export async function listOwnGrants(context: Context, personId: string): Promise<{ items: Grant[] }> {
  return { items: (await store.findGrantsOf(context.store, personId)).map(presentGrant) }
}

type OwnGrant = { grant: GrantWithApp; app: AppRecord; sessions: number }

export async function requireOwnGrant(context: Context, personId: string, id: string): Promise<OwnGrant> {
  const grant = await store.findOwnGrant(context.store, { id, personId })
  if (!grant) throw new AppError('not_found')
  const { appId } = grant
  const app = await requireApp(context.store, appId)
  const sessions =
    app.status === 'active' ? await countSessionsWithTokens(context.store, { personId, appId, now: context.now() }) : 0
  return { grant, app, sessions }
}

export async function findCachedGrant(
  database: Database,
  { personId, appId }: PersonAndApp,
): Promise<{ grant: GrantRecord; app: AppRecord } | undefined> {
  const app = await findCachedById(database, appId)
  const grant = app && (await store.findCached(database, { personId, appId }))
  return grant && { grant, app }
}

export async function findGrantedScopes(queries: Queries, ids: PersonAndApp): Promise<string[]> {
  return (await store.findGrant(queries, ids))?.scopes ?? []
}

export const listGrantsOfApp = store.findPageOfApp

export function presentGrant(grant: GrantWithApp): Grant {
  const { id, appId, appName, logoId, launchUrl, email, scopes, grantedAt, lastUsedAt } = grant
  return {
    id,
    app: { id: appId, name: appName, logo: logoUrl(logoId), launchUrl },
    scopes: visibleScopes(scopes, email),
    grantedAt: new Date(grantedAt).toISOString(),
    lastUsedAt: new Date(lastUsedAt).toISOString(),
  }
}

/** An app that receives no e-mail address has no such scope, whatever was granted. */
export function visibleScopes(granted: string[], email: App['email']): Scope[] {
  return allScopes.filter((scope) => granted.includes(scope) && (scope !== 'email' || email !== 'none'))
}

type Consent = { app: AppRecord; scopes: string[] }

type Consenting = { session: SessionRecord; source: RequestSource }

/**
 * Adds to what the person allowed before. Throws `interaction_expired` when the app was disabled meanwhile, and
 * `session_revoked` when the session ended, since checking the access of an app can wait for a node.
 */
export function giveGrant(context: Context, { session, source }: Consenting, { app, scopes }: Consent): Promise<void> {
  const now = context.now()
  const appId = app.id
  return context.store.transaction(async (queries) => {
    const { id: sessionId, person } = await lockSession(context, queries, session)
    const { id: personId } = person
    const before = await store.findGrant(queries, { personId, appId })
    await store.saveGrant(queries, {
      id: before?.id ?? newId(context, 'grt'),
      personId,
      appId,
      scopes: [...new Set([...(before?.scopes ?? []), ...scopes])],
      grantedAt: before?.grantedAt ?? now,
      lastUsedAt: now,
    })
    // The grant before the app, as in deleteApp, so that neither waits for the other.
    if ((await findAppForChange(queries, appId))?.status !== 'active') throw new AppError('interaction_expired')
    if (!before) await addAppPeople(queries, { id: appId, more: 1 })
    await touchPerson(queries, personId, now)
    const data = { app: app.name, appId, scopes: scopes.join(' ') }
    await recordEvent(context, queries, { kind: 'grant.given', actorId: personId, sessionId, source, personId, data })
  })
}

export function endOwnGrant(context: Context, by: Acting, id: string): Promise<void> {
  const personId = by.actorId
  return by.transaction(async (queries) => {
    await lockPerson(queries, personId)
    await endGrant(context, queries, { id, personId, by })
  })
}

export async function endGrant(
  context: Context,
  queries: Queries,
  { id, personId, by }: { id: string; personId: string; by: Actor },
): Promise<void> {
  const now = context.now()
  const grant = await store.findOwnGrant(queries, { id, personId })
  if (!grant || !(await store.removeGrant(queries, { id, personId }))) throw new AppError('not_found')
  const { appId, appName } = grant
  await revokeTokens(queries, { personId, appId, now })
  await addAppPeople(queries, { id: appId, more: -1 })
  await touchPerson(queries, personId, now)
  await recordEvent(context, queries, { kind: 'grant.ended', ...by, personId, data: { app: appName, appId } })
}

type AppSignIn = { by: Actor; appId: string; appName: string }

/** The times of last use are accurate to the rate of recorded events. */
export function recordAppSignIn(context: Context, { by, appId, appName }: AppSignIn): void {
  const personId = by.actorId
  context.background.run('record a sign-in to an app', async () => {
    const now = context.now()
    const before = now - RATE_RECORDED.perMs
    const found = await findCachedGrant(context.store, { personId, appId })
    await context.store.transaction(async (queries) => {
      if (found && found.grant.lastUsedAt < before)
        await store.markGrantUsed(queries, { id: found.grant.id, now, before })
      if ((found?.app.lastSignInAt ?? 0) < before) await markAppUsed(queries, { id: appId, now, before })
      const data = { app: appName, appId }
      await recordEvent(context, queries, { kind: 'oidc.authorized', ...by, personId, data })
    })
  })
}
