/** When an authorization request needs interaction: sign-in, account selection, access, consent, wallet proof. */

import { ACR_FRESH, ACR_WALLET } from '@countersign/contract/scope.ts'
import { decodeJwt } from 'jose'
import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { isSessionId } from '../adapters/grant-id.ts'
import { subjectOf } from '../tokens/claims.ts'
import { isAllowed } from './app-access.ts'
import { getRequestApp } from './client-app.ts'

const { base, Check, Prompt } = interactionPolicy

export function createPolicy(context: Context): interactionPolicy.DefaultPolicy {
  const policy = base()
  const login = policy.get('login')
  const consent = policy.get('consent')
  if (!login || !consent) throw new Error('oidc-provider has no login or consent prompt')
  login.checks.add(
    // Only our own session authenticates, whatever the interaction says.
    new Check('not_ours', 'End-User authentication is required', 'login_required', ({ oidc }) =>
      prompt(!isSessionId(oidc.session?.uid)),
    ),
  )
  login.checks.add(
    new Check('other_person', 'the person the app asked for is not signed in', 'login_required', (ctx) =>
      prompt(isOtherPerson(context, ctx)),
    ),
  )
  login.checks.add(
    new Check('not_fresh', 'a fresh signature is required', 'login_required', ({ oidc }) =>
      // A signature for this very request counts, however long ago it was made.
      prompt(requiresFresh(oidc.params?.acr_values) && oidc.acr !== ACR_FRESH && !oidc.result?.login),
    ),
  )
  consent.checks.add(
    new Check('every_time', 'this app asks every time', 'consent_required', (ctx) =>
      prompt(getRequestApp(ctx).consent === 'always' && !ctx.oidc.result?.consent),
    ),
  )
  policy.add(
    new Prompt(
      { name: 'select_account', requestable: true },
      // An app without consent is still shown once before it receives an identity.
      new Check('never_seen', 'this app has not been seen before', 'consent_required', (ctx) =>
        prompt(getRequestApp(ctx).consent === 'never' && lacksScopes(ctx)),
      ),
    ),
    1,
  )
  policy.add(
    new Prompt(
      { name: 'access', requestable: false },
      new Check('not_allowed', 'access_denied_by_policy', 'access_denied', async (ctx) =>
        prompt(!(await hasAccess(context, ctx))),
      ),
    ),
    2,
  )
  policy.add(
    new Prompt(
      { name: 'prove', requestable: false },
      // Required for every request.
      new Check('not_proven', 'a signature for this app is required', 'interaction_required', ({ oidc }) =>
        prompt(oidc.requestParamOIDCScopes.has('wallet_proof') && !('prove' in (oidc.result ?? {}))),
      ),
    ),
    4,
  )
  return policy
}

/**
 * oidc-provider verified the hint with the request, but ignores it after the sign-in. Someone who then signs in as another
 * person is rejected instead of asked again without end.
 */
function isOtherPerson(context: Context, ctx: KoaContextWithOIDC): boolean {
  const { client, params, result, session } = ctx.oidc
  const hint = params?.id_token_hint
  if (typeof hint !== 'string' || !client || !session?.accountId) return false
  const { sub } = decodeJwt(hint)
  if (sub === subjectOf(context, { appId: getRequestApp(ctx).id, subjectType: client.subjectType }, session.accountId))
    return false
  if (result?.login) throw new errors.LoginRequired('another person signed in')
  return true
}

/** A request that also accepts the plain ACR is satisfied by any session. */
function requiresFresh(acrValues: unknown): boolean {
  const wanted = typeof acrValues === 'string' ? acrValues.split(' ') : []
  return wanted.includes(ACR_FRESH) && !wanted.includes(ACR_WALLET)
}

function lacksScopes({ oidc }: KoaContextWithOIDC): boolean {
  const granted = new Set(oidc.entities.Grant?.getOIDCScopeEncountered().split(' '))
  return [...oidc.requestParamOIDCScopes].some((scope) => !granted.has(scope))
}

function hasAccess(context: Context, ctx: KoaContextWithOIDC): Promise<boolean> {
  const personId = ctx.oidc.session?.accountId
  return personId === undefined ? Promise.resolve(false) : isAllowed(context, getRequestApp(ctx), personId)
}

function prompt(needed: boolean): boolean {
  return needed ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT
}
