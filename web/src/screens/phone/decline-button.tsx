import { errorCode } from '../../components/error-code.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Alert } from '../../ui/feedback/notice.tsx'
import { phonePage as text } from '../../words/phone-page.ts'
import { wordsForProblem } from '../../words/problems.ts'
import type { Opened } from './approval.ts'

type DeclineButtonProps = { state: Pick<Opened, 'busy' | 'error'>; onDecline: () => void }

/** Under the error of the last call, which may have been this one. */
export function DeclineButton({ state: { busy, error }, onDecline }: DeclineButtonProps) {
  const problem = error === undefined ? undefined : wordsForProblem(errorCode(error), '')
  return (
    <>
      <Alert>{problem ? `${problem.title}. ${problem.body}` : undefined}</Alert>
      <Button className="wide" busy={busy === 'decline'} onClick={onDecline}>
        {text.decline}
      </Button>
    </>
  )
}
