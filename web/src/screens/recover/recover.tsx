import { RECOVERED_WALLET_DELAY_MS } from '@countersign/contract/limits.ts'
import { recover } from '@countersign/contract/routes/recovery.ts'
import { useRef, useState } from 'react'
import { callRoute } from '../../api/call.ts'
import { Contact } from '../../components/contact.tsx'
import { Flow } from '../../components/sign-in/flow.tsx'
import { useSignIn, useView } from '../../components/sign-in/use-sign-in.ts'
import { ONE_TIME_CODE, useForm } from '../../forms/use-form.ts'
import { readFragment, useFragment } from '../../page/fragment.ts'
import { SmallLink } from '../../page/link-button.tsx'
import { usePage } from '../../page/page-context.tsx'
import { createSessionFlow, HOME } from '../../sign-in/flows/sign-in-flow.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { recover as text } from '../../words/entry.ts'
import { wordsForProblem } from '../../words/problems.ts'
import './recover.css'

const HOUR_MS = 3_600_000

export function RecoverScreen() {
  const page = usePage()
  const [{ link, isBroken }, setLink] = useState(() => parseLink(readFragment('link')))
  useFragment('link', (value) => setLink(parseLink(value)))
  const form = useForm({
    saved: { values: { code: '' } },
    validate: ({ code }) => (link === undefined && code.trim() === '' ? { code: text.codeMissing } : {}),
  })
  const code = form.text('code')
  const by = useRef<{ code: string } | { link: string }>({ code: '' })
  by.current = link === undefined ? { code: code.value.trim() } : { link }
  const signIn = useSignIn(() =>
    createSessionFlow(page, {
      challengeFor: () => ({ purpose: 'recover' }),
      phone: { purpose: 'recover' },
      switching: true,
      next: HOME,
      // The current input, also for a retry.
      submit: (proof, { keep, idempotencyKey, signal }) =>
        callRoute(recover, { proof, keep, ...by.current }, { idempotencyKey, signal }),
    }),
  )
  const view = useView(signIn)
  const { useOtherWallet: startOver } = signIn
  const refused = view.screen === 'failed' && view.problem.code === 'recovery_invalid'
  const switchToCode = () => {
    setLink(parseLink(null))
    startOver()
  }
  return (
    <Flow
      signIn={signIn}
      title={text.title}
      lead={link === undefined ? text.lead : text.linkLead}
      ready={form.check}
      fields={
        <div className="stack">
          {isBroken ? <LinkNotice body={text.linkBroken} /> : null}
          {link !== undefined && refused ? <LinkNotice body={text.linkRefused} onCode={switchToCode} /> : null}
          {link === undefined ? (
            <Field
              label={text.code}
              hint={text.codeHint}
              {...ONE_TIME_CODE}
              {...code}
              error={code.error ?? (refused ? wordsForProblem('recovery_invalid', '').title : undefined)}
            />
          ) : null}
          <Consequences />
        </div>
      }
      after={() => (
        <div className="stack stack-close">
          {link === undefined ? <p className="small soft">{text.noCodes}</p> : null}
          <Contact />
          <SmallLink to="/sign-in">{text.back}</SmallLink>
        </div>
      )}
    />
  )
}

function parseLink(value: string | null) {
  const link = value !== null && /^[A-Za-z0-9_-]{27}$/.test(value) ? value : undefined
  return { link, isBroken: value !== null && link === undefined }
}

function LinkNotice({ body, onCode }: { body: string; onCode?: () => void }) {
  return (
    <Notice tone="warn" actions={onCode ? <Button onClick={onCode}>{text.useCode}</Button> : undefined}>
      {body}
    </Notice>
  )
}

function Consequences() {
  return (
    <section className="recover-what small" aria-labelledby="recover-what">
      <h2 id="recover-what" className="small">
        {text.whatTitle}
      </h2>
      <ol className="stack">
        {text.what(RECOVERED_WALLET_DELAY_MS / HOUR_MS).map((line) => (
          <li key={line} className="soft">
            {line}
          </li>
        ))}
      </ol>
    </section>
  )
}
