import type { AnswerOf, BodyOf, Route } from '@countersign/contract/route.ts'
import {
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type CallOptions, callRoute } from '../api/call.ts'
import { usePage } from '../page/page-context.tsx'
import type { SessionStore } from '../session/session.ts'
import { mayPass } from './should-retry.ts'
import { confirmed, neededStepUp, useStepUp } from './step-up/step-up.ts'

export type Where = Pick<CallOptions, 'params' | 'query'> & {
  /** False: not yet. */
  enabled?: boolean
}

const STALE_MS = 10_000

/** What the server said, kept for as long as one person looks at their account. */
export function DataProvider({ children }: { children: ReactNode }) {
  const { session } = usePage()
  const [client] = useState(() => createDataClient(session))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** One answer: `{ data, error, isPending, refetch }`. */
export function useAnswer<R extends Route>(route: R, where: Where = {}) {
  const { enabled = true, ...options } = where
  return useQuery({
    queryKey: [...keyOf(route, where), 'one'],
    queryFn: ({ signal }) => callRoute(route, undefined, { ...options, signal }),
    enabled,
  })
}

type ItemOf<R> = AnswerOf<R> extends { items: (infer Item)[] } ? Item : never

/** A list that is read page by page: `data` holds every item so far. */
export function usePages<R extends Route>(route: R, where: Where = {}) {
  const { enabled = true, params, query } = where
  return useInfiniteQuery({
    queryKey: [...keyOf(route, where), 'pages'],
    queryFn: async ({ pageParam, signal }): Promise<Paged<ItemOf<R>>> => {
      const answer = await callRoute(route, undefined, { params, query: { ...query, cursor: pageParam }, signal })
      return answer as Paged<ItemOf<R>> // a list's answer is this by contract; one that is not has items of type never
    },
    initialPageParam: undefined as string | undefined, // widened: the first page has no cursor, the others do
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    enabled,
  })
}

type Paged<Item> = { items: Item[]; nextCursor: string | null }

export type Act<R extends Route> = { body?: BodyOf<R> } & Pick<
  CallOptions,
  'params' | 'query' | 'version' | 'idempotencyKey'
> & {
    /** It may be done already, by a call whose answer got lost: a signature is asked for only if the server wants one. */
    resent?: boolean
  }

/**
 * Something that is done once: `mutate`, `isPending`, `error`. What is read again afterwards is named. Where it
 * needs a signature, one is asked for first; without one the error is `NotConfirmed`.
 */
export function useAct<R extends Route>(route: R, { refreshes = [] }: { refreshes?: Route[] } = {}) {
  const refresh = useRefresh()
  const { ask } = useStepUp()
  const { session } = usePage()
  return useMutation({
    mutationFn: ({ body, resent, ...options }: Act<R>) => {
      const now = session.getSession()
      const state = now.status === 'signed-in' ? now.state.session : NO_ADMIN_MODE
      const act = neededStepUp(route.stepUp, { params: options.params ?? {}, body }, state)
      return confirmed(ask, resent ? undefined : act, () => callRoute(route, body, options))
    },
    onSuccess: () => refresh(...refreshes),
  })
}

const NO_ADMIN_MODE = { adminUntil: null }

/** Reads these routes again, whatever they were asked with. What no screen shows just now is forgotten, not shown once more. */
export function useRefresh(): (...routes: Route[]) => Promise<void> {
  const client = useQueryClient()
  return async (...routes) => {
    const keys = routes.map(({ path }) => ({ queryKey: [path] }))
    for (const key of keys) client.removeQueries({ ...key, type: 'inactive' })
    await Promise.all(keys.map((key) => client.invalidateQueries(key)))
  }
}

export function createDataClient(session: Pick<SessionStore, 'noticeError'>): QueryClient {
  const onError = (error: unknown) => session.noticeError(error)
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Always: our server may be on this very machine, whatever the browser thinks of the internet.
      queries: { staleTime: STALE_MS, networkMode: 'always', refetchOnWindowFocus: true, retry: mayPass },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

function keyOf({ path }: Route, { params, query }: Where): readonly unknown[] {
  return [path, params ?? {}, query ?? {}]
}
