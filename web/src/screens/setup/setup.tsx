import { AppError } from '@countersign/contract/error/errors.ts'
import { INSTANCE_NAME_MAX } from '@countersign/contract/limits.ts'
import { isInstanceName } from '@countersign/contract/names/name.ts'
import { createSetup } from '@countersign/contract/routes/setup.ts'
import { useRef, useState } from 'react'
import { callRoute } from '../../api/call.ts'
import { RegistrationChoice } from '../../components/registration-choice.tsx'
import { Flow } from '../../components/sign-in/flow.tsx'
import { useSignIn, useView } from '../../components/sign-in/use-sign-in.ts'
import { type FieldErrors, withoutUndefined } from '../../forms/form.ts'
import { normalizeText } from '../../forms/typed-text.ts'
import { ONE_TIME_CODE, useForm } from '../../forms/use-form.ts'
import { Card } from '../../page/card.tsx'
import { readFragment, useFragment } from '../../page/fragment.ts'
import { LinkButton } from '../../page/link-button.tsx'
import { usePage } from '../../page/page-context.tsx'
import type { Page } from '../../session/page.ts'
import { createSessionFlow } from '../../sign-in/flows/sign-in-flow.ts'
import type { SignIn } from '../../sign-in/sign-in.ts'
import { Field } from '../../ui/controls/field.tsx'
import { setup } from '../../words/pages.ts'
import { wordsForProblem } from '../../words/problems.ts'
import { registration } from '../../words/registration.ts'

export function SetupScreen() {
  return usePage().boot.public.setupNeeded ? <SetupFlow /> : <SetupDone />
}

/** A new site has no groups whose rule could let people in. */
const MODES = ['invite', 'open', 'closed'] as const

const CHECKLIST = '/admin'

type SetupValues = { code: string; name: string; registration: (typeof MODES)[number] }

function SetupFlow() {
  const page = usePage()
  const [saved] = useState(() => ({
    values: {
      code: readFragment('code') ?? '',
      name: '',
      registration: MODES.find((mode) => mode === page.boot.public.registration) ?? 'invite',
    },
  }))
  const form = useForm<SetupValues>({ saved, validate: validateSetup })
  useFragment('code', (code) => code && form.edit({ code }))
  const current = useRef(form)
  current.current = form
  const signIn = useSignIn(() => createSetupFlow(page, () => current.current.values))
  const view = useView(signIn)
  const isRefused = view.screen === 'failed' && view.problem.code === 'setup_code_invalid'
  const [asksForCode, setAsksForCode] = useState(saved.values.code === '')
  if (isRefused && !asksForCode) setAsksForCode(true)
  const code = form.text('code')
  return (
    <Flow
      signIn={signIn}
      title={setup.title}
      lead={setup.lead}
      ready={() => current.current.check()}
      onSignedIn={(next) => location.replace(next)}
      fields={
        <form className="stack" ref={form.ref} noValidate onSubmit={form.submit}>
          {asksForCode ? (
            <Field
              label={setup.code}
              hint={setup.codeHint}
              {...ONE_TIME_CODE}
              {...code}
              error={code.error ?? (isRefused ? wordsForProblem('setup_code_invalid', '').title : undefined)}
            />
          ) : null}
          <Field
            label={setup.name}
            hint={setup.nameHint}
            autoComplete="organization"
            {...form.text('name')}
            // A signature that is sent again has named the site.
            readOnly={view.screen === 'failed' && view.signed === true}
          />
          <RegistrationChoice
            legend={registration.title}
            modes={MODES}
            value={form.values.registration}
            onChoose={(registration) => form.edit({ registration })}
          />
        </form>
      }
    />
  )
}

/** The name is signed. The rest is read when the signature is sent, so that a retry uses the current input. */
function createSetupFlow(page: Page, form: () => SetupValues): SignIn {
  const siteName = () => normalizeText(form().name)
  return createSessionFlow(page, {
    challengeFor() {
      // Nothing is signed without a name, and so nothing prefetched.
      if (!isInstanceName(siteName())) throw new AppError('invalid_body')
      return { purpose: 'setup', instanceName: siteName() }
    },
    isCurrent: ({ boundTo }) => boundTo === siteName(),
    switching: false,
    next: CHECKLIST,
    submit(proof, { keep, idempotencyKey, signal }) {
      const { code, registration } = form()
      return callRoute(createSetup, { setupCode: code.trim(), registration, proof, keep }, { idempotencyKey, signal })
    },
  })
}

function SetupDone() {
  return (
    <Card screen={setup.title} title={setup.doneTitle} lead={setup.done}>
      <LinkButton to="/sign-in" look="primary">
        {setup.signIn}
      </LinkButton>
    </Card>
  )
}

function validateSetup({ code, name }: SetupValues): FieldErrors<SetupValues> {
  return withoutUndefined({ code: code.trim() === '' ? setup.codeMissing : undefined, name: nameError(name) })
}

function nameError(input: string): string | undefined {
  const name = normalizeText(input)
  if (name === '') return setup.nameMissing
  if ([...name].length > INSTANCE_NAME_MAX) return setup.nameTooLong(INSTANCE_NAME_MAX)
  return isInstanceName(name) ? undefined : setup.nameLetters
}
