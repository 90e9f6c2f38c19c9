/**
 * oidc-provider revokes the grant of a code or refresh token that it found used. Here are the other orders of concurrent
 * requests: it was used after it was found, and its tokens are stored after the grant was revoked.
 */

import { type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { isStored, revokeItemsOfGrant } from '../adapters/oidc-item.store.ts'
import { isAllowed } from './app-access.ts'
import { isReplay } from './audit-events.ts'
import { getRequestApp } from './client-app.ts'
import { sendUnavailable } from './render-error.ts'

type Consumable = { grantId?: string | undefined; accountId?: string | undefined; consume(): Promise<void> }

export function revokeOnReplay(context: Context, provider: Provider): void {
  const { AuthorizationCode, RefreshToken } = provider
  for (const { name, prototype } of [AuthorizationCode, RefreshToken]) {
    const model: Consumable = prototype
    const { consume } = model
    model.consume = async function consumeOnce() {
      const { ctx } = Provider
      // Otherwise an app that tries again after an outage would replay its code.
      if (ctx && name === 'AuthorizationCode' && this.accountId !== undefined)
        await isAllowed(context, getRequestApp(ctx), this.accountId)
      try {
        await consume.call(this)
      } catch (error) {
        if (this.grantId !== undefined && isReplay(error)) await revokeItemsOfGrant(context.store, this.grantId)
        throw error
      }
    }
  }
}

/** After the tokens were stored: without their code or refresh token, the grant was revoked meanwhile. */
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
