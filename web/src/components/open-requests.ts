import { mayDo, type Role } from '@countersign/contract/permission.ts'
import { listAccessRequests } from '@countersign/contract/routes/access-request.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { callRoute } from '../api/call.ts'

/** The number of open access requests, for the navigation, which is outside of the query cache. */
let open = 0
const listeners = new Set<() => void>()

export function setOpenRequests(count: number): void {
  open = count
  for (const listener of [...listeners]) listener()
}

export function useOpenRequests(role: Role | undefined, path: string): number {
  const allowed = role !== undefined && mayDo(role, 'requests')
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation reads again
  useEffect(() => {
    if (!allowed) return
    const abort = new AbortController()
    callRoute(listAccessRequests, undefined, { query: { limit: '1' }, signal: abort.signal }).then(
      (answer) => setOpenRequests(answer.open),
      () => undefined, // the navigation works without the count
    )
    return () => abort.abort()
  }, [allowed, path])
  return useSyncExternalStore(subscribe, () => (allowed ? open : 0))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
