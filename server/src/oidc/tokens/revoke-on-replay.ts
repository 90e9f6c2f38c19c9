import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { findItem, removeItemsOfGrant } from '../adapters/oidc-item.store.ts'

/**
 * A replayed code or refresh token revokes its grant, but not tokens that a concurrent request stores afterwards. So each
 * response checks that its code or refresh token still exists, and revokes the grant otherwise.
 */
export async function revokeIfReplayed({ store, log }: Context, ctx: KoaContextWithOIDC): Promise<void> {
  const { AuthorizationCode: code, RotatedRefreshToken: rotated } = ctx.oidc.entities
  const used = rotated ?? code
  if (ctx.status !== 200 || used?.grantId === undefined) return
  const model = rotated ? 'RefreshToken' : 'AuthorizationCode'
  try {
    const item = await findItem(store, { model, idHash: sha256(used.jti) })
    if (!item) await removeItemsOfGrant(store, used.grantId)
  } catch (error) {
    // Unverified tokens are not sent.
    log.warn('could not check whether a code was replayed', { reason: String(error) })
    ctx.status = 503
    ctx.set('Retry-After', '5')
    ctx.body = { error: 'temporarily_unavailable' }
  }
}
