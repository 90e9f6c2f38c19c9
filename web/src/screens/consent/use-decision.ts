import { AppError } from '@countersign/contract/errors.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import { answerInteraction, type Interaction } from '@countersign/contract/routes/interaction.ts'
import { useEffect, useRef, useState } from 'react'
import { callRoute } from '../../api/call.ts'
import { usePage } from '../../page/page-context.tsx'

export type Decision = BodyOf<typeof answerInteraction>['decision']

/** Answers and leaves the page: by script, since a form may not lead to another origin. */
export async function sendDecision(id: string, answer: BodyOf<typeof answerInteraction>): Promise<void> {
  const { redirectTo } = await callRoute(answerInteraction, answer, { params: { id } })
  location.assign(redirectTo)
}

/** Longer than the second half of a double click that began on the app's own page, or on a window in front of this one. */
const ARMED_MS = 500

type Deciding = { decide(decision: Decision): void; busy: boolean; leaving: boolean; error: unknown }

/** One answer, once. What changed meanwhile is looked at again instead of refused. */
export function useDecision({ id, seen }: Interaction, lookAgain: () => void): Deciding {
  const { session } = usePage()
  const [state, setState] = useState<'arming' | 'ready' | 'leaving'>('arming')
  const [error, setError] = useState<unknown>()
  // At once, where the state is only for the next time it is drawn.
  const armed = useRef(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const arm = () => {
      clearTimeout(timer)
      armed.current = false
      setState((now) => (now === 'ready' ? 'arming' : now))
      timer = setTimeout(() => {
        armed.current = true
        setState((now) => (now === 'arming' ? 'ready' : now))
      }, ARMED_MS)
    }
    arm()
    addEventListener('focus', arm)
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', arm)
    }
  }, [])
  const decide = (decision: Decision) => {
    if (state !== 'ready' || !armed.current) return
    setState('leaving')
    setError(undefined)
    sendDecision(id, { decision, ...(seen ? { seen } : {}) }).catch((refusal: unknown) => {
      session.noticeError(refusal)
      setState('ready')
      if (isOutdated(refusal)) lookAgain()
      else setError(refusal)
    })
  }
  return { decide, busy: state !== 'ready', leaving: state === 'leaving', error }
}

const OUTDATED = ['consent_required', 'access_denied', 'interaction_expired']

function isOutdated(error: unknown): boolean {
  return error instanceof AppError && (error.status === 401 || OUTDATED.includes(error.code))
}
