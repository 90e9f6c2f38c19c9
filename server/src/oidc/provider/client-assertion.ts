/** What an app signs to prove itself (RFC 7523): good for a minute, and once. */

import type { PublicKey } from '@countersign/contract/app-keys.ts'
import { APP_CLOCK_SECONDS, PROOF_KEPT_MS, PROOF_TTL_SECONDS } from '@countersign/contract/limits/app-limits.ts'
import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { thumbprintOf } from '../../apps/key-set.ts'
import type { KeyOfApp } from '../../apps/key-use.store.ts'
import { noteKeyUse } from '../../apps/key-use.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { saveNewItem } from '../adapters/oidc-item.store.ts'
import { lentKeys } from '../self-test/lent-key.ts'
import { keyThatSigned } from './assertion-key.ts'
import { appOfClient } from './client-app.ts'

const MODEL = 'ReplayDetection'

/** By the clock on the wall, as oidc-provider has looked at the rest. One made to last says at least when it was made. */
export function requireShortLife({ exp, iat }: { exp?: unknown; iat?: unknown }): void {
  const now = Math.floor(Date.now() / 1000)
  const end = Math.min(Number(exp), iat === undefined ? Number.POSITIVE_INFINITY : Number(iat) + PROOF_TTL_SECONDS)
  const isOver = end + APP_CLOCK_SECONDS <= now
  const isLong = end > now + PROOF_TTL_SECONDS + APP_CLOCK_SECONDS
  // Written so that what is no number is refused as well.
  if (isOver || isLong || Number.isNaN(end)) throw new errors.InvalidClientAuth('client assertion must be short-lived')
}

/** oidc-provider would look first and write after, which is two steps. Whoever writes it down first has used it. */
export function isFirstUse({ store, now }: Context, clientId: string, jti: string): Promise<boolean> {
  return saveNewItem(store, { model: MODEL, idHash: sha256(`${clientId} ${jti}`), expiresAt: now() + PROOF_KEPT_MS })
}

const signed = new WeakMap<KoaContextWithOIDC, KeyOfApp>()

type Proven = { header: Record<string, unknown>; client: Client }

/** The signature is good, but the proof may still turn out to have been used. A key lent for a test is nobody's. */
export function rememberKey(context: Context, ctx: KoaContextWithOIDC, { header, client }: Proven): void {
  const { id: appId } = appOfClient(client)
  const lent = lentKeys(context, appId).map(({ kid }) => kid)
  const keys = ((client.jwks?.keys ?? []) as PublicKey[]).filter(({ kid }) => !lent.includes(kid)) // as our adapter gave them
  const key = keyThatSigned(keys, header, String(ctx.oidc.params?.client_assertion))
  if (key) signed.set(ctx, { appId, thumbprint: thumbprintOf(key) })
}

/** Once it is answered: whatever else was wrong, the app was known by its key unless it was told that it is not. */
export function noteKeyOf(context: Context, ctx: KoaContextWithOIDC): void {
  const key = signed.get(ctx)
  if (key && ctx.status !== 401) noteKeyUse(context, key)
}
