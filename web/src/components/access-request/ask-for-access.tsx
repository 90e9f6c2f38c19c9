import { AppError, type RequestNote } from '@countersign/contract/errors.ts'
import { ACCESS_MESSAGE_MAX } from '@countersign/contract/limits/access-request-limits.ts'
import { isAccessMessage } from '@countersign/contract/names/name.ts'
import { type FormEvent, useState } from 'react'
import { ConnectionError } from '../../api/connection-error.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { announce } from '../../ui/live.ts'
import { Notice } from '../../ui/notice.tsx'
import { wordsForProblem } from '../../words/problems.ts'
import { requestAccess as text } from '../../words/request-access.ts'

type AskForAccessProps = {
  request: RequestNote | null | undefined
  onAsk: (message: string | undefined) => Promise<RequestNote>
}

/** The form to request access, or the state of an earlier request. */
export function AskForAccess({ request, onAsk }: AskForAccessProps) {
  const [sent, setSent] = useState<RequestNote>()
  const known = sent ?? request
  if (known) {
    return <Notice>{stateText(known)}</Notice>
  }
  return <RequestForm onAsk={onAsk} onSent={setSent} />
}

type FormProps = Pick<AskForAccessProps, 'onAsk'> & { onSent: (request: RequestNote) => void }

function RequestForm({ onAsk, onSent }: FormProps) {
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const written = message.trim().normalize('NFC')
  const wrong = written !== '' && !isAccessMessage(written)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || wrong) return
    setBusy(true)
    setRefusal(undefined)
    announce(text.asking)
    try {
      onSent(await onAsk(written === '' ? undefined : written))
      announce(text.asked)
    } catch (error) {
      setRefusal(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <form className="stack" onSubmit={send} aria-busy={busy || undefined} noValidate>
      <div className="stack stack-close">
        <h2>{text.title}</h2>
        <p className="soft">{text.lead}</p>
      </div>
      <TextArea
        label={text.message}
        hint={text.messageHint(ACCESS_MESSAGE_MAX)}
        error={wrong ? text.messageWrong(ACCESS_MESSAGE_MAX) : undefined}
        value={message}
        rows={2}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      {refusal ? (
        <Notice tone="bad" role="alert">
          {refusal}
        </Notice>
      ) : null}
      <Button type="submit" busy={busy}>
        {text.ask}
      </Button>
    </form>
  )
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

function stateText({ status, createdAt, until }: RequestNote): string {
  const on = day.format(new Date(createdAt))
  return status === 'open' || until === null ? text.open(on) : text.declined(on, day.format(new Date(until)))
}

function refusalOf(error: unknown): string {
  if (!(error instanceof AppError || error instanceof ConnectionError)) return wordsForProblem('internal', '').body
  const over = error.code === 'challenge_expired' || error.code === 'challenge_used'
  return over ? text.signAgain : wordsForProblem(error.code, '').body
}
