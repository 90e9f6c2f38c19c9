import type { AnswerOf, BodyOf, Route } from '@countersign/contract/route.ts'
import type { Save } from '../../forms/form.ts'
import { useAct, useRefresh } from '../account-data.tsx'

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
