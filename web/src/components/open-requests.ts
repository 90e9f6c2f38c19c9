import { mayDo, type Role } from '@countersign/contract/permission.ts'
import { listAccessRequests } from '@countersign/contract/routes/access-request.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { callRoute } from '../api/call.ts'

/** How many access requests wait for an admin, for the navigation; it stands outside of what the screens have read. */
let open = 0
const listeners = new Set<() => void>()

export function setOpenRequests(count: number): void {
  open = count
  for (const listener of [...listeners]) listener()
}

/** Read anew on the way to another screen of the admin area. */
export function useOpenRequests(role: Role | undefined, path: string): number {
  const asks = role !== undefined && mayDo(role, 'requests') && path.startsWith('/admin')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen asks anew
  useEffect(() => {
    if (!asks) return
    const stop = new AbortController()
    callRoute(listAccessRequests, undefined, { query: { limit: '1' }, signal: stop.signal }).then(
      (answer) => setOpenRequests(answer.open),
      // The navigation does without.
      () => undefined,
    )
    return () => stop.abort()
  }, [asks, path])
  return useSyncExternalStore(subscribe, () => (role === undefined ? 0 : open))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
