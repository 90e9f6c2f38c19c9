import type { RequestNote } from '@countersign/contract/error/errors.ts'
import { ACCESS_MESSAGE_MAX } from '@countersign/contract/limits/access-request-limits.ts'
import { isAccessMessage } from '@countersign/contract/names/name.ts'
import { requestSignUp } from '@countersign/contract/routes/access-request.ts'
import { type FormEvent, useState } from 'react'
import { callRoute } from '../../api/call.ts'
import { normalizeText } from '../../forms/typed-text.ts'
import { useCall } from '../../page/use-call.ts'
import type { Problem } from '../../sign-in/problems/problem.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Disclosure } from '../../ui/controls/disclosure.tsx'
import { TextArea } from '../../ui/controls/field.tsx'
import { announce } from '../../ui/feedback/live.ts'
import { Alert, Notice } from '../../ui/feedback/notice.tsx'
import { wordsForProblem } from '../../words/problems.ts'
import { requestAccess as text } from '../../words/request-access.ts'
import { errorCode } from '../error-code.ts'

export function SignUpRequest({ signUp: { proof, request } }: { signUp: NonNullable<Problem['signUp']> }) {
  const send = (message: string | undefined) => callRoute(requestSignUp, { proof, message })
  return <AccessRequest request={request} answer={text.answerAtSignIn} onSend={send} />
}

type AccessRequestProps = {
  request: RequestNote | null | undefined
  /** Where the person finds the decision. */
  answer: string
  onSend: (message: string | undefined) => Promise<RequestNote>
  /** Where the button has to stay within reach. */
  foldsMessage?: boolean
}

export function AccessRequest({ request, answer, ...form }: AccessRequestProps) {
  const [sent, setSent] = useState<RequestNote>()
  const current = sent ?? request
  if (!current) return <RequestForm {...form} onSent={setSent} />
  const { status, createdAt, until } = current
  const on = day.format(new Date(createdAt))
  if (status === 'open' || until === null) {
    return (
      <Notice tone="good" title={text.sent}>
        <p>
          {text.open(on)} {answer}
        </p>
      </Notice>
    )
  }
  return <Notice title={text.declinedTitle}>{text.declined(on, day.format(new Date(until)))}</Notice>
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

type FormProps = Pick<AccessRequestProps, 'onSend' | 'foldsMessage'> & { onSent: (request: RequestNote) => void }

function RequestForm({ onSend, onSent, foldsMessage = false }: FormProps) {
  const [message, setMessage] = useState('')
  const normalized = normalizeText(message)
  const isInvalid = normalized !== '' && !isAccessMessage(normalized)
  const { busy, error, run } = useCall(async () => {
    announce(text.asking)
    onSent(await onSend(normalized || undefined))
    announce(text.sent)
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    // A folded message would hide why nothing is sent.
    if (isInvalid) event.currentTarget.querySelector('details')?.setAttribute('open', '')
    else void run()
  }
  const field = (
    <TextArea
      label={text.message}
      hint={text.messageHint(ACCESS_MESSAGE_MAX)}
      error={isInvalid ? text.messageWrong(ACCESS_MESSAGE_MAX) : undefined}
      value={message}
      rows={2}
      onChange={(event) => setMessage(event.currentTarget.value)}
    />
  )
  return (
    <form className="stack" onSubmit={send} aria-busy={busy || undefined} noValidate>
      {foldsMessage ? <Disclosure label={text.addMessage}>{field}</Disclosure> : field}
      <Alert>{error ? errorText(error) : null}</Alert>
      <Button look="primary" type="submit" busy={busy}>
        {text.ask}
      </Button>
    </form>
  )
}

function errorText(error: unknown): string {
  const code = errorCode(error)
  return code === 'challenge_expired' || code === 'challenge_used' ? text.signAgain : wordsForProblem(code, '').body
}
