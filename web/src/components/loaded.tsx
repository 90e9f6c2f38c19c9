import { AppError } from '@countersign/contract/error/errors.ts'
import type { ReactNode } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { account } from '../words/account/account.ts'
import { stepUp } from '../words/account/step-up.ts'
import type { ProblemWords } from '../words/problem-words.ts'
import { wordsForProblem } from '../words/problems.ts'
import { errorCode } from './error-code.ts'
import { StepUpDeclined } from './step-up/step-up.ts'
import { Timestamp } from './timestamp.tsx'

type LoadedProps<Data> = {
  answer: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  children: (data: Data) => ReactNode
  lines?: number
}

export function Loaded<Data>({ answer, children, lines = 4 }: LoadedProps<Data>) {
  const { data, error, refetch } = answer
  return (
    <>
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data !== undefined ? children(data) : error ? null : <Skeleton label={account.loading} lines={lines} />}
    </>
  )
}

type ErrorNoticeProps = { error: unknown; onRetry?: (() => void) | undefined; retry?: string | undefined }

export function ErrorNotice({ error, onRetry, retry = account.tryAgain }: ErrorNoticeProps) {
  if (error instanceof StepUpDeclined) {
    return <Notice role="status">{stepUp.notConfirmed}</Notice>
  }
  const { title, body } = errorWords(error)
  const until = error instanceof AppError ? error.until : undefined
  const traceId = error instanceof AppError && error.status >= 500 ? error.traceId : undefined
  const actions = onRetry ? <Button onClick={onRetry}>{retry}</Button> : null
  return (
    <Notice tone="bad" role="alert" title={title} actions={actions}>
      <p>{body}</p>
      {until ? (
        <p>
          {account.possibleFrom} <Timestamp at={until} exact />.
        </p>
      ) : null}
      {traceId ? <p className="small soft mono">{account.quote(traceId)}</p> : null}
    </Notice>
  )
}

export function failureText(error: unknown): string | undefined {
  if (!error) return undefined
  if (error instanceof StepUpDeclined) return stepUp.notConfirmed
  const { title, body } = errorWords(error)
  return `${title}. ${body}`
}

export function errorWords(error: unknown): ProblemWords {
  return wordsForProblem(errorCode(error), account.theWallet)
}
