import type { Intent } from '../attempt.ts'
import { type Flow, stillIn, tell } from '../flow.ts'

/** Goes on once this tab may open a wallet prompt; another tab that has one open is named instead. */
export async function withPrompt(flow: Flow, id: number, intent: Intent, goOn: () => void): Promise<void> {
  const here = () => stillIn(flow, id, 'connecting', 'picking', 'preparing')
  if (!here()) return // the click came at a moment that has no use for it
  if (!flow.held) {
    const held = await flow.options.lock.take(flow.steal ? 'steal' : 'if_free', () => {
      flow.held = undefined
      tellTaken(flow)
    })
    if (!here()) return held?.release()
    if (!held) return waitForOtherTab(flow, id, intent)
    flow.held = held
  }
  goOn()
}

function waitForOtherTab(flow: Flow, id: number, intent: Intent): void {
  tell(flow, { type: 'prompt_was_busy', attempt: id, intent })
  watch(flow, id)
}

function tellTaken(flow: Flow): void {
  const { attempt } = flow
  if (!('id' in attempt) || attempt.status === 'blocked') return
  const intent: Intent = attempt.status === 'connecting' ? { do: 'connect', wallet: attempt.wallet } : { do: 'sign' }
  tell(flow, { type: 'prompt_was_taken', attempt: attempt.id, intent })
  if (stillIn(flow, attempt.id, 'blocked')) watch(flow, attempt.id)
}

/** The other tab is done: this one is as it was before the click. */
function watch(flow: Flow, id: number): void {
  const abort = new AbortController()
  flow.abort = abort
  flow.options.lock.whenFree(abort.signal).then(
    () => tell(flow, { type: 'prompt_came_free', attempt: id }),
    () => undefined, // no longer waited for
  )
}
