import type { Route } from '@countersign/contract/route.ts'
import { saveFile } from '../ui/controls/save-file.ts'
import { type RouteCall, useRouteMutation } from './account-data.tsx'

/** Saves the response of a route as a file: text as it is, anything else as JSON. */
export function useDownload<R extends Route>(route: R, { name, toast }: { name: string; toast: string }) {
  const call = useRouteMutation(route, { toast })
  const download = (options: RouteCall<R> = {}) =>
    call.mutate(options, {
      onSuccess(answer: unknown) {
        const text = typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)
        saveFile({ name, text, type: route.media ?? 'application/json' })
      },
    })
  return { download, busy: call.isPending, error: call.error }
}
