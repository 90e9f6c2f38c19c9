import { INSTANCE_NAME_MAX } from '@countersign/contract/limits.ts'
import { isInstanceName } from '@countersign/contract/names/name.ts'
import type { Registration } from '@countersign/contract/routes/setup.ts'
import { useEffect, useRef, useState } from 'react'
import { RegistrationChoice } from '../../components/registration-choice.tsx'
import { Flow } from '../../components/sign-in/flow.tsx'
import { useSignIn, useView } from '../../components/sign-in/use-sign-in.ts'
import { type FieldErrors, withoutUndefined } from '../../forms/form.ts'
import { useForm } from '../../forms/use-form.ts'
import { Heading } from '../../page/heading.tsx'
import { Link } from '../../page/history.tsx'
import { usePage } from '../../page/page-context.tsx'
import { createSetupFlow } from '../../sign-in/setup-flow.ts'
import { Field } from '../../ui/field.tsx'
import { pages } from '../../words/pages.ts'
import { wordsForProblem } from '../../words/problems.ts'
import { registration } from '../../words/registration.ts'

const { setup } = pages

export function SetupScreen() {
  return usePage().boot.public.setupNeeded ? <SetupFlow /> : <SetupDone />
}

type SetupValues = { code: string; name: string; registration: Registration }

/** Becoming the owner is a sign-in with a form before it. */
function SetupFlow() {
  const page = usePage()
  const [saved] = useState(() => ({
    values: { code: codeFromAddress(), name: '', registration: page.boot.public.registration },
  }))
  const form = useForm<SetupValues>({ saved, validate: validateSetup })
  useCodeFromAddress((code) => form.edit({ code }))
  const current = useRef(form)
  current.current = form
  const signIn = useSignIn(() =>
    createSetupFlow(page, () => {
      const { code, name, registration } = current.current.values
      return { setupCode: code.trim(), instanceName: name.trim().normalize('NFC'), registration }
    }),
  )
  const view = useView(signIn)
  const code = form.text('code')
  return (
    <Flow
      signIn={signIn}
      title={setup.title}
      lead={setup.lead}
      ready={() => current.current.check()}
      onSignedIn={(next) => location.replace(next)}
      fields={
        <div className="stack">
          <Field
            label={setup.code}
            hint={setup.codeHint}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            className="mono"
            maxLength={64}
            {...code}
            error={code.error ?? (view.screen === 'failed' ? codeError(view.problem.code) : undefined)}
          />
          <Field label={setup.name} hint={setup.nameHint} autoComplete="organization" {...form.text('name')} />
          <RegistrationChoice
            legend={registration.title}
            value={form.values.registration}
            onChoose={(registration) => form.edit({ registration })}
          />
        </div>
      }
    />
  )
}

function SetupDone() {
  return (
    <div className="card stack stack-wide">
      <div className="stack stack-close">
        <Heading screen={setup.title}>{setup.doneTitle}</Heading>
        <p className="soft">{setup.done}</p>
      </div>
      <Link to="/sign-in" className="button primary">
        <span>{setup.signIn}</span>
      </Link>
    </div>
  )
}

function validateSetup({ code, name }: SetupValues): FieldErrors<SetupValues> {
  return withoutUndefined({ code: code.trim() === '' ? setup.codeMissing : undefined, name: nameError(name) })
}

function nameError(typed: string): string | undefined {
  const name = typed.trim().normalize('NFC')
  if (name === '') return setup.nameMissing
  if ([...name].length > INSTANCE_NAME_MAX) return setup.nameTooLong(INSTANCE_NAME_MAX)
  return isInstanceName(name) ? undefined : setup.nameLetters
}

function codeError(code: string): string | undefined {
  return code === 'setup_code_invalid' ? wordsForProblem(code, '').title : undefined
}

/** The link may also be pasted into the open page, which does not load it again. */
function useCodeFromAddress(take: (code: string) => void): void {
  const current = useRef(take)
  current.current = take
  useEffect(() => {
    const look = () => {
      const code = codeFromAddress()
      if (code) current.current(code)
      hideCode()
    }
    hideCode()
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])
}

/** The code is in the fragment, which browsers do not send. */
function codeFromAddress(): string {
  return new URLSearchParams(location.hash.slice(1)).get('code') ?? ''
}

/** The code is a secret, so it is removed from the address bar and the history. */
function hideCode(): void {
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
}
