import { PHONE_DIGITS_LENGTH } from '@countersign/contract/limits/phone-limits.ts'
import { useEffect } from 'react'
import { useForm, VERBATIM } from '../../forms/use-form.ts'
import type { Problem } from '../../sign-in/problems/problem.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { usePhone as text } from '../../words/use-phone.ts'
import { TimeLeft } from './time-left.tsx'

const DIGITS = new RegExp(`^\\d{${PHONE_DIGITS_LENGTH}}$`)

type DigitsFormProps = {
  host: string
  until: number
  busy: boolean
  /** Why those sent last were not accepted; `error` says it. */
  problem: Problem | undefined
  error: string | undefined
  onSend: (digits: string) => void
}

/** Sent by the button and not by the sixth digit, because there are three tries. */
export function DigitsForm({ host, until, busy, problem, error, onSend }: DigitsFormProps) {
  const form = useForm({
    saved: { values: { digits: '' } },
    validate: ({ digits }) => (DIGITS.test(compact(digits)) ? {} : { digits: text.digitsMissing }),
  })
  const field = form.text('digits')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer
  useEffect(() => {
    if (problem?.code === 'phone_digits_wrong') form.edit({ digits: '' })
    if (problem) form.ref.current?.querySelector('input')?.focus()
  }, [problem])
  return (
    <form
      className="wait-digits stack"
      ref={form.ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && form.check()) onSend(compact(form.values.digits))
      }}
    >
      <Field
        label={text.digits}
        hint={text.digitsHint(host)}
        {...VERBATIM}
        className="mono"
        inputMode="numeric"
        maxLength={16}
        data-focus
        {...field}
        readOnly={busy}
        error={field.error ?? error}
      />
      <TimeLeft until={until} />
      <Button type="submit" className="wide" look="primary" busy={busy} {...(busy ? { icon: <Spinner /> } : {})}>
        {busy ? text.sending : text.send}
      </Button>
    </form>
  )
}

/** The phone shows them in groups. */
function compact(typed: string): string {
  return typed.replace(/[\s-]/g, '')
}
