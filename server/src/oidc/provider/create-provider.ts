/** One oidc-provider for one set of keys. It is loaded when the first app calls: it takes longer than all the rest. */

import type { EventEmitter } from 'node:events'
import { isRegisteredPostLogout } from '@countersign/contract/app-uri.ts'
import { type Client, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { isSecretOf } from '../../apps/secret.ts'
import type { Context } from '../../context.ts'
import { cookieName } from '../../platform/http/cookies.ts'
import { rememberClients } from '../adapters/client-adapter.ts'
import type { OpenedKey } from '../keys/signing-key.ts'
import { isLent } from '../self-test/lent-secret.ts'
import { leaveTo } from '../sign-out/rp-initiated-logout.ts'
import { successorOf } from '../tokens/refresh-token-successor.ts'
import { endIfReused } from '../tokens/revoke-on-replay.ts'
import { noteEvents } from './audit-events.ts'
import { appOfClient } from './client-app.ts'
import { isFirstUse, noteKeyOf } from './client-assertion.ts'
import { configure } from './configuration.ts'
import { logErrors } from './log-errors.ts'
import { answerUnavailable, noteBroken, showProblem } from './render-error.ts'

export function createProvider(context: Context, keys: OpenedKey[]): Provider {
  const { origin, secure } = context.config
  const provider = new Provider(`${origin}/oidc`, configure(context, keys))
  // What it builds addresses from is pinned by mount.ts, which is the proxy meant here.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function compare(given: string) {
    const { id } = appOfClient(this)
    requireConfiguredPlace(this)
    return isLent(context, id, given) || isSecretOf(context, id, given)
  }
  provider.Client.prototype.postLogoutRedirectUriAllowed = function isAllowed(uri: string) {
    return isRegisteredPostLogout(uri, this.postLogoutRedirectUris ?? [], appOfClient(this).kind)
  }
  giveOneSuccessor(context, provider)
  rememberClients(context, provider)
  provider.ReplayDetection.unique = (clientId, jti) => isFirstUse(context, clientId, jti)
  provider.use(async (ctx, next) => {
    await next()
    withoutOurCookie(ctx.res, cookieName('session', secure))
    if (!('oidc' in ctx)) return
    const theirs = ctx as KoaContextWithOIDC // put there by oidc-provider for each of its routes
    amend(theirs)
    noteKeyOf(context, theirs)
    if (theirs.oidc.route === 'token') await endIfReused(context, theirs)
  })
  const koa = provider as unknown as EventEmitter // its types leave out what it is made of
  koa.on('error', (error: Error) => noteBroken(context, error))
  provider.on('server_error', (ctx, error) => answerUnavailable(context, ctx, error))
  noteEvents(context, provider)
  logErrors(context, provider)
  return provider
}

/** oidc-provider takes a secret in the header or the body, whichever of them is registered. */
function requireConfiguredPlace({ clientAuthMethod }: Client): void {
  const inHeader = Provider.ctx?.get('authorization') !== ''
  if (inHeader === (clientAuthMethod === 'client_secret_basic')) return
  throw new errors.InvalidClientAuth(`client_secret was sent in the ${inHeader ? 'header' : 'body'}`)
}

/** By default every use of a refresh token within its grace makes another one. */
function giveOneSuccessor(context: Context, provider: Provider): void {
  const model = provider.RefreshToken.prototype as unknown as { generateTokenId(): string } // its types leave it out
  const newId = model.generateTokenId
  model.generateTokenId = function generate() {
    const rotated = Provider.ctx?.oidc.entities.RotatedRefreshToken
    return rotated ? successorOf(context, rotated.jti) : newId.call(this)
  }
}

/** Its answers, where ours differ. */
function amend(ctx: KoaContextWithOIDC): void {
  const { route } = ctx.oidc
  if (route === 'discovery' && ctx.status === 200) {
    ctx.body = { ...(ctx.body as object), response_modes_supported: ['query'] } // made by oidc-provider, an object
    ctx.set('Cache-Control', 'public, max-age=3600')
  }
  if (route === 'jwks' && ctx.status === 200) ctx.set('Cache-Control', 'public, max-age=300')
  // Pages are ours to show. It has one of its own for somebody who is signed out already, and forms for some errors.
  if (route === 'token' || route === 'userinfo') return
  if (!ctx.response.is('html') || (ctx.status >= 300 && ctx.status < 400)) return
  if (route === 'end_session') leaveTo(ctx)
  else showProblem(ctx, { error: 'invalid_request' })
}

/** The session's cookie is ours alone: oidc-provider would set it anew with every answer. */
function withoutOurCookie(
  response: {
    getHeader(name: string): unknown
    setHeader(name: string, value: string[]): unknown
    removeHeader(name: string): void
  },
  name: string,
): void {
  const set = response.getHeader('set-cookie')
  const lines = (Array.isArray(set) ? set : set === undefined ? [] : [set]).map(String)
  const others = lines.filter((line) => !line.startsWith(`${name}=`))
  if (others.length === lines.length) return
  if (others.length === 0) response.removeHeader('set-cookie')
  else response.setHeader('set-cookie', others)
}
