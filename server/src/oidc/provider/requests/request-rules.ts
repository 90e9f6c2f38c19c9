import { MAX_AGE_MAX_SECONDS, NONCE_MAX, PARAMETER_MAX, STATE_MAX } from '@countersign/contract/limits/app-limits.ts'
import { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider'

const OFFLINE_PARAM = 'cs_offline'

/** Runs for every authorization request and pushed request, after all other checks. */
export const requestRules: Configuration['extraParams'] = {
  [OFFLINE_PARAM](ctx, value) {
    requireBounds(ctx)
    keepOfflineAccess(ctx, value)
  },
}

function requireBounds({ oidc }: KoaContextWithOIDC): void {
  const { nonce, max_age: maxAge } = oidc.params ?? {}
  for (const [name, value] of Object.entries(oidc.params ?? {}))
    if (typeof value === 'string' && value.length > (MAX_LENGTHS[name] ?? PARAMETER_MAX))
      throw new errors.InvalidRequest(`${name} is too long`)
  if (maxAge !== undefined && !(/^\d+$/.test(String(maxAge)) && Number(maxAge) <= MAX_AGE_MAX_SECONDS))
    throw new errors.InvalidRequest('max_age is not a number of seconds within a year')
  // Either binds the code to the browser, so that a stolen code cannot be injected into another session.
  if (!oidc.params?.code_challenge && !nonce) throw new errors.InvalidRequest('nonce is required without PKCE')
  // Without a nonce an old proof could be replayed.
  if (oidc.requestParamOIDCScopes.has('wallet_proof') && !nonce)
    throw new errors.InvalidRequest('wallet_proof needs a nonce')
}

const MAX_LENGTHS: Record<string, number> = { state: STATE_MAX, nonce: NONCE_MAX }

/** oidc-provider drops it without `prompt=consent`, which many apps omit. Our consent screen shows it (OIDC Core 11). */
function keepOfflineAccess({ oidc, query, method }: KoaContextWithOIDC, value: unknown): void {
  const { params, client, body } = oidc
  if (!params || !client) return
  // Parameters beside a `request_uri` are ignored (RFC 9126 4).
  const scope: unknown = method === 'POST' ? body?.scope : 'request_uri' in query ? undefined : query.scope
  const wanted = value === '1' || (typeof scope === 'string' && scope.split(' ').includes('offline_access'))
  const offline = wanted && client.grantTypeAllowed('refresh_token')
  // A pushed request is checked again when it is used; by then only this parameter is left.
  params[OFFLINE_PARAM] = offline ? '1' : undefined
  if (offline) params.scope = [...new Set([...String(params.scope ?? '').split(' '), 'offline_access'])].join(' ')
}
