import type { Route } from '@countersign/contract/route.ts'
import { saveFile } from '../ui/save-file.ts'
import { showToast } from '../ui/toast.tsx'
import { type Act, useAct } from './account-data.tsx'

type Download = { /** What the file is called. */ name: string /** Said once it is there. */; done: string }

/** An answer as a file: text as it comes, anything else as JSON. Asks for a signature where one is needed. */
export function useDownload<R extends Route>(route: R, { name, done }: Download) {
  const act = useAct(route)
  const download = (options: Act<R> = {}) =>
    act.mutate(options, {
      onSuccess(answer: unknown) {
        const text = typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)
        saveFile({ name, text, type: route.media ?? 'application/json' })
        showToast(done)
      },
    })
  return { download, busy: act.isPending, error: act.error }
}
