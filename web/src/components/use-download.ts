import type { Route } from '@countersign/contract/route.ts'
import { saveFile } from '../ui/save-file.ts'
import { type RouteCall, useRouteMutation } from './account-data.tsx'

type Download = { name: string /** The toast. */; done: string }

/** Saves the response of a route as a file: text as it is, anything else as JSON. */
export function useDownload<R extends Route>(route: R, { name, done }: Download) {
  const act = useRouteMutation(route, { toast: done })
  const download = (options: RouteCall<R> = {}) =>
    act.mutate(options, {
      onSuccess(answer: unknown) {
        const text = typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)
        saveFile({ name, text, type: route.media ?? 'application/json' })
      },
    })
  return { download, busy: act.isPending, error: act.error }
}
