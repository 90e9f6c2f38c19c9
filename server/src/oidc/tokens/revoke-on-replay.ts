import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { findItem, removeItemsOfGrant } from '../adapters/oidc-item.store.ts'

/**
 * Whoever uses a code or refresh token again ends all it gave, but tokens that are just being made would be kept after
 * that. So when they are, what they were given for must still be there, or they are ended too.
 */
export async function endIfReused({ store, log }: Context, ctx: KoaContextWithOIDC): Promise<void> {
  const { AuthorizationCode: code, RotatedRefreshToken: rotated } = ctx.oidc.entities
  const spent = rotated ?? code
  if (ctx.status !== 200 || spent?.grantId === undefined) return
  const model = rotated ? 'RefreshToken' : 'AuthorizationCode'
  try {
    const left = await findItem(store, { model, idHash: sha256(spent.jti) })
    if (!left) await removeItemsOfGrant(store, spent.grantId)
  } catch (error) {
    // Nobody can tell, so they do not go out.
    log.warn('could not look whether a code was used again', { reason: String(error) })
    ctx.status = 503
    ctx.set('Retry-After', '5')
    ctx.body = { error: 'temporarily_unavailable' }
  }
}
