import { ACR_FRESH, ACR_WALLET, acceptsPhone } from '@countersign/contract/app/scope.ts'
import { decodeJwt } from 'jose'
import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../../../context.ts'
import { isSessionId } from '../../adapters/grant-id.ts'
import { subjectOf } from '../../tokens/claims.ts'
import { findAccess } from '../app-access.ts'
import { getRequestApp } from '../client-app.ts'

const { base, Check, Prompt } = interactionPolicy

export function createPolicy(context: Context): interactionPolicy.DefaultPolicy {
  const policy = base()
  const login = policy.get('login')
  const consent = policy.get('consent')
  if (!login || !consent) throw new Error('oidc-provider has no login or consent prompt')
  // Only our own session authenticates, whatever the interaction says. It has no account if it ended after it was read.
  login.checks.add(
    check('not_ours', 'End-User authentication is required', 'login_required', ({ oidc }) => {
      return !isSessionId(oidc.session?.uid) || oidc.account === undefined
    }),
  )
  login.checks.add(
    check('other_person', 'the person of id_token_hint is not signed in', 'login_required', (ctx) =>
      isOtherPerson(context, ctx),
    ),
  )
  // A signature for this very request counts, however long ago it was made.
  login.checks.add(
    check('not_fresh', 'a fresh signature is required', 'login_required', ({ oidc }) => {
      return requiresFresh(oidc.params?.acr_values) && oidc.acr !== ACR_FRESH && !oidc.result?.login
    }),
  )
  login.checks.add(
    check('not_this_device', 'a sign-in on this device is required', 'login_required', ({ oidc }) => {
      return oidc.amr?.includes('mca') === true && !acceptsPhone(oidc.params?.acr_values)
    }),
  )
  consent.checks.add(
    check('every_time', 'this app asks every time', 'consent_required', (ctx) => {
      return getRequestApp(ctx).consent === 'always' && !ctx.oidc.result?.consent
    }),
  )
  // An app without consent is still shown once before it receives an identity.
  const neverSeen = check('never_seen', 'this app has not been seen before', 'consent_required', (ctx) => {
    return getRequestApp(ctx).consent === 'never' && lacksScopes(ctx)
  })
  const notAllowed = check('not_allowed', 'access_denied_by_policy', 'access_denied', async (ctx) => {
    return !(await hasAccess(context, ctx))
  })
  const notProven = check('not_proven', 'a signature for this app is required', 'interaction_required', ({ oidc }) => {
    return oidc.requestParamOIDCScopes.has('wallet_proof') && !('prove' in (oidc.result ?? {}))
  })
  policy.add(new Prompt({ name: 'select_account', requestable: true }, neverSeen), 1)
  policy.add(new Prompt({ name: 'access', requestable: false }, notAllowed), 2)
  policy.add(new Prompt({ name: 'prove', requestable: false }, notProven), 4)
  return policy
}

/** oidc-provider ignores the hint after the sign-in. Signing in as another person is rejected, not requested again. */
function isOtherPerson(context: Context, ctx: KoaContextWithOIDC): boolean {
  const { client, params, result, session } = ctx.oidc
  const hint = params?.id_token_hint
  if (typeof hint !== 'string' || !client || !session?.accountId) return false
  const { sub } = decodeJwt(hint)
  if (sub === subjectOf(context, getRequestApp(ctx), session.accountId)) return false
  if (result?.login) throw new errors.LoginRequired('another person signed in')
  return true
}

/** A request that also accepts the plain ACR is satisfied by any session. */
function requiresFresh(acrValues: unknown): boolean {
  const values = typeof acrValues === 'string' ? acrValues.split(' ') : []
  return values.includes(ACR_FRESH) && !values.includes(ACR_WALLET)
}

function lacksScopes({ oidc }: KoaContextWithOIDC): boolean {
  const granted = new Set(oidc.entities.Grant?.getOIDCScopeEncountered().split(' '))
  return [...oidc.requestParamOIDCScopes].some((scope) => !granted.has(scope))
}

/** The app may try again later: that is not a refusal (RFC 6749 4.1.2.1). */
async function hasAccess(context: Context, ctx: KoaContextWithOIDC): Promise<boolean> {
  const personId = ctx.oidc.session?.accountId
  if (personId === undefined) return false
  const outcome = await findAccess(context, getRequestApp(ctx), personId)
  if (outcome === 'unknown') throw new errors.TemporarilyUnavailable('access could not be checked')
  return outcome === 'yes'
}

type IsNeeded = (ctx: KoaContextWithOIDC) => boolean | Promise<boolean>

function check(reason: string, description: string, error: string, isNeeded: IsNeeded): interactionPolicy.Check {
  return new Check(reason, description, error, async (ctx) =>
    (await isNeeded(ctx)) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  )
}
