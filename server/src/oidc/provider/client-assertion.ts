/** Client assertions (RFC 7523): valid for a minute, and once. */

import { algorithmsOf, type PublicKey } from '@countersign/contract/app/app-keys.ts'
import { APP_CLOCK_SECONDS, PROOF_TTL_SECONDS } from '@countersign/contract/limits/app-limits.ts'
import { compactVerify } from 'jose'
import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { type KeyOfApp, recordKeyUse, thumbprintOf } from '../../apps/key-set.ts'
import type { Context } from '../../context.ts'
import { getClientApp } from './client-app.ts'

/** By the wall clock, as oidc-provider checks the rest. An assertion with a later `exp` must have a recent `iat`. */
export function requireShortLifetime({ exp, iat }: { exp?: unknown; iat?: unknown }): void {
  const now = Math.floor(Date.now() / 1000)
  const end = Math.min(Number(exp), iat === undefined ? Number.POSITIVE_INFINITY : Number(iat) + PROOF_TTL_SECONDS)
  const isExpired = end + APP_CLOCK_SECONDS <= now
  const isTooLong = end > now + PROOF_TTL_SECONDS + APP_CLOCK_SECONDS
  if (isExpired || isTooLong || Number.isNaN(end))
    throw new errors.InvalidClientAuth('client assertion must be short-lived')
}

const signingKeys = new WeakMap<KoaContextWithOIDC, KeyOfApp>()

type Assertion = { header: Record<string, unknown>; client: Client }

export async function rememberSigningKey(ctx: KoaContextWithOIDC, { header, client }: Assertion): Promise<void> {
  const { id: appId, keys } = getClientApp(client)
  const key = await findSigningKey(keys, header, String(ctx.oidc.params?.client_assertion))
  if (key) signingKeys.set(ctx, { appId, thumbprint: thumbprintOf(key) })
}

/** An assertion need not name its key. Then the signature is verified again with each key that could have made it. */
async function findSigningKey(
  keys: PublicKey[],
  { alg, kid }: { alg?: unknown; kid?: unknown },
  assertion: string,
): Promise<PublicKey | undefined> {
  const candidates = keys.filter(
    (key) => (typeof kid !== 'string' || key.kid === kid) && algorithmsOf(key).some((each) => each === alg),
  )
  if (candidates.length < 2) return candidates[0]
  for (const key of candidates) if (await isSignedBy(key, assertion)) return key
  return undefined
}

function isSignedBy({ kid: _, alg: __, ...key }: PublicKey, assertion: string): Promise<boolean> {
  return compactVerify(assertion, key).then(
    () => true,
    () => false,
  )
}

/** After the response: unless client authentication failed, the key was used. */
export function recordSigningKey(context: Context, ctx: KoaContextWithOIDC): void {
  const key = signingKeys.get(ctx)
  if (key && ctx.status !== 401) recordKeyUse(context, key)
}
