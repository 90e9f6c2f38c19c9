/** An authorization request that waits for a person's decision, which applies to the session of this browser. */

import { acceptsPhone, scopes as allScopes, type Scope } from '@countersign/contract/app/scope.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import type { Interaction as PresentedInteraction } from '@countersign/contract/routes/interaction.ts'
import type { Interaction, Provider } from 'oidc-provider'
import { type AppRecord, findAppByClientId } from '../../apps/app.ts'
import { findGrantedScopes, giveGrant } from '../../apps/grants/grant.ts'
import type { RequestSource } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { logoUrl } from '../../platform/images/logo.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { findAccess, isAllowed } from '../provider/app-access.ts'
import { findProfile } from '../tokens/claims.store.ts'
import { authenticationOf, buildClaims } from '../tokens/claims.ts'

/** Enough for the longest CAIP-10 account, a Taproot address of Bitcoin. */
const LOGIN_HINT_MAX = 128

export type PendingRequest = { interaction: Interaction; app: AppRecord; scopes: Scope[] }

export async function findPendingRequest(context: Context, provider: Provider, id: string): Promise<PendingRequest> {
  const interaction = await provider.Interaction.find(id)
  const app = interaction && (await findAppByClientId(context.store, String(interaction.params.client_id)))
  if (!interaction || app?.status !== 'active') throw new AppError('interaction_expired')
  return { interaction, app, scopes: scopesOf(interaction, app) }
}

export async function presentInteraction(
  context: Context,
  pending: PendingRequest,
  session: SessionRecord | undefined,
): Promise<PresentedInteraction> {
  const { interaction, app, scopes } = pending
  const { params } = interaction
  const profile = session && (await findProfile(context.store, session.id))
  const granted = session ? await findGrantedScopes(context.store, { personId: session.person.id, appId: app.id }) : []
  return {
    id: interaction.uid,
    step: await stepOf(context, pending, session),
    app: {
      name: app.name,
      logo: logoUrl(app.logoId),
      clientId: app.clientId,
      host: hostOf(String(params.redirect_uri)),
    },
    phone: acceptsPhone(params.acr_values),
    scopes,
    newScopes: scopes.filter((scope) => !granted.includes(scope)),
    claims: profile ? await buildClaims(context, profile, { scopes, app }) : null,
    loginHint: typeof params.login_hint === 'string' ? params.login_hint.slice(0, LOGIN_HINT_MAX) : null,
    seen: session ? fingerprint(pending, session) : null,
  }
}

async function stepOf(
  context: Context,
  { interaction, app }: PendingRequest,
  session: SessionRecord | undefined,
): Promise<PresentedInteraction['step']> {
  const { name } = interaction.prompt
  if (!session || needsSignature(interaction, session)) return 'sign_in'
  if (!(await isAllowed(context, app, session.person.id))) return 'access'
  return name === 'consent' || name === 'prove' ? name : 'select_account'
}

/** `prompt=login` and `max_age` require a signature after the request, and some apps one on this device. */
function needsSignature({ prompt, iat, params }: Interaction, session: SessionRecord): boolean {
  if (session.phone && !acceptsPhone(params.acr_values)) return true
  if (prompt.name !== 'login' || prompt.reasons.every((reason) => ANY_SESSION.includes(reason))) return false
  return authenticationOf(session, 0).loginTs < (iat ?? 0)
}

const ANY_SESSION = ['no_session', 'not_ours']

/** What the consent screen showed: consent to anything else is not accepted. */
function fingerprint({ app, scopes }: PendingRequest, session: SessionRecord): string {
  return sha256(JSON.stringify([session.id, app.id, app.name, app.email, scopes])).toString('base64url')
}

type Decision = {
  session: SessionRecord
  source: RequestSource
  decision: 'continue' | 'allow'
  seen: string | undefined
}

export async function approve(context: Context, pending: PendingRequest, given: Decision): Promise<string> {
  const { interaction, app } = pending
  const { session, source, decision, seen } = given
  const by = { session, source }
  if (!(await isAllowed(context, app, session.person.id))) throw new AppError('access_denied')
  if (needsSignature(interaction, session)) throw new AppError('unauthenticated')
  const { name } = interaction.prompt
  if (name === 'prove') throw new AppError('consent_required')
  if (seen !== undefined && seen !== fingerprint(pending, session)) throw new AppError('consent_required')
  if (name === 'consent') {
    if (decision !== 'allow' || seen === undefined) throw new AppError('consent_required')
    await giveGrant(context, by, pending)
    return complete(pending, { ...previousResults(context, pending, session), consent: {} }, session)
  }
  // Seeing the name of an app without consent counts as consent.
  if (app.consent === 'never') await giveGrant(context, by, pending)
  const result = name === 'select_account' ? { select_account: {} } : { login: loginResult(context, session) }
  return complete(pending, { ...previousResults(context, pending, session), ...result }, session)
}

export async function decline(
  context: Context,
  pending: PendingRequest,
  session: SessionRecord | undefined,
): Promise<string> {
  const access = session && (await findAccess(context, pending.app, session.person.id))
  const reason = access === 'no' ? 'access_denied_by_policy' : 'user_declined'
  return complete(pending, { error: 'access_denied', error_description: reason }, session)
}

/** Results of earlier prompts of this request. Consent and proofs count only in the session they were given in. */
export function previousResults(
  context: Context,
  { interaction }: PendingRequest,
  session: SessionRecord,
): Interaction['lastSubmission'] {
  const { login, select_account: chosen, ...others } = interaction.lastSubmission ?? {}
  return {
    ...(login ? { login: loginResult(context, session) } : {}),
    ...(chosen ? { select_account: chosen } : {}),
    ...(interaction.session?.uid === session.id ? others : {}),
  }
}

function loginResult({ now }: Context, session: SessionRecord) {
  const { loginTs, acr, amr } = authenticationOf(session, now())
  return { accountId: session.person.id, ts: loginTs, acr, amr }
}

/** Binds the result to the session of the decision: another session starts again. */
export async function complete(
  { interaction }: PendingRequest,
  result: Interaction['result'],
  session: SessionRecord | undefined,
): Promise<string> {
  interaction.result = result
  interaction.session = (session && { accountId: session.person.id, uid: session.id }) as Interaction['session'] // without a cookie
  await interaction.persist()
  return new URL(interaction.returnTo).pathname
}

function scopesOf({ params }: Interaction, app: AppRecord): Scope[] {
  const requested = String(params.scope ?? '').split(' ')
  return allScopes.filter((scope) => requested.includes(scope) && app.scopes.includes(scope))
}

function hostOf(uri: string): string {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  return url ? url.host || url.protocol : ''
}
