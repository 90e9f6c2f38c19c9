import type { AnswerOf, BodyOf, Route } from '@countersign/contract/route.ts'
import { isConflict, type Save } from '../../forms/form.ts'
import { stepUp } from '../../words/account-step-up.ts'
import { type Act, useAct, useRefresh } from '../account-data.tsx'
import { refusalWords } from '../loaded.tsx'
import { NotConfirmed } from '../step-up/step-up.ts'

type SaveOptions = {
  params?: Record<string, string>
  /** Read again after a save, and after a version conflict. */
  refreshes?: Route[]
}

/** How a form is saved: by one route, after a signature where the route requires one. */
export function useSave<R extends Route>(
  route: R,
  { params, refreshes = [] }: SaveOptions = {},
): Save<BodyOf<R>, AnswerOf<R>> {
  const { mutateAsync } = useAct(route, { refreshes })
  const refresh = useRefresh()
  return {
    send: ({ body, version }) => mutateAsync({ params, body, version }),
    reload: () => refresh(...refreshes),
  }
}

export type ActionOptions = {
  /** Read again afterwards. */
  refreshes: Route[]
  /** Read again after a version conflict, so that it can be tried again; the same routes by default. */
  reloads?: Route[] | undefined
}

/** A call without a form. */
export function useAction<R extends Route>(route: R, { refreshes, reloads = refreshes }: ActionOptions) {
  const { mutate, isPending, error } = useAct(route, { refreshes })
  const refresh = useRefresh()
  const run = (call: Act<R>, onSuccess: (answer: AnswerOf<R>) => void) => {
    if (isPending) return
    mutate(call, { onSuccess, onError: (failure) => void (isConflict(failure) && refresh(...reloads)) })
  }
  return { run, isPending, error }
}

/** Why a call failed, in one line for a dialog. */
export function failureText(error: unknown): string | undefined {
  if (!error) return undefined
  if (error instanceof NotConfirmed) return stepUp.notConfirmed
  const { title, body } = refusalWords(error)
  return `${title}. ${body}`
}
