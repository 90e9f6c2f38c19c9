import { AppError } from '@countersign/contract/error/errors.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import { checkAccess, getAccess, requestAccess } from '@countersign/contract/routes/access-request.ts'
import type { RuleOutcome } from '@countersign/contract/rule/rule.ts'
import { type ReactNode, useState } from 'react'
import { callRoute } from '../../api/call.ts'
import { Heading } from '../../page/heading.tsx'
import { SmallLink } from '../../page/link-button.tsx'
import { useCall } from '../../page/use-call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/feedback/live.ts'
import { Alert, Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { wordsForProblem } from '../../words/problems.ts'
import { requestAccess as text } from '../../words/request-access.ts'
import { requirements as needs } from '../../words/rules/requirements.ts'
import { Contact } from '../contact.tsx'
import { errorCode } from '../error-code.ts'
import { ErrorNotice } from '../loaded.tsx'
import { NotFoundScreen } from '../not-found.tsx'
import { SignedInAs } from '../person/signed-in-as.tsx'
import { isShown, RequirementList } from '../rule/requirement-list.tsx'
import { useLookup } from '../use-lookup.ts'
import { AccessRequest } from './access-request.tsx'
import './access.css'

type Access = AnswerOf<typeof checkAccess>

type AccessCardProps = {
  target: { clientId: string } | { host: string }
  logo?: ReactNode
  /** Where to sign in with another wallet. */
  switchTo: string
  /** For a person who has access by now. */
  enter: (access: Access) => ReactNode
  leave: ReactNode
}

/** Whether this person has access to an app or a protected host, and what to do if not. */
export function AccessCard({ target, logo, switchTo, enter, leave }: AccessCardProps) {
  const { lookup, retry } = useLookup(getAccess, { query: target })
  const [checked, setChecked] = useState<Access>()
  if (lookup.status === 'failed' && isUnknownTarget(lookup.error)) return <NotFoundScreen />
  if (lookup.status !== 'found') {
    return (
      <div key={lookup.status} className="card access-card stack stack-wide">
        <Heading screen={text.screen}>{text.screen}</Heading>
        {lookup.status === 'failed' ? (
          <ErrorNotice error={lookup.error} onRetry={retry} />
        ) : (
          <Skeleton label={text.loading} lines={4} />
        )}
        {leave}
      </div>
    )
  }
  const check = async () => {
    const answer = await callRoute(checkAccess, target)
    setChecked(answer)
    return answer
  }
  const access = checked ?? lookup.data
  const { outcome, name, requirements } = access
  const hasRule = requirements.some((requirement) => requirement.hasRule)
  const { title, lead } = TEXTS[outcome]
  return (
    // Another heading takes the focus of the button that is gone.
    <div key={outcome} className="card access-card stack stack-wide">
      <div className="stack">
        {logo}
        <div className="stack stack-close">
          <Heading screen={text.screen}>
            {title} <bdi>{name}</bdi>
          </Heading>
          <p className="soft">{outcome === 'no' && hasRule ? needs.deniedLead : lead}</p>
        </div>
      </div>
      <SignedInAs switchTo={switchTo} />
      <AccessActions access={access} onCheck={check} />
      {outcome === 'no' ? (
        <AccessRequest
          request={access.request}
          answer={text.answerAtHome}
          onSend={(message) => callRoute(requestAccess, { ...target, message })}
          foldsMessage
        />
      ) : null}
      {outcome === 'yes' ? enter(access) : null}
      {leave}
      <Contact />
    </div>
  )
}

const TEXTS = {
  yes: { title: text.admittedTitle, lead: text.admitted },
  no: { title: text.deniedTitle, lead: text.denied },
  unknown: { title: needs.unknownTitle, lead: needs.unknownLead },
}

function isUnknownTarget(error: unknown): boolean {
  return error instanceof AppError && error.status < 500 && error.code !== 'rate_limited'
}

type AccessActionsProps = { access: Access; onCheck: () => Promise<Access> }

/** What a refused person needs, and what they can do besides asking for access. */
function AccessActions({ access, onCheck }: AccessActionsProps) {
  const { requirements } = access
  const [checked, setChecked] = useState<RuleOutcome>()
  const { busy, error, run } = useCall(async () => {
    setChecked(undefined)
    announce(needs.checking)
    const { outcome } = await onCheck()
    setChecked(outcome)
    announce(RESULTS[outcome])
  })
  // Groups without a rule depend on administrators alone.
  if (!requirements.some(({ hasRule }) => hasRule)) return null
  const countsVaults = requirements.some(({ details }) => details?.delegations)
  const again = (
    <Button look="link" className="small" busy={busy} onClick={() => void run()}>
      {needs.check}
    </Button>
  )
  const lists = requirements.some(isShown)
  return (
    <div className="stack stack-close">
      {lists ? <RequirementList requirements={requirements} action={again} /> : null}
      <section className="access-links row" aria-label={needs.actions}>
        {lists ? null : again}
        <SmallLink to="/wallets/add">{needs.addWallet}</SmallLink>
        {countsVaults ? <SmallLink to="/wallets">{needs.vault}</SmallLink> : null}
      </section>
      <Alert>{error ? wordsForProblem(errorCode(error), '').body : null}</Alert>
      {checked ? <Notice tone={checked === 'yes' ? 'good' : 'calm'}>{RESULTS[checked]}</Notice> : null}
    </div>
  )
}

const RESULTS: Record<RuleOutcome, string> = { yes: needs.admitted, no: needs.denied, unknown: needs.unknown }
