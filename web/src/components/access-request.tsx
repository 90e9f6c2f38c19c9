import type { RequestNote } from '@countersign/contract/errors.ts'
import { ACCESS_MESSAGE_MAX } from '@countersign/contract/limits/access-request-limits.ts'
import { isAccessMessage } from '@countersign/contract/names/name.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import { checkAccess, getAccess, requestAccess, requestSignUp } from '@countersign/contract/routes/access-request.ts'
import { type FormEvent, useState } from 'react'
import { callRoute } from '../api/call.ts'
import type { Problem } from '../sign-in/problem.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { announce } from '../ui/live.ts'
import { Notice } from '../ui/notice.tsx'
import { wordsForProblem } from '../words/problems.ts'
import { requestAccess as text } from '../words/request-access.ts'
import { errorCode } from './error-code.ts'
import { useLookup } from './use-lookup.ts'

export function useAccess(target: { clientId: string } | { host: string }) {
  const { lookup, retry } = useLookup(getAccess, { query: target })
  const [checked, setChecked] = useState<AnswerOf<typeof checkAccess>>()
  const request = (message: string | undefined) => callRoute(requestAccess, { ...target, message })
  const check = async () => {
    const answer = await callRoute(checkAccess, target)
    setChecked(answer)
    return answer
  }
  const current = checked && lookup.status === 'found' ? { ...lookup, data: checked } : lookup
  return { lookup: current, retry, request, check }
}

export function SignUpRequest({ signUp: { proof, request } }: { signUp: NonNullable<Problem['signUp']> }) {
  return <AccessRequest request={request} onSend={(message) => callRoute(requestSignUp, { proof, message })} />
}

type AccessRequestProps = {
  request: RequestNote | null | undefined
  onSend: (message: string | undefined) => Promise<RequestNote>
}

export function AccessRequest({ request, onSend }: AccessRequestProps) {
  const [sent, setSent] = useState<RequestNote>()
  const current = sent ?? request
  return current ? <Notice>{stateText(current)}</Notice> : <RequestForm onSend={onSend} onSent={setSent} />
}

type FormProps = Pick<AccessRequestProps, 'onSend'> & { onSent: (request: RequestNote) => void }

function RequestForm({ onSend, onSent }: FormProps) {
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const normalized = message.trim().normalize('NFC')
  const isInvalid = normalized !== '' && !isAccessMessage(normalized)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || isInvalid) return
    setBusy(true)
    setError(undefined)
    announce(text.asking)
    try {
      onSent(await onSend(normalized || undefined))
      announce(text.asked)
    } catch (failure) {
      setError(failure)
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
        error={isInvalid ? text.messageWrong(ACCESS_MESSAGE_MAX) : undefined}
        value={message}
        rows={2}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      {error ? (
        <Notice tone="bad" role="alert">
          {errorText(error)}
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

function errorText(error: unknown): string {
  const code = errorCode(error)
  return code === 'challenge_expired' || code === 'challenge_used' ? text.signAgain : wordsForProblem(code, '').body
}
