import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { isStored, revokeItemsOfGrant } from '../adapters/oidc-item.store.ts'
import { sendUnavailable } from './errors/render-error.ts'

/**
 * After the tokens were stored: without their code or refresh token, the grant was revoked meanwhile, because another
 * request presented the same one.
 */
export async function revokeIfReplayed({ store, log }: Context, ctx: KoaContextWithOIDC): Promise<void> {
  const { AuthorizationCode: code, RotatedRefreshToken: rotated } = ctx.oidc.entities
  const used = rotated ?? code
  if (ctx.status !== 200 || used?.grantId === undefined) return
  const model = rotated ? 'RefreshToken' : 'AuthorizationCode'
  try {
    if (!(await isStored(store, { model, idHash: sha256(used.jti) }))) await revokeItemsOfGrant(store, used.grantId)
  } catch (error) {
    log.warn('could not check whether a code was replayed', { reason: String(error) })
    sendUnavailable(ctx)
  }
}
