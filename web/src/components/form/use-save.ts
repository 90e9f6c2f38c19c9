import { AppError } from '@countersign/contract/error/errors.ts'
import type { AnswerOf, BodyOf, Route } from '@countersign/contract/route.ts'
import { isConflict, type Save } from '../../forms/form.ts'
import { stepUp } from '../../words/account/step-up.ts'
import { type RouteCall, useRefresh, useRouteMutation } from '../account-data.tsx'
import { errorWords } from '../loaded.tsx'
import { StepUpDeclined } from '../step-up/step-up.ts'

type SaveOptions = {
  params?: Record<string, string>
  /** Refetched after a save and after a version conflict. */
  refreshes?: Route[]
}

/** Saves a form by one route, after a step-up signature where the route requires one. */
export function useSave<R extends Route>(
  route: R,
  { params, refreshes = [] }: SaveOptions = {},
): Save<BodyOf<R>, AnswerOf<R>> {
  const { mutateAsync } = useRouteMutation(route, { refreshes })
  const refresh = useRefresh()
  return {
    send: ({ body, version }) => mutateAsync({ params, body, version }),
    reload: () => refresh(...refreshes),
  }
}

export type ActionOptions = {
  refreshes: Route[]
  /** Refetched after a conflict, as what the page shows is out of date; `refreshes` by default. */
  reloads?: Route[] | undefined
}

export function useAction<R extends Route>(route: R, { refreshes, reloads = refreshes }: ActionOptions) {
  const { mutate, isPending, error } = useRouteMutation(route, { refreshes })
  const refresh = useRefresh()
  const run = (call: RouteCall<R>, onSuccess: (answer: AnswerOf<R>) => void) => {
    if (isPending) return
    mutate(call, { onSuccess, onError: (failure) => void (isRefused(failure) && refresh(...reloads)) })
  }
  return { run, isPending, error }
}

/** Because of what the server holds: a newer version, or something that the page does not know. */
function isRefused(failure: unknown): boolean {
  return isConflict(failure) || (failure instanceof AppError && failure.status === 409)
}

export function failureText(error: unknown): string | undefined {
  if (!error) return undefined
  if (error instanceof StepUpDeclined) return stepUp.notConfirmed
  const { title, body } = errorWords(error)
  return `${title}. ${body}`
}
