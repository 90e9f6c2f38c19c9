import { AppError } from '@countersign/contract/errors.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import { answerInteraction, type Interaction } from '@countersign/contract/routes/interaction.ts'
import { useEffect, useRef, useState } from 'react'
import { callRoute } from '../../api/call.ts'
import { usePage } from '../../page/page-context.tsx'

export type Decision = BodyOf<typeof answerInteraction>['decision']

/** Sends the decision and follows the redirect by script, because the form-action policy blocks other origins. */
export async function sendDecision(id: string, answer: BodyOf<typeof answerInteraction>): Promise<void> {
  const { redirectTo } = await callRoute(answerInteraction, answer, { params: { id } })
  location.assign(redirectTo)
}

/** Ignores the second half of a double click that began on the app's page or in another window. */
const ARMED_MS = 500

type Deciding = { decide(decision: Decision): void; busy: boolean; leaving: boolean; error: unknown }

/** Sends one decision, once. A request that changed meanwhile is read again. */
export function useDecision({ id, seen }: Interaction, onOutdated: () => void): Deciding {
  const { session } = usePage()
  const [state, setState] = useState<'arming' | 'ready' | 'leaving'>('arming')
  const [error, setError] = useState<unknown>()
  // A ref, because state is only updated with the next render.
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
      if (isOutdated(refusal)) onOutdated()
      else setError(refusal)
    })
  }
  return { decide, busy: state !== 'ready', leaving: state === 'leaving', error }
}

const OUTDATED = ['consent_required', 'access_denied', 'interaction_expired']

function isOutdated(error: unknown): boolean {
  return error instanceof AppError && (error.status === 401 || OUTDATED.includes(error.code))
}
