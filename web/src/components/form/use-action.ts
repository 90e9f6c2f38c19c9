import type { AnswerOf, Route } from '@countersign/contract/route.ts'
import { isConflict } from '../../forms/form.ts'
import { type Act, useAct, useRefresh } from '../account-data.tsx'

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
