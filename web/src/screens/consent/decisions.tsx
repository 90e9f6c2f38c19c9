import { useEffect } from 'react'
import { errorCode } from '../../components/error-code.ts'
import { Button } from '../../ui/button.tsx'
import { announce } from '../../ui/live.ts'
import { Notice } from '../../ui/notice.tsx'
import { interaction as text } from '../../words/interaction.ts'
import { wordsForProblem } from '../../words/problems.ts'
import type { Decision, useDecision } from './use-interaction.ts'

type Choice = { label: string; decision: Decision }
type DecisionsProps = { deciding: ReturnType<typeof useDecision>; yes?: Choice; no: Choice }

export function Decisions({ deciding: { decide, busy, leaving, error }, yes, no }: DecisionsProps) {
  const errorText = error === undefined ? undefined : wordsForProblem(errorCode(error), '').body
  useEffect(() => {
    if (leaving) announce(text.goingBack)
    if (errorText) announce(errorText, 'assertive')
  }, [leaving, errorText])
  return (
    <div className={`stack stack-close${yes ? ' request-decisions' : ''}`} aria-busy={leaving || undefined}>
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
