import type { AnswerOf, Route } from '@countersign/contract/route.ts'
import { saveFile } from '../ui/controls/save-file.ts'
import { type RouteCall, useRouteMutation } from './account-data.tsx'

type File<R extends Route> = { name: string; toast: string; type?: string; textOf?: (answer: AnswerOf<R>) => string }

/** Saves the response of a route as a file: text as it is, anything else as JSON. */
export function useDownload<R extends Route>(route: R, file: File<R>) {
  const { name, toast, type = route.media ?? 'application/json', textOf = asText } = file
  const call = useRouteMutation(route, { toast })
  const download = (options: RouteCall<R> = {}) =>
    call.mutate(options, {
      onSuccess: (answer) => saveFile({ name, text: textOf(answer), type }),
    })
  return { download, busy: call.isPending, error: call.error }
}

function asText(answer: unknown): string {
  return typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)
}
