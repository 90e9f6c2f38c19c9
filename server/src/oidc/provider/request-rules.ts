/** What a request may hold beyond what oidc-provider checks, and one thing it takes away that we give back. */

import { MAX_AGE_MAX_SECONDS, NONCE_MAX, PARAMETER_MAX, STATE_MAX } from '@countersign/contract/limits/app-limits.ts'
import { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider'

const MARK = 'cs_offline'

/** Run for every request and every pushed one, after all other checks. */
export const requestRules: Configuration['extraParams'] = {
  [MARK](ctx, mark) {
    requireBounds(ctx)
    keepOfflineAccess(ctx, mark)
  },
}

function requireBounds({ oidc }: KoaContextWithOIDC): void {
  const { nonce, max_age: maxAge } = oidc.params ?? {}
  for (const [name, value] of Object.entries(oidc.params ?? {}))
    if (isLonger(value, MOST[name] ?? PARAMETER_MAX)) throw new errors.InvalidRequest(`${name} is too long`)
  if (maxAge !== undefined && !(/^\d+$/.test(String(maxAge)) && Number(maxAge) <= MAX_AGE_MAX_SECONDS))
    throw new errors.InvalidRequest('max_age is not a number of seconds within a year')
  // Either binds the code to the browser that asked: a stolen code cannot be injected into another session.
  if (!oidc.params?.code_challenge && !nonce) throw new errors.InvalidRequest('nonce is required without PKCE')
  // A proof that answers no request in particular could be an old one.
  if (oidc.requestParamOIDCScopes.has('wallet_proof') && !nonce)
    throw new errors.InvalidRequest('wallet_proof needs a nonce')
}

const MOST: Record<string, number> = { state: STATE_MAX, nonce: NONCE_MAX }

function isLonger(value: unknown, most: number): boolean {
  return typeof value === 'string' && value.length > most
}

/**
 * oidc-provider drops `offline_access` from every request without `prompt=consent`. Ours is shown on the consent screen
 * and remembered with the rest, which OpenID Connect 11 allows, and much software does not know of that prompt.
 */
function keepOfflineAccess({ oidc, query, method }: KoaContextWithOIDC, mark: unknown): void {
  const { params, client, body } = oidc
  if (!params || !client) return
  // What stands beside a pushed request is no part of it (RFC 9126 4).
  const asked: unknown = method === 'POST' ? body?.scope : 'request_uri' in query ? undefined : query.scope
  const wanted = mark === '1' || (typeof asked === 'string' && asked.split(' ').includes('offline_access'))
  const offline = wanted && client.grantTypeAllowed('refresh_token')
  // A pushed request is read again when it is used: by then only the mark tells.
  params[MARK] = offline ? '1' : undefined
  if (offline) params.scope = [...new Set([...String(params.scope ?? '').split(' '), 'offline_access'])].join(' ')
}
