import { mayDo, type Role } from '@countersign/contract/permission.ts'
import { listAccessRequests } from '@countersign/contract/routes/access-request.ts'
import { useEffect } from 'react'
import { callRoute } from '../api/call.ts'
import { createStore, useStore } from '../ui/store.ts'

/** The number of open access requests, for the navigation, which is outside of the query cache. */
const openRequests = createStore(0)

export const setOpenRequests = openRequests.set

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
  const open = useStore(openRequests)
  return allowed ? open : 0
}
