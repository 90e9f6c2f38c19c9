/** Binds an interaction to the browser it began in, by a cookie for its path. */

import { INTERACTION_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { equalBytes, hmac } from '../../platform/crypto/keys.ts'
import { readCookie } from '../../platform/http/cookies.ts'

/** `__Host-` would require the path `/`. */
export function pathCookieName(name: 'cs_ask' | 'cs_int' | 'cs_resume', secure: boolean): string {
  return secure ? `__Secure-${name}` : name
}

export function startInteraction(context: Context, ctx: KoaContextWithOIDC, { uid, prompt }: Interaction): string {
  bindToBrowser(context, ctx, { id: uid, path: `/api/interactions/${uid}` })
  return prompt.name === 'login' ? `/sign-in?interaction=${uid}` : `/consent/${uid}`
}

/** The id appears in URLs; the cookie is an HMAC that others cannot compute from it. */
export function bindToBrowser(
  { config: { secure }, keys }: Context,
  ctx: KoaContextWithOIDC,
  { id, path }: { id: string; path: string },
): void {
  ctx.cookies.set(pathCookieName('cs_ask', secure), hmac(keys.question, id).toString('base64url'), {
    signed: false,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path,
    maxAge: INTERACTION_TTL_MS,
    overwrite: false,
  })
}

export function isSameBrowser({ config, keys }: Context, cookies: string | undefined, id: string): boolean {
  const value = readCookie(cookies, pathCookieName('cs_ask', config.secure))
  return value !== undefined && equalBytes(Buffer.from(value, 'base64url'), hmac(keys.question, id))
}
