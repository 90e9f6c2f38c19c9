/**
 * Everything that changes oidc-provider beyond its options, adapters, events and interaction policy. overrides.test.ts
 * fails when the library changes what is replaced here, or no longer needs it.
 */

import type { ServerResponse } from 'node:http'
import { type Client, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { verifySecret } from '../../apps/secret.ts'
import type { Context } from '../../context.ts'
import { cookieName } from '../../platform/http/request/cookies.ts'
import { successorOf } from '../adapters/adapter.ts'
import { getClientApp } from '../provider/client-app.ts'
import { renderError } from '../provider/errors/render-error.ts'
import { redirectAfterLogout } from '../sign-out/rp-initiated-logout.ts'

export function applyOverrides(context: Context, provider: Provider): void {
  compareHashes(context, provider)
  deriveRotatedTokens(context, provider)
  provider.use(async (ctx, next) => {
    await next()
    removeSessionCookie(ctx.res, cookieName('session', context.config.secure))
    if ('oidc' in ctx) adjustResponse(ctx as KoaContextWithOIDC) // set by oidc-provider for each of its routes
  })
}

/** It compares secrets in plain text, and accepts them in the header and the body, whichever method is registered. */
function compareHashes(context: Context, { Client }: Provider): void {
  Client.prototype.compareClientSecret = function compare(given: string) {
    requireConfiguredMethod(this)
    return verifySecret(context, getClientApp(this).id, given)
  }
}

function requireConfiguredMethod({ clientAuthMethod }: Client): void {
  const inHeader = Provider.ctx?.get('authorization') !== ''
  if (inHeader === (clientAuthMethod === 'client_secret_basic')) return
  throw new errors.InvalidClientAuth(`client_secret was sent in the ${inHeader ? 'header' : 'body'}`)
}

/** Every use of a refresh token within its grace period would issue another one. */
function deriveRotatedTokens(context: Context, { RefreshToken }: Provider): void {
  const model = RefreshToken.prototype as unknown as { generateTokenId(): string } // missing in its types
  const newId = model.generateTokenId
  model.generateTokenId = function generate() {
    const rotated = Provider.ctx?.oidc.entities.RotatedRefreshToken
    return rotated ? successorOf(context, rotated.jti) : newId.call(this)
  }
}

/** It would set the session cookie with every response, to the ID of the session. */
function removeSessionCookie(response: ServerResponse, name: string): void {
  const lines = [response.getHeader('set-cookie') ?? []].flat().map(String)
  const others = lines.filter((line) => !line.startsWith(`${name}=`))
  if (others.length === lines.length) return
  if (others.length === 0) response.removeHeader('set-cookie')
  else response.setHeader('set-cookie', others)
}

/** It lists response modes that no app can use, does not cache its metadata, and has pages of its own. */
function adjustResponse(ctx: KoaContextWithOIDC): void {
  const { route } = ctx.oidc
  if (route === 'discovery' && ctx.status === 200) {
    ctx.body = { ...(ctx.body as object), response_modes_supported: ['query'] } // the metadata object
    ctx.set('Cache-Control', 'public, max-age=3600')
  }
  if (route === 'jwks' && ctx.status === 200) ctx.set('Cache-Control', 'public, max-age=300')
  if (route === 'token' || route === 'userinfo') return
  if (!ctx.response.is('html') || (ctx.status >= 300 && ctx.status < 400)) return
  if (route === 'end_session') redirectAfterLogout(ctx)
  else renderError(ctx, { error: 'invalid_request' })
}
