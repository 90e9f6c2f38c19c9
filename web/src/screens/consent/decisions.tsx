import { AppError } from '@countersign/contract/errors.ts'
import { useEffect } from 'react'
import { ConnectionError } from '../../api/connection-error.ts'
import { Button } from '../../ui/button.tsx'
import { announce } from '../../ui/live.ts'
import { Notice } from '../../ui/notice.tsx'
import { interaction as text } from '../../words/interaction.ts'
import { wordsForProblem } from '../../words/problems.ts'
import type { Decision, useDecision } from './use-decision.ts'

type Choice = { label: string; decision: Decision }
type DecisionsProps = { deciding: ReturnType<typeof useDecision>; yes?: Choice; no: Choice }

export function Decisions({ deciding: { decide, busy, leaving, error }, yes, no }: DecisionsProps) {
  const refusal = error === undefined ? undefined : refusalOf(error)
  useEffect(() => {
    if (leaving) announce(text.goingBack)
    if (refusal) announce(refusal, 'assertive')
  }, [leaving, refusal])
  return (
    <div className={`stack stack-close${yes ? ' asked-decide' : ''}`} aria-busy={leaving || undefined}>
      {refusal ? <Notice tone="bad">{refusal}</Notice> : null}
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

function refusalOf(error: unknown): string {
  const known = error instanceof AppError || error instanceof ConnectionError
  return wordsForProblem(known ? error.code : 'internal', '').body
}
