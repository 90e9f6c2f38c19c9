import { AppError } from '@countersign/contract/errors.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import { answerInteraction, getInteraction, type Interaction } from '@countersign/contract/routes/interaction.ts'
import { useEffect, useRef, useState } from 'react'
import { callRoute } from '../../api/call.ts'
import { useLookup } from '../../components/use-lookup.ts'
import { usePage } from '../../page/page-context.tsx'

/** An app's request; read again for every session, because it contains the claims of the person. */
export function useInteraction(id: string, sessionId = '') {
  const { lookup, retry } = useLookup(getInteraction, { params: { id } }, sessionId)
  useEffect(() => {
    // Restored from the back-forward cache: the request may be answered by now.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && retry()
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [retry])
  return { lookup, retry }
}

export type Decision = BodyOf<typeof answerInteraction>['decision']

/** Sends the decision and follows the redirect by script, because the form-action policy blocks other origins. */
export async function sendDecision(id: string, answer: BodyOf<typeof answerInteraction>): Promise<void> {
  const { redirectTo } = await callRoute(answerInteraction, answer, { params: { id } })
  location.assign(redirectTo)
}

/** Ignores the second half of a double click that began on the app's page or in another window. */
const ARMED_MS = 500

/** Sends one decision, once. A request that changed meanwhile is read again. */
export function useDecision({ id, seen }: Interaction, onOutdated: () => void) {
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
    sendDecision(id, { decision, ...(seen ? { seen } : {}) }).catch((failure: unknown) => {
      session.noticeError(failure)
      setState('ready')
      if (isOutdated(failure)) onOutdated()
      else setError(failure)
    })
  }
  return { decide, busy: state !== 'ready', leaving: state === 'leaving', error }
}

const OUTDATED = ['consent_required', 'access_denied', 'interaction_expired']

function isOutdated(error: unknown): boolean {
  return error instanceof AppError && (error.status === 401 || OUTDATED.includes(error.code))
}
