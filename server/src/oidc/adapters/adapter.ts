/** What oidc-provider keeps, in our database. Sessions, clients and grants are ours: it only reads them. */

import { REFRESH_GRACE_MS } from '@countersign/contract/limits/app-limits.ts'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { successorOf } from '../tokens/refresh-token-successor.ts'
import { clientAdapter } from './client-adapter.ts'
import { grantAdapter } from './grant-adapter.ts'
import { consumeItem, findItem, removeItem, removeItemsOfGrant, saveItem } from './oidc-item.store.ts'
import { sessionAdapter } from './session-adapter.ts'

export function createAdapter(context: Context): (model: string) => Adapter {
  return (model) => {
    if (model === 'Session') return sessionAdapter(context)
    if (model === 'Client') return clientAdapter(context)
    if (model === 'Grant') return grantAdapter(context)
    return itemAdapter(context, model)
  }
}

function itemAdapter(context: Context, model: string): Adapter {
  const { store, now } = context

  /** True when its successor was used: using it again would start a second branch, which is reuse. */
  async function isFollowed(id: string): Promise<boolean> {
    const next = await findItem(store, { model, idHash: sha256(successorOf(context, id)) })
    return next !== undefined && next.consumedAt !== null
  }

  return {
    ...NOT_KEPT,
    async upsert(id, { jti: _, ...payload }, expiresIn = 0) {
      await saveItem(store, {
        model,
        idHash: sha256(id),
        payload: JSON.stringify(payload),
        // A question that is open is nothing an app holds: it outlives the session it was asked in.
        grantId: model === 'Interaction' ? null : (payload.grantId ?? null),
        sessionId: payload.sessionUid ?? null,
        expiresAt: now() + expiresIn * 1000,
      })
    },
    async find(id) {
      const item = await findItem(store, { model, idHash: sha256(id) })
      if (!item || item.expiresAt <= now()) return undefined
      const payload: AdapterPayload = JSON.parse(item.payload)
      payload.jti = id
      if (item.consumedAt === null) return payload
      const inGrace = item.consumedAt > now() - graceOf(model)
      if (!inGrace || (await isFollowed(id))) payload.consumed = Math.floor(item.consumedAt / 1000)
      return payload
    },
    async consume(id) {
      const graceFrom = now() - graceOf(model)
      // Whoever comes second gets nothing: the row is changed by one of them only.
      if (
        !(await consumeItem(store, {
          model,
          idHash: sha256(id),
          now: now(),
          graceFrom: graceOf(model) === 0 ? FAR : graceFrom,
        }))
      )
        throw model === 'PushedAuthorizationRequest'
          ? new errors.InvalidRequestUri('request_uri was already used')
          : new errors.InvalidGrant(`${model} already consumed`)
    },
    destroy: (id) => removeItem(store, { model, idHash: sha256(id) }),
    revokeByGrantId: (grantId) => removeItemsOfGrant(store, grantId),
  }
}

/** No time is later: consumed once means consumed. */
const FAR = Number.MAX_SAFE_INTEGER

/** An answer to a refresh may get lost on its way, and is then given again with the same successor; an answer to a code is asked for by starting again. */
function graceOf(model: string): number {
  return model === 'RefreshToken' ? REFRESH_GRACE_MS : 0
}

const nothing = async () => undefined
const NOT_KEPT = { findByUserCode: nothing, findByUid: nothing }
