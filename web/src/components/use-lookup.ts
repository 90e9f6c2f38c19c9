import type { AnswerOf, Route } from '@countersign/contract/route.ts'
import { useCallback, useEffect, useState } from 'react'
import { type CallOptions, callRoute } from '../api/call.ts'

export type Lookup<R extends Route> =
  | { status: 'loading' }
  | { status: 'found'; data: AnswerOf<R> }
  | { status: 'failed'; error: unknown }

type Options = Pick<CallOptions, 'params' | 'query'>

/** Reads a route for screens outside of the account, which have no query cache. Without options it waits. */
export function useLookup<R extends Route>(route: R, options: Options | undefined, refreshKey = '') {
  const [lookup, setLookup] = useState<Lookup<R>>({ status: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  const key = options && JSON.stringify(options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry or another refresh key reads again
  useEffect(() => {
    if (key === undefined) return
    const abort = new AbortController()
    setLookup({ status: 'loading' })
    callRoute(route, undefined, { ...JSON.parse(key), signal: abort.signal }).then(
      (data) => setLookup({ status: 'found', data }),
      (error: unknown) => abort.signal.aborted || setLookup({ status: 'failed', error }),
    )
    return () => abort.abort()
  }, [route, key, refreshKey, attempt])
  return { lookup, retry }
}
