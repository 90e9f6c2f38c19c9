import type { RequestNote } from '@countersign/contract/errors.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import { getAccess, requestAccess } from '@countersign/contract/routes/access-request.ts'
import { useCallback, useEffect, useState } from 'react'
import { callRoute } from '../../api/call.ts'

/** An app by its client id, or a protected host by its name. */
export type Target = { clientId: string } | { host: string }

type Looked =
  | { status: 'looking' }
  | { status: 'found'; access: AnswerOf<typeof getAccess> }
  | { status: 'refused'; error: unknown }

/** Whether the person is admitted, and what became of their request; `ask` makes one. */
export function useAccess(target: Target) {
  const [looked, setLooked] = useState<Looked>({ status: 'looking' })
  const [tries, setTries] = useState(0)
  const key = JSON.stringify(target)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every try looks again
  useEffect(() => {
    const stop = new AbortController()
    callRoute(getAccess, undefined, { query: JSON.parse(key), signal: stop.signal }).then(
      (access) => setLooked({ status: 'found', access }),
      (error) => stop.signal.aborted || setLooked({ status: 'refused', error }),
    )
    return () => stop.abort()
  }, [key, tries])
  const ask = useCallback(
    (message: string | undefined): Promise<RequestNote> => callRoute(requestAccess, { ...JSON.parse(key), message }),
    [key],
  )
  return { looked, ask, again: () => setTries((count) => count + 1) }
}
