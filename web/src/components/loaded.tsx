import { AppError } from '@countersign/contract/errors.ts'
import type { ReactNode } from 'react'
import { ConnectionError } from '../api/connection-error.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { account } from '../words/account.ts'
import { stepUp } from '../words/own.ts'
import type { ProblemWords } from '../words/problem-words.ts'
import { wordsForProblem } from '../words/problems.ts'
import { NotConfirmed } from './step-up/step-up.ts'
import { When } from './when.tsx'

type Answer<Data> = { data: Data | undefined; error: Error | null; refetch: () => unknown }

type LoadedProps<Data> = { answer: Answer<Data>; children: (data: Data) => ReactNode; lines?: number }

/** What was read, or the wait for it, or why not. What was read before stays on the screen. */
export function Loaded<Data>({ answer, children, lines = 4 }: LoadedProps<Data>) {
  const { data, error, refetch } = answer
  return (
    <>
      {error ? <Refused error={error} onRetry={() => void refetch()} /> : null}
      {data !== undefined ? children(data) : error ? null : <Skeleton label={account.loading} lines={lines} />}
    </>
  )
}

type RefusedProps = {
  error: unknown
  onRetry?: (() => void) | undefined
  /** What the button says when it is not "Try again". */
  retry?: string | undefined
}

/** A refusal beside what it is about, with a code to quote where the fault is ours. */
export function Refused({ error, onRetry, retry = account.tryAgain }: RefusedProps) {
  if (error instanceof NotConfirmed) {
    return (
      <div role="status">
        <Notice>
          <p>{stepUp.notConfirmed}</p>
        </Notice>
      </div>
    )
  }
  const { title, body } = refusalWords(error)
  const until = error instanceof AppError ? error.until : undefined
  const ours = error instanceof AppError && error.status >= 500 ? error.traceId : undefined
  return (
    <div role="alert">
      <Notice tone="bad" actions={onRetry ? <Button onClick={onRetry}>{retry}</Button> : undefined}>
        <p>
          <strong>{title}</strong>
        </p>
        <p>{body}</p>
        {until ? (
          <p>
            {account.possibleFrom} <When at={until} exact />.
          </p>
        ) : null}
        {ours ? <p className="small soft mono">{account.quote(ours)}</p> : null}
      </Notice>
    </div>
  )
}

export function refusalWords(error: unknown): ProblemWords {
  const known = error instanceof AppError || error instanceof ConnectionError
  return wordsForProblem(known ? error.code : 'internal', account.theWallet)
}
