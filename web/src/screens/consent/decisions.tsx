import { AppError } from '@countersign/contract/error/errors.ts'
import type { Interaction } from '@countersign/contract/routes/interaction.ts'
import { ArrowDown } from 'lucide'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { errorCode } from '../../components/error-code.ts'
import { usePage } from '../../page/page-context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/feedback/live.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { interaction as text } from '../../words/interaction.ts'
import { wordsForProblem } from '../../words/problems.ts'
import { type Decision, sendDecision } from './use-interaction.ts'

type Choice = { label: string; decision: Decision }
/** `onOutdated` is called when the request changed meanwhile. */
export type StepProps = { interaction: Interaction; onOutdated: () => void }

export function Decisions({ yes, no, ...step }: StepProps & { yes?: Choice; no: Choice }) {
  const { decide, busy, leaving, error } = useDecision(step)
  const ref = useRef<HTMLDivElement>(null)
  const coversContent = useStuck(ref)
  const errorText = error === undefined ? undefined : wordsForProblem(errorCode(error), '').body
  useEffect(() => {
    if (leaving) announce(text.goingBack)
    if (errorText) announce(errorText, 'assertive')
  }, [leaving, errorText])
  return (
    <div ref={ref} className={`stack stack-close${yes ? ' request-decisions' : ''}`} aria-busy={leaving || undefined}>
      {yes && coversContent ? (
        <p className="request-more small" aria-hidden="true">
          <Icon icon={ArrowDown} size={14} />
          {text.moreBelow}
        </p>
      ) : null}
      {errorText ? <Notice tone="bad">{errorText}</Notice> : null}
      <div className="actions">
        {yes ? (
          <Button look="primary" busy={busy} onClick={() => decide(yes.decision)}>
            {yes.label}
          </Button>
        ) : null}
        <Button busy={busy} onClick={() => decide(no.decision)}>
          {no.label}
        </Button>
      </div>
      {leaving ? <Notice>{text.goingBack}</Notice> : null}
    </div>
  )
}

/** A sticky element at the edge of the window is one pixel outside of it. */
function useStuck(ref: RefObject<HTMLElement | null>): boolean {
  const [stuck, setStuck] = useState(false)
  useEffect(() => {
    const watcher = new IntersectionObserver(
      ([entry]) => setStuck(entry !== undefined && entry.intersectionRatio < 1),
      {
        threshold: 1,
      },
    )
    if (ref.current) watcher.observe(ref.current)
    return () => watcher.disconnect()
  }, [ref])
  return stuck
}

/** Ignores the second half of a double click that began on the app's page or in another window. */
const ARMED_MS = 500

function useDecision({ interaction: { id, seen }, onOutdated }: StepProps) {
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
