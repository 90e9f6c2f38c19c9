import { Suspense, useEffect, useState } from 'react'
import { reportProblem } from '../../api/report-problem.ts'
import { lazyComponent } from '../../page/chunk.ts'
import { SmallLink } from '../../page/link-button.tsx'
import { isWalletCode, type Problem, type Remedy } from '../../sign-in/problems/problem.ts'
import type { SignIn } from '../../sign-in/sign-in.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Disclosure } from '../../ui/controls/disclosure.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { steps } from '../../words/steps.ts'
import { Contact } from '../contact.tsx'
import { problemWords } from './view-words.ts'

const SignUpRequest = lazyComponent(async () => (await import('../access/access-request.tsx')).SignUpRequest)
const RequirementList = lazyComponent(async () => (await import('../rule/requirement-list.tsx')).RequirementList)

type FailedProps = { problem: Problem; signIn: SignIn; ready: () => boolean }

export function Failed({ problem, signIn, ready }: FailedProps) {
  const { code } = problem
  const retry = () => {
    if (ready()) signIn.retry()
  }
  useEffect(() => {
    if (isWalletCode(code)) reportProblem(code)
  }, [code])
  return (
    <Suspense>
      <div className="stack">
        {problem.requirements ? <RequirementList requirements={problem.requirements} /> : null}
        {problem.signUp ? <SignUpRequest signUp={problem.signUp} /> : null}
        <div className="actions">
          <RemedyButton problem={problem} signIn={signIn} retry={retry} />
          {ONLY_REMEDIES.includes(problem.remedy) ? null : (
            <Button onClick={signIn.useOtherWallet}>{steps.signIn.anotherWallet}</Button>
          )}
          {code === 'requirements_not_met' ? <Button onClick={retry}>{steps.failed.checkAgain}</Button> : null}
        </div>
        {isWalletCode(code) ? null : <Contact />}
        <Details problem={problem} />
      </div>
    </Suspense>
  )
}

const ONLY_REMEDIES: Remedy[] = ['other_wallet', 'new_tab', 'none']

const REMEDIES: Partial<Record<Remedy, { label: string; action?: (signIn: SignIn) => void }>> = {
  other_wallet: { label: steps.signIn.anotherWallet, action: (signIn) => signIn.useOtherWallet() },
  connect_again: { label: steps.failed.connectAgain },
  reload: { label: steps.failed.reload, action: () => location.reload() },
}

type RemedyButtonProps = { problem: Problem; signIn: SignIn; retry: () => void }

function RemedyButton({ problem, signIn, retry }: RemedyButtonProps) {
  const left = useSecondsLeft(problem)
  if (problem.remedy === 'none') return null
  if (left > 0) {
    return (
      <Button busy data-focus>
        {steps.failed.wait(left)}
      </Button>
    )
  }
  const { label = problemWords(problem).action, action = retry } = REMEDIES[problem.remedy] ?? {}
  return (
    <Button look={problem.signUp ? 'plain' : 'primary'} data-focus onClick={() => action(signIn)}>
      {label}
    </Button>
  )
}

/** Counts from when the problem happened, so that a sleeping tab does not wait twice. */
function useSecondsLeft(problem: Problem): number {
  const until = problem.at + (problem.retryAfter ?? 0) * 1000
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    if (until <= Date.now()) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [until])
  return Math.max(0, Math.ceil((until - Math.max(now, Date.now())) / 1000))
}

function Details({ problem }: { problem: Problem }) {
  const { failed } = steps
  const rows: [string, string | undefined][] = [
    [failed.code, problem.code],
    [failed.time, new Date(problem.at).toISOString()],
    [failed.trace, problem.traceId],
    [failed.wallet, problem.wallet],
    [failed.message, problem.detail],
  ]
  const shown = rows.filter((row): row is [string, string] => row[1] !== undefined)
  return (
    <Disclosure label={failed.details}>
      <div className="stack">
        <Facts className="details stack stack-close small" of={shown.map(([term, value]) => [term, mono(value)])} />
        <div className="row">
          <CopyButton
            text={shown.map(([term, value]) => `${term}: ${value}`).join('\n')}
            label={failed.copy}
            done={failed.copied}
          />
          <SmallLink to={`/problems/${encodeURIComponent(problem.code)}`}>{failed.about}</SmallLink>
        </div>
      </div>
    </Disclosure>
  )
}

function mono(value: string) {
  return (
    <bdi className="mono" dir="ltr" translate="no">
      {value}
    </bdi>
  )
}
