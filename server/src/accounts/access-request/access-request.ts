import { REQUEST_KEPT_MS, REQUEST_REPEAT_MS } from '@countersign/contract/limits/access-request-limits.ts'
import type { RequestState } from '@countersign/contract/routes/access-request.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import * as store from './access-request.store.ts'

export type RequestKey = store.RequestKey

/** The object of a request to sign up. */
export const SITE = 'site'

/** Undefined when a new request may be made. */
export async function findRequestState(
  queries: Queries,
  { now, ...key }: RequestKey & { now: number },
): Promise<RequestState | undefined> {
  const request = await store.findLatestRequest(queries, key)
  if (!request || request.status === 'accepted') return undefined
  const createdAt = new Date(request.createdAt).toISOString()
  if (request.status === 'open') return { status: 'open', createdAt, until: null }
  const until = (request.decidedAt ?? 0) + REQUEST_REPEAT_MS
  return now < until ? { status: 'declined', createdAt, until: new Date(until).toISOString() } : undefined
}

export const removeRequestsOf = store.removeRequestsOf

export function purgeAccessRequests(context: Context, queries: Queries): Promise<void> {
  return store.removeOldRequests(queries, context.now() - REQUEST_KEPT_MS)
}
