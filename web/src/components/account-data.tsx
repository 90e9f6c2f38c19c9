import { AppError } from '@countersign/contract/error/errors.ts'
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
import { isConflict, type Save } from '../forms/form.ts'
import { usePage } from '../page/page-context.tsx'
import type { SessionStore } from '../session/session.ts'
import { showToast } from '../ui/feedback/toast.tsx'
import { shouldRetry } from './should-retry.ts'
import { neededStepUps, runWithStepUp, useStepUp } from './step-up/step-up.ts'

type QueryOptions = Pick<CallOptions, 'params' | 'query'> & { enabled?: boolean }

const STALE_MS = 10_000

export function DataProvider({ children }: { children: ReactNode }) {
  const { session } = usePage()
  const [client] = useState(() => createDataClient(session))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

export function useRouteQuery<R extends Route>(route: R, { params, query, enabled = true }: QueryOptions = {}) {
  return useQuery({
    queryKey: [route.path, params ?? {}, query ?? {}, 'one'],
    queryFn: ({ signal }) => callRoute(route, undefined, { params, query, signal }),
    enabled,
  })
}

type ItemOf<R> = AnswerOf<R> extends { items: (infer Item)[] } ? Item : never

/** Reads a paginated list: `data` holds every item so far. */
export function usePages<R extends Route>(route: R, { params, query, enabled = true }: QueryOptions = {}) {
  return useInfiniteQuery({
    queryKey: [route.path, params ?? {}, query ?? {}, 'pages'],
    queryFn: async ({ pageParam, signal }): Promise<Paged<ItemOf<R>>> => {
      const answer = await callRoute(route, undefined, { params, query: { ...query, cursor: pageParam }, signal })
      return answer as Paged<ItemOf<R>> // by contract, every list route responds with a page
    },
    initialPageParam: undefined as string | undefined, // widened: only the first page has no cursor
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    enabled,
  })
}

type Paged<Item> = { items: Item[]; nextCursor: string | null }

export type RouteCall<R extends Route> = { body?: BodyOf<R> } & Pick<
  CallOptions,
  'params' | 'query' | 'version' | 'idempotencyKey'
> & {
    /** The first call may have succeeded without its response arriving, so a signature is requested only if the server asks. */
    resent?: boolean
  }

type MutationOptions<R extends Route> = {
  /** Routes to read again on success. */
  refreshes?: Route[] | undefined
  /** Shown even if the component that asked for it is gone by then. */
  toast?: string | ((answer: AnswerOf<R>) => string) | undefined
}

/** Calls a route: `mutate`, `isPending`, `error`. Requests a step-up first if needed; fails with `StepUpDeclined`. */
export function useRouteMutation<R extends Route>(route: R, { refreshes = [], toast }: MutationOptions<R> = {}) {
  const refresh = useRefresh()
  const requestStepUp = useStepUp()
  const { session } = usePage()
  return useMutation({
    mutationFn: ({ body, resent, ...options }: RouteCall<R>) => {
      const now = session.getSession()
      const adminUntil = now.status === 'signed-in' ? now.state.session.adminUntil : null
      const stepUps = neededStepUps(route.stepUp, { params: options.params ?? {}, body }, { adminUntil })
      return runWithStepUp(requestStepUp, resent ? [] : stepUps, () => callRoute(route, body, options))
    },
    async onSuccess(answer: AnswerOf<R>) {
      await refresh(...refreshes)
      if (toast) showToast(typeof toast === 'string' ? toast : toast(answer))
    },
  })
}

/** Reads these routes again, with any parameters. Results that no screen shows are dropped. */
export function useRefresh(): (...routes: Route[]) => Promise<void> {
  const client = useQueryClient()
  return async (...routes) => {
    const keys = routes.map(({ path }) => ({ queryKey: [path] }))
    for (const key of keys) client.removeQueries({ ...key, type: 'inactive' })
    await Promise.all(keys.map((key) => client.invalidateQueries(key)))
  }
}

type SaveOptions<R extends Route> = MutationOptions<R> & { params?: Record<string, string> }

/** Saves a form by one route. What it refreshes is also read again after a version conflict. */
export function useSave<R extends Route>(
  route: R,
  { params, refreshes = [], toast }: SaveOptions<R> = {},
): Save<BodyOf<R>, AnswerOf<R>> {
  const { mutateAsync } = useRouteMutation(route, { refreshes, toast })
  const refresh = useRefresh()
  return {
    send: ({ body, version }) => mutateAsync({ params, body, version }),
    reload: () => refresh(...refreshes),
  }
}

export type ActionOptions<R extends Route> = MutationOptions<R> & {
  /** Read again after a conflict, as what the page shows is out of date; `refreshes` by default. */
  reloads?: Route[] | undefined
}

/** Calls a route once at a time. */
export function useAction<R extends Route>(route: R, { refreshes = [], toast, reloads = refreshes }: ActionOptions<R>) {
  const { mutateAsync, isPending, error } = useRouteMutation(route, { refreshes, toast })
  const refresh = useRefresh()
  // Not `mutate`, which drops its callbacks when what is refreshed unmounts the caller.
  const run = (call: RouteCall<R>, onSuccess = (_: AnswerOf<R>) => {}) => {
    if (isPending) return
    mutateAsync(call).then(onSuccess, (failure) => void (isRefused(failure) && refresh(...reloads)))
  }
  return { run, isPending, error }
}

/** Because of what the server holds: a newer version, or something that the page does not know. */
function isRefused(failure: unknown): boolean {
  return isConflict(failure) || (failure instanceof AppError && failure.status === 409)
}

function createDataClient(session: Pick<SessionStore, 'noticeError'>): QueryClient {
  const onError = (error: unknown) => session.noticeError(error)
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The server may be on a local network that the browser considers offline.
      queries: { staleTime: STALE_MS, networkMode: 'always', refetchOnWindowFocus: true, retry: shouldRetry },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
