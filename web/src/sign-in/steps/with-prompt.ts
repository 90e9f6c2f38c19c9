import type { Attempt, Intent } from '../attempt.ts'
import { activeAttempt, dispatch, type Flow } from '../flows/flow.ts'

/** Runs with the prompt lock; while another tab holds it, the attempt is blocked. */
export async function withPrompt(flow: Flow, id: number, intent: Intent, run: () => void): Promise<void> {
  const active = () => activeAttempt(flow, id, 'connecting', 'picking', 'preparing')
  const attempt = active()
  if (!attempt) return // the click had no effect in this status
  if (!flow.promptLock) {
    const lock = await flow.options.lock.take(attempt.click.takeOver ? 'steal' : 'if_free', () => {
      flow.promptLock = undefined
      promptLost(flow)
    })
    if (!active()) return lock?.release()
    if (!lock) {
      dispatch(flow, { type: 'prompt_blocked', attempt: id, intent })
      return waitForOtherTab(flow, id)
    }
    flow.promptLock = lock
  }
  run()
}

function promptLost(flow: Flow): void {
  const { attempt } = flow
  if (!('id' in attempt) || attempt.status === 'blocked') return
  dispatch(flow, { type: 'prompt_blocked', attempt: attempt.id, intent: intentOf(attempt) })
  if (activeAttempt(flow, attempt.id, 'blocked')) waitForOtherTab(flow, attempt.id)
}

function intentOf(attempt: Attempt): Intent {
  if (attempt.status === 'connecting') return { do: 'connect', wallet: attempt.wallet }
  return attempt.status === 'picking' ? { do: 'pick', wallet: attempt.wallet } : { do: 'sign' }
}

function waitForOtherTab(flow: Flow, id: number): void {
  const abort = new AbortController()
  flow.abort = abort
  flow.options.lock.whenFree(abort.signal).then(
    () => dispatch(flow, { type: 'prompt_released', attempt: id }),
    () => undefined, // aborted
  )
}
