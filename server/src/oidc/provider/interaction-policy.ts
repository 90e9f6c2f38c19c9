/** When an app's request needs a person's eyes: sign-in, choice of account, access, consent. */

import { ACR_FRESH, ACR_WALLET } from '@countersign/contract/scope.ts'
import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { isOwnSession } from '../adapters/grant-id.ts'
import { subjectOf } from '../tokens/claims.ts'
import { isAllowed } from './app-access.ts'
import { appOf } from './client-app.ts'

const { base, Check, Prompt } = interactionPolicy

export function createPolicy(context: Context): interactionPolicy.DefaultPolicy {
  const policy = base()
  const login = policy.get('login')
  const consent = policy.get('consent')
  if (!login || !consent) throw new Error('oidc-provider has other prompts than it had')
  login.checks.add(
    // Whatever an interaction says, only our own cookie says who somebody is.
    new Check('not_ours', 'End-User authentication is required', 'login_required', ({ oidc }) =>
      wants(!isOwnSession(oidc.session?.uid)),
    ),
  )
  login.checks.add(
    new Check('other_person', 'the person the app asked for is not signed in', 'login_required', (ctx) =>
      wants(isSomebodyElse(context, ctx)),
    ),
  )
  login.checks.add(
    new Check('not_fresh', 'a fresh signature is required', 'login_required', ({ oidc }) =>
      // Who signed for this request and then read for long has signed for it all the same.
      wants(asksForFresh(oidc.params?.acr_values) && oidc.acr !== ACR_FRESH && !oidc.result?.login),
    ),
  )
  // Whoever has our session needs no signature for each native app; the consent screen is what guards those.
  consent.checks.add(
    new Check('every_time', 'this app asks every time', 'consent_required', (ctx) =>
      wants(appOf(ctx).consent === 'always' && !ctx.oidc.result?.consent),
    ),
  )
  policy.add(
    new Prompt(
      { name: 'select_account', requestable: true },
      // Even an app nobody has to consent to is shown once before it learns who somebody is.
      new Check('never_seen', 'this app has not been seen before', 'consent_required', (ctx) =>
        wants(appOf(ctx).consent === 'never' && lacksScopes(ctx)),
      ),
    ),
    1,
  )
  policy.add(
    new Prompt(
      { name: 'access', requestable: false },
      new Check('not_allowed', 'access_denied_by_policy', 'access_denied', async (ctx) =>
        wants(!(await mayEnter(context, ctx))),
      ),
    ),
    2,
  )
  policy.add(
    new Prompt(
      { name: 'prove', requestable: false },
      // Always anew, for this very request: what was signed before proves nothing now.
      new Check('not_proven', 'a signature for this app is required', 'interaction_required', ({ oidc }) =>
        wants(oidc.requestParamOIDCScopes.has('wallet_proof') && !('prove' in (oidc.result ?? {}))),
      ),
    ),
    4,
  )
  return policy
}

/**
 * The hint was checked when the request came; oidc-provider forgets it once somebody has signed in. Whoever signed in
 * then as another than the one asked for is refused, or they would be asked for ever.
 */
function isSomebodyElse(context: Context, ctx: KoaContextWithOIDC): boolean {
  const { client, params, result, session } = ctx.oidc
  const hint = params?.id_token_hint
  if (typeof hint !== 'string' || !client || !session?.accountId) return false
  const { sub } = JSON.parse(Buffer.from(hint.split('.')[1] ?? '', 'base64url').toString())
  if (sub === subjectOf(context, { appId: appOf(ctx).id, subjectType: client.subjectType }, session.accountId))
    return false
  if (result?.login) throw new errors.LoginRequired('somebody else signed in')
  return true
}

/** Every session is as good as the other value, so whoever names that too asks for nothing. */
function asksForFresh(acrValues: unknown): boolean {
  const wanted = typeof acrValues === 'string' ? acrValues.split(' ') : []
  return wanted.includes(ACR_FRESH) && !wanted.includes(ACR_WALLET)
}

function lacksScopes({ oidc }: KoaContextWithOIDC): boolean {
  const granted = new Set(oidc.entities.Grant?.getOIDCScopeEncountered().split(' '))
  return [...oidc.requestParamOIDCScopes].some((scope) => !granted.has(scope))
}

function mayEnter(context: Context, ctx: KoaContextWithOIDC): Promise<boolean> {
  const personId = ctx.oidc.session?.accountId
  return personId === undefined ? Promise.resolve(false) : isAllowed(context, appOf(ctx), personId)
}

function wants(needed: boolean): boolean {
  return needed ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT
}
