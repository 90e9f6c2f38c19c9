import { AppError } from '@countersign/contract/errors.ts'
import type { ReactNode } from 'react'
import { ConnectionError } from '../api/connection-error.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { account } from '../words/account.ts'
import { stepUp } from '../words/account-step-up.ts'
import type { ProblemWords } from '../words/problem-words.ts'
import { wordsForProblem } from '../words/problems.ts'
import { NotConfirmed } from './step-up/step-up.ts'
import { When } from './when.tsx'

type Answer<Data> = { data: Data | undefined; error: Error | null; refetch: () => unknown }

type LoadedProps<Data> = { answer: Answer<Data>; children: (data: Data) => ReactNode; lines?: number }

/** The data, a skeleton while it loads, or the error. Data that was loaded before stays visible. */
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
  /** The label of the button. */
  retry?: string | undefined
}

/** An error next to what it is about, with a trace ID for server errors. */
export function Refused({ error, onRetry, retry = account.tryAgain }: RefusedProps) {
  if (error instanceof NotConfirmed) {
    return <Notice role="status">{stepUp.notConfirmed}</Notice>
  }
  const { title, body } = refusalWords(error)
  const until = error instanceof AppError ? error.until : undefined
  const traceId = error instanceof AppError && error.status >= 500 ? error.traceId : undefined
  const actions = onRetry ? <Button onClick={onRetry}>{retry}</Button> : null
  return (
    <Notice tone="bad" role="alert" title={title} actions={actions}>
      <p>{body}</p>
      {until ? (
        <p>
          {account.possibleFrom} <When at={until} exact />.
        </p>
      ) : null}
      {traceId ? <p className="small soft mono">{account.quote(traceId)}</p> : null}
    </Notice>
  )
}

export function refusalWords(error: unknown): ProblemWords {
  const known = error instanceof AppError || error instanceof ConnectionError
  return wordsForProblem(known ? error.code : 'internal', account.theWallet)
}
