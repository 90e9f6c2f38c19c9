/** Storage of oidc-provider. Sessions, clients and grants are ours: it only reads them. */

import { PROOF_KEPT_MS, REFRESH_GRACE_MS } from '@countersign/contract/limits/app-limits.ts'
import { type Adapter, type AdapterPayload, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { hmac } from '../../platform/crypto/keys.ts'
import { isAllowed } from '../provider/app-access.ts'
import { getRequestApp } from '../provider/client-app.ts'
import { clientAdapter } from './client-adapter.ts'
import { consumeItem, findItem, removeItem, revokeItemsOfGrant, saveItem, saveNewItem } from './oidc-item.store.ts'
import { readOnlyAdapter } from './read-only-adapter.ts'
import { grantAdapter, sessionAdapter } from './session-adapter.ts'

export function createAdapter(context: Context): (model: string) => Adapter {
  return (model) => {
    if (model === 'Session') return sessionAdapter(context)
    if (model === 'Client') return clientAdapter(context)
    if (model === 'Grant') return grantAdapter(context)
    if (model === 'ReplayDetection') return replayAdapter(context)
    return itemAdapter(context, model)
  }
}

/** One insert instead of a read and a write, so that of concurrent uses of a client assertion only one succeeds. */
function replayAdapter({ store, now }: Context): Adapter {
  return {
    ...readOnlyAdapter,
    async upsert(id) {
      // The ID alone is ambiguous: the client ID and the jti without a separator.
      const key = { model: 'ReplayDetection', idHash: sha256(`${Provider.ctx?.oidc.client?.clientId} ${id}`) }
      if (await saveNewItem(store, { ...key, expiresAt: now() + PROOF_KEPT_MS })) return
      throw new errors.InvalidClientAuth('client assertion tokens must only be used once')
    },
  }
}

const presented = new WeakMap<KoaContextWithOIDC, AdapterPayload>()

/** The code or refresh token of a token request; the error events of oidc-provider do not contain it. */
export function presentedToken(ctx: KoaContextWithOIDC): AdapterPayload | undefined {
  return presented.get(ctx)
}

function itemAdapter(context: Context, model: string): Adapter {
  const { store, now } = context

  /** A refresh token whose successor was used: another use would start a second branch. */
  async function isSuperseded(id: string): Promise<boolean> {
    const next = await findItem(store, { model, idHash: sha256(successorOf(context, id)) })
    return next !== undefined && next.consumedAt !== null
  }

  return {
    ...readOnlyAdapter,
    async upsert(id, { jti: _, ...payload }, expiresIn = 0) {
      await saveItem(store, {
        model,
        idHash: sha256(id),
        payload: JSON.stringify(payload),
        // An interaction outlives the session it began in, so it does not belong to a grant.
        grantId: model === 'Interaction' ? undefined : payload.grantId,
        sessionId: payload.sessionUid,
        expiresAt: now() + expiresIn * 1000,
      })
    },
    async find(id) {
      const item = await findItem(store, { model, idHash: sha256(id) })
      if (!item || item.expiresAt <= now()) return undefined
      const payload: AdapterPayload = JSON.parse(item.payload)
      payload.jti = id
      const { ctx } = Provider
      if (ctx?.oidc.route === 'token') presented.set(ctx, payload)
      if (item.consumedAt === null) return payload
      const inGrace = item.consumedAt > now() - graceOf(model)
      if (!inGrace || (await isSuperseded(id))) payload.consumed = Math.floor(item.consumedAt / 1000)
      return payload
    },
    async consume(id) {
      const { ctx } = Provider
      const { accountId, grantId } = (ctx && presentedToken(ctx)) ?? {}
      // Otherwise an app that tries again after an outage would replay its code.
      if (model === 'AuthorizationCode' && ctx && accountId !== undefined)
        await isAllowed(context, getRequestApp(ctx), accountId)
      // One conditional update, so that of concurrent uses only one succeeds.
      const graceFrom = graceOf(model) === 0 ? undefined : now() - graceOf(model)
      const key = { model, idHash: sha256(id) }
      if (await consumeItem(store, key, { now: now(), graceFrom })) return
      const isRemoved = (await findItem(store, key)) === undefined
      // oidc-provider does this for what it found used. Here it was used after it was found.
      if (!isRemoved && grantId !== undefined) await revokeItemsOfGrant(store, grantId)
      throw refuseUse(model, isRemoved)
    },
    async destroy(id) {
      await removeItem(store, { model, idHash: sha256(id) })
    },
    revokeByGrantId: (grantId) => revokeItemsOfGrant(store, grantId),
  }
}

/** With the error details of oidc-provider, which are explained and recorded. Removed: its grant was revoked. */
function refuseUse(model: string, isRemoved: boolean): Error {
  if (model === 'PushedAuthorizationRequest') return new errors.InvalidRequestUri('request_uri was already used')
  if (model === 'RefreshToken')
    return new errors.InvalidGrant(isRemoved ? 'refresh token not found' : 'refresh token already used')
  return new errors.InvalidGrant(isRemoved ? 'authorization code not found' : 'authorization code already consumed')
}

/** Allows a refresh to be repeated after a lost response; after a lost response to a code the app starts again. */
function graceOf(model: string): number {
  return model === 'RefreshToken' ? REFRESH_GRACE_MS : 0
}

/** Derived from the rotated token, so that repeated uses return the same successor and no second branch. */
export function successorOf({ keys }: Context, token: string): string {
  return hmac(keys.refresh, token).toString('base64url')
}
