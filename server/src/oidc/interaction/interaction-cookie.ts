/** An interaction belongs to the browser it began in: each has a cookie that only its own address is sent. */

import { INTERACTION_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import type { Interaction, KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { authenticate, equalBytes } from '../../platform/crypto/keys.ts'
import { readCookie } from '../../platform/http/cookies.ts'

/** Bound to a path, so it cannot begin with `__Host-`; over https a plain page still cannot set it. */
export function nameForPath(name: 'cs_ask' | 'cs_int' | 'cs_resume', secure: boolean): string {
  return secure ? `__Secure-${name}` : name
}

/** Where the person goes to be asked. Consent has a screen of its own; everything else begins with signing in. */
export function askPerson(context: Context, ctx: KoaContextWithOIDC, { uid, prompt }: Interaction): string {
  bindToBrowser(context, ctx, { id: uid, path: `/api/interactions/${uid}` })
  return prompt.name === 'login' ? `/sign-in?interaction=${uid}` : `/consent/${uid}`
}

/** The id is in addresses, which others may see; what the cookie says does not follow from it. */
export function bindToBrowser(
  { config: { secure }, keys }: Context,
  ctx: KoaContextWithOIDC,
  { id, path }: { id: string; path: string },
): void {
  ctx.cookies.set(nameForPath('cs_ask', secure), authenticate(keys.question, id).toString('base64url'), {
    signed: false,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path,
    maxAge: INTERACTION_TTL_MS,
    overwrite: false,
  })
}

export function isBegunHere({ config, keys }: Context, cookies: string | undefined, id: string): boolean {
  const value = readCookie(cookies, nameForPath('cs_ask', config.secure))
  return value !== undefined && equalBytes(Buffer.from(value, 'base64url'), authenticate(keys.question, id))
}
