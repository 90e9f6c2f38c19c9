import { AppError } from '@countersign/contract/error/errors.ts'
import { INTERACTION_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { equalBytes, hmac } from '../../platform/crypto/keys.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { readCookie } from '../../platform/http/request/cookies.ts'

/** `__Host-` would require the path `/`. */
export function pathCookieName(name: 'cs_prompt' | 'cs_int' | 'cs_resume', secure: boolean): string {
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
  ctx.cookies.set(pathCookieName('cs_prompt', secure), hmac(keys.interaction, id).toString('base64url'), {
    signed: false,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path,
    maxAge: INTERACTION_TTL_MS,
    overwrite: false,
  })
}

export function requireSameBrowser({ config, keys }: Context, exchange: Exchange, id: string): void {
  const value = readCookie(exchange.header('cookie'), pathCookieName('cs_prompt', config.secure))
  if (value === undefined || !equalBytes(Buffer.from(value, 'base64url'), hmac(keys.interaction, id)))
    throw new AppError('interaction_expired')
}
