import { RESEND_EVERY_MS } from '@countersign/contract/limits.ts'
import type { Signed } from './attempt.ts'
import { type Flow, tell } from './flow.ts'
import type { ProblemCode } from './problem.ts'
import { serverProblem } from './server-problem.ts'

/** Ours to mend and over by itself: the page carries on when the server is back. */
const PASSING: ProblemCode[] = ['server/unreachable', 'maintenance', 'db_unavailable', 'rpc_unavailable']
/** Asked too often meanwhile: that passes as well. */
const WAITING: ProblemCode[] = [...PASSING, 'rate_limited']

/** Sends the same signature again now and then while the failure stays on show; pressing the button ends that. */
export async function keepTrying(flow: Flow, signed: Signed): Promise<void> {
  const { timers, submit, onSignedIn } = flow.options
  const shown = flow.attempt
  if (shown.status !== 'failed' || !PASSING.includes(shown.problem.code)) return
  const abort = new AbortController()
  flow.abort = abort
  for (;;) {
    await new Promise<void>((resolve) => void timers.after(RESEND_EVERY_MS, resolve))
    if (flow.attempt !== shown || signed.challenge.endsAt <= timers.now()) return
    try {
      const { proof, challenge, keepAccount } = signed
      const idempotencyKey = challenge.challenge.id
      const started = await submit(proof, { keep: flow.keep, keepAccount, idempotencyKey, signal: abort.signal })
      if (flow.attempt !== shown) return
      onSignedIn(started)
      return tell(flow, { type: 'signed_in_elsewhere', next: started.next })
    } catch (error) {
      if (!WAITING.includes(serverProblem(error, timers.now()).code)) return // the button asks again, and says what it hears
    }
  }
}
