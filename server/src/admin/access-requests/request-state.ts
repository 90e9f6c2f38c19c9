/** What became of somebody's request, as far as it still matters. */

import { REQUEST_REPEAT_MS } from '@countersign/contract/limits/access-request-limits.ts'
import type { RequestState } from '@countersign/contract/routes/access-request.ts'
import type { Account } from '../../accounts/wallet/wallet.ts'
import type { Queries } from '../../platform/store/database.ts'
import { type Asked, findLatestRequest } from './request.store.ts'

/** Undefined when nothing keeps them from asking: never asked, accepted, or declined long ago. */
export async function findRequestState(
  queries: Queries,
  asked: Asked & { now: number },
): Promise<RequestState | undefined> {
  const request = await findLatestRequest(queries, asked)
  if (!request || request.status === 'accepted') return undefined
  const createdAt = new Date(request.createdAt).toISOString()
  if (request.status === 'open') return { status: 'open', createdAt, until: null }
  const until = (request.decidedAt ?? 0) + REQUEST_REPEAT_MS
  return asked.now < until ? { status: 'declined', createdAt, until: new Date(until).toISOString() } : undefined
}

/** Someone without an account is known by their wallet. */
export function subjectOfWallet({ address, chainRef }: Account): string {
  return `eip155:${chainRef}:${address}`
}
