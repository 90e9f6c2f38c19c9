/** An app's request while a person decides about it. The decision counts for whoever is signed in in this browser. */

import { AppError } from '@countersign/contract/errors.ts'
import type { Interaction as Shown } from '@countersign/contract/routes/interaction.ts'
import { scopes as allScopes, type Scope } from '@countersign/contract/scope.ts'
import type { Interaction, Provider } from 'oidc-provider'
import { touchPerson } from '../../accounts/notice/notice.ts'
import { lockPerson } from '../../accounts/person/person.ts'
import { type AppRecord, addAppPeople, findAppByClientId, findAppForChange } from '../../apps/app.store.ts'
import { findGrant, saveGrant } from '../../apps/grants/grant.store.ts'
import { type RequestSource, recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { newId } from '../../platform/crypto/id.ts'
import { logoAddress } from '../../platform/images/logo.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { isAllowed } from '../provider/app-access.ts'
import { findKnown } from '../tokens/claims.store.ts'
import { claimsAbout } from '../tokens/claims.ts'
import { signatureOf } from '../tokens/signature-claims.ts'

export type Asked = { interaction: Interaction; app: AppRecord; scopes: Scope[] }

export async function findAsked(context: Context, provider: Provider, id: string): Promise<Asked> {
  const interaction = await provider.Interaction.find(id)
  const app = interaction && (await findAppByClientId(context.store, String(interaction.params.client_id)))
  if (!interaction || app?.status !== 'active') throw new AppError('interaction_expired')
  return { interaction, app, scopes: scopesOf(interaction, app) }
}

export async function showInteraction(
  context: Context,
  asked: Asked,
  session: SessionRecord | undefined,
): Promise<Shown> {
  const { interaction, app, scopes } = asked
  const { params } = interaction
  const known = session && (await findKnown(context.store, session.id))
  const granted = session && (await findGrant(context.store, { personId: session.person.id, appId: app.id }))
  const about = { appId: app.id, subjectType: app.subjectType, email: app.email }
  return {
    id: interaction.uid,
    step: await stepOf(context, asked, session),
    app: {
      name: app.name,
      logo: logoAddress(app.logoId),
      clientId: app.clientId,
      host: hostOf(String(params.redirect_uri)),
    },
    scopes,
    newScopes: scopes.filter((scope) => !granted?.scopes.includes(scope)),
    claims: known ? await claimsAbout(context, known, { scopes, app: about }) : null,
    loginHint: typeof params.login_hint === 'string' ? params.login_hint.slice(0, 100) : null,
    seen: session ? fingerprint(asked, session) : null,
  }
}

async function stepOf(
  context: Context,
  { interaction, app }: Asked,
  session: SessionRecord | undefined,
): Promise<Shown['step']> {
  const { name } = interaction.prompt
  if (!session || needsSignature(interaction, session)) return 'sign_in'
  if (!(await isAllowed(context, app, session.person.id))) return 'access'
  return name === 'consent' || name === 'prove' ? name : 'select_account'
}

/** `prompt=login` and `max_age` are not satisfied by a session that was there before. */
function needsSignature({ prompt, iat }: Interaction, session: SessionRecord): boolean {
  if (prompt.name !== 'login' || prompt.reasons.every((reason) => ALREADY.includes(reason))) return false
  return signatureOf(session, 0).loginTs < (iat ?? 0)
}

const ALREADY = ['no_session', 'not_ours']

/** Who is asked by whom for what: another one is another question. */
function fingerprint({ app, scopes }: Asked, session: SessionRecord): string {
  return sha256(JSON.stringify([session.id, app.id, app.name, app.email, scopes])).toString('base64url')
}

type Deciding = {
  session: SessionRecord
  source: RequestSource
  decision: 'continue' | 'allow'
  seen: string | undefined
}

/** Returns where the browser goes on. */
export async function decide(context: Context, asked: Asked, deciding: Deciding): Promise<string> {
  const { interaction, app } = asked
  const { session, source, decision, seen } = deciding
  if (!(await isAllowed(context, app, session.person.id))) throw new AppError('access_denied')
  if (needsSignature(interaction, session)) throw new AppError('unauthenticated')
  const { name } = interaction.prompt
  // Answered by a signature alone.
  if (name === 'prove') throw new AppError('consent_required')
  if (seen !== undefined && seen !== fingerprint(asked, session)) throw new AppError('consent_required')
  if (name === 'consent') {
    if (decision !== 'allow' || seen === undefined) throw new AppError('consent_required')
    await allow(context, asked, { session, source })
    return finish(asked, { ...doneBefore(context, asked, session), consent: {} }, session)
  }
  // Nobody consents to an app the operator runs alone: that its name was on the screen is what counts.
  if (app.consent === 'never') await allow(context, asked, { session, source })
  const done = name === 'select_account' ? { select_account: {} } : { login: loginOf(context, session) }
  return finish(asked, { ...doneBefore(context, asked, session), ...done }, session)
}

export async function refuse(context: Context, asked: Asked, session: SessionRecord | undefined): Promise<string> {
  const barred = session && !(await isAllowed(context, asked.app, session.person.id))
  const why = barred ? 'access_denied_by_policy' : 'user_declined'
  return finish(asked, { error: 'access_denied', error_description: why }, session)
}

/**
 * A request that wants several things asks for one after the other: what was done already is not asked again. What
 * somebody allowed or signed in another session, they did for themselves.
 */
export function doneBefore(
  context: Context,
  { interaction }: Asked,
  session: SessionRecord,
): Interaction['lastSubmission'] {
  const { login, select_account: chosen, ...others } = interaction.lastSubmission ?? {}
  return {
    ...(login ? { login: loginOf(context, session) } : {}),
    ...(chosen ? { select_account: chosen } : {}),
    ...(interaction.session?.uid === session.id ? others : {}),
  }
}

function loginOf({ now }: Context, session: SessionRecord) {
  const { loginTs, acr, amr } = signatureOf(session, now())
  return { accountId: session.person.id, ts: loginTs, acr, amr }
}

/**
 * Somebody who signed in anew has another session than the request began with. What was decided holds in the session it
 * was decided in: who becomes somebody else before it is carried out starts again.
 */
export async function finish(
  { interaction }: Asked,
  result: Interaction['result'],
  session: SessionRecord | undefined,
): Promise<string> {
  interaction.result = result
  // Its type wants the cookie too, which is ours to know.
  interaction.session = (session && { accountId: session.person.id, uid: session.id }) as Interaction['session']
  await interaction.persist()
  return new URL(interaction.returnTo).pathname
}

function allow(
  context: Context,
  { app, scopes }: Asked,
  { session, source }: Pick<Deciding, 'session' | 'source'>,
): Promise<void> {
  const { store } = context
  const personId = session.person.id
  const now = context.now()
  return store.transaction(async (queries) => {
    await lockPerson(queries, personId)
    const before = await findGrant(queries, { personId, appId: app.id })
    const together = [...new Set([...(before?.scopes ?? []), ...scopes])]
    const id = before?.id ?? newId(context, 'grt')
    await saveGrant(queries, {
      id,
      personId,
      appId: app.id,
      scopes: together,
      grantedAt: before?.grantedAt ?? now,
      lastUsedAt: now,
    })
    // After the grant, as whoever deletes the app takes them: it is gone by now, or goes with this grant.
    if ((await findAppForChange(queries, app.id))?.status !== 'active') throw new AppError('interaction_expired')
    if (!before) await addAppPeople(queries, app.id, 1)
    await touchPerson(queries, personId, now)
    await recordEvent(context, queries, {
      kind: 'grant.given',
      actorId: personId,
      personId,
      sessionId: session.id,
      source,
      data: { app: app.name, appId: app.id, scopes: scopes.join(' ') },
    })
  })
}

function scopesOf({ params }: Interaction, app: AppRecord): Scope[] {
  const wanted = String(params.scope ?? '').split(' ')
  return allScopes.filter((scope) => wanted.includes(scope) && app.scopes.includes(scope))
}

function hostOf(uri: string): string {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  return url ? url.host || url.protocol : ''
}
