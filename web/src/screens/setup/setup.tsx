import { INSTANCE_NAME_MAX } from '@countersign/contract/limits.ts'
import { isInstanceName } from '@countersign/contract/names/name.ts'
import type { Registration } from '@countersign/contract/routes/setup.ts'
import { useEffect, useRef, useState } from 'react'
import { RegistrationChoice } from '../../components/registration-choice.tsx'
import { Flow } from '../../components/sign-in/flow.tsx'
import { useSignIn, useView } from '../../components/sign-in/use-sign-in.ts'
import { Heading } from '../../page/heading.tsx'
import { Link } from '../../page/history.tsx'
import { usePage } from '../../page/page-context.tsx'
import { createSetupFlow } from '../../sign-in/setup-flow.ts'
import { Field } from '../../ui/field.tsx'
import { announce } from '../../ui/live.ts'
import { pages } from '../../words/pages.ts'
import { wordsForProblem } from '../../words/problems.ts'
import { registration } from '../../words/registration.ts'

const { setup } = pages

export function SetupScreen() {
  return usePage().boot.public.setupNeeded ? <SetupFlow /> : <SetupDone />
}

type Fields = { code: string; name: string; registration: Registration }
type Refusals = { code?: string; name?: string }

/** Becoming the owner is a sign-in with a form before it. */
function SetupFlow() {
  const page = usePage()
  const [fields, setFields] = useState<Fields>(() => ({
    code: codeFromAddress(),
    name: '',
    registration: page.boot.public.registration,
  }))
  const [refusals, setRefusals] = useState<Refusals>({})
  useCodeFromAddress((code) => setFields((now) => ({ ...now, code })))
  const current = useRef(fields)
  current.current = fields
  const signIn = useSignIn(() =>
    createSetupFlow(page, () => {
      const { code, name, registration } = current.current
      return { setupCode: code.trim(), instanceName: name.trim().normalize('NFC'), registration }
    }),
  )
  const view = useView(signIn)
  const refused = view.screen === 'failed' ? refusalsOf(view.problem.code) : {}
  const shown = { ...refused, ...refusals }
  const change = (next: Partial<Fields>) => {
    setFields({ ...fields, ...next })
    setRefusals({})
  }
  const ready = () => {
    const found = checkFields(current.current)
    setRefusals(found)
    const first = found.code ?? found.name
    if (first) announce(first, 'assertive')
    return first === undefined
  }
  return (
    <Flow
      signIn={signIn}
      title={setup.title}
      lead={setup.lead}
      ready={ready}
      onSignedIn={(next) => location.replace(next)}
      fields={
        <div className="stack">
          <Field
            label={setup.code}
            hint={setup.codeHint}
            refusal={shown.code}
            value={fields.code}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            className="mono"
            maxLength={64}
            onChange={(event) => change({ code: event.target.value })}
          />
          <Field
            label={setup.name}
            hint={setup.nameHint}
            refusal={shown.name}
            value={fields.name}
            autoComplete="organization"
            onChange={(event) => change({ name: event.target.value })}
          />
          <RegistrationChoice
            legend={registration.title}
            value={fields.registration}
            onChoose={(registration) => change({ registration })}
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

function checkFields({ code, name }: Fields): Refusals {
  const refusals: Refusals = {}
  if (code.trim() === '') refusals.code = setup.codeMissing
  const wanted = name.trim().normalize('NFC')
  if (wanted === '') refusals.name = setup.nameMissing
  else if ([...wanted].length > INSTANCE_NAME_MAX) refusals.name = setup.nameTooLong(INSTANCE_NAME_MAX)
  else if (!isInstanceName(wanted)) refusals.name = setup.nameLetters
  return refusals
}

function refusalsOf(code: string): Refusals {
  return code === 'setup_code_invalid' ? { code: wordsForProblem(code, '').title } : {}
}

/** The link may also be pasted over the open page, which then is not loaded anew. */
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

/** The code sits in the fragment, which is never sent; it leaves the address bar as soon as it is read. */
function codeFromAddress(): string {
  return new URLSearchParams(location.hash.slice(1)).get('code') ?? ''
}

/** The code is a secret: once it is in the field it need not stay in the address and the history. */
function hideCode(): void {
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
}
