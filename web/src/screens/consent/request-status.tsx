import { AppError } from '@countersign/contract/errors.ts'
import { ConnectionError } from '../../api/connection-error.ts'
import { Heading } from '../../page/heading.tsx'
import { Link } from '../../page/history.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { interaction as text } from '../../words/interaction.ts'
import { wordsForProblem } from '../../words/problems.ts'
import type { Looked } from './use-interaction.ts'

/** While a request is looked at; or why it cannot be. */
export function NotShown({ looked, onAgain }: { looked: Looked; onAgain: () => void }) {
  if (looked.status === 'refused') return <Refused error={looked.error} onAgain={onAgain} />
  return (
    <div className="card stack stack-wide">
      <Heading key="looking" screen={text.screen}>
        {text.oneMoment}
      </Heading>
      <Skeleton label={text.loading} lines={5} />
    </div>
  )
}

const OVER = ['interaction_expired', 'invalid_body', 'not_found']

function Refused({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const code = error instanceof AppError || error instanceof ConnectionError ? error.code : 'internal'
  const over = OVER.includes(code)
  const title = over ? text.overTitle : text.notReachedTitle
  return (
    <div className="card stack stack-wide">
      <div className="stack stack-close">
        <Heading key="refused" screen={title}>
          {title}
        </Heading>
        <p className="soft">{over ? text.over : wordsForProblem(code, '').body}</p>
      </div>
      {over ? (
        <Link to="/" className="button plain">
          <span>{text.toAccount}</span>
        </Link>
      ) : (
        <Button look="primary" onClick={onAgain}>
          {text.tryAgain}
        </Button>
      )}
    </div>
  )
}
