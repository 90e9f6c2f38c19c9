import { Suspense, useEffect, useState } from 'react'
import { reportProblem } from '../../api/report-problem.ts'
import { Link, navigate } from '../../page/history.tsx'
import { lazyComponent } from '../../page/lazy-component.tsx'
import { isWalletCode, type Problem, type Remedy } from '../../sign-in/problem.ts'
import type { SignIn } from '../../sign-in/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Facts } from '../../ui/facts.tsx'
import { steps } from '../../words/steps.ts'
import { Contact } from '../contact.tsx'
import { problemWords } from './view-words.ts'

const AskToSignUp = lazyComponent(async () => (await import('../access-request/ask-to-sign-up.tsx')).AskToSignUp)

/** The remedy, another wallet, and the details to report. The heading above says what happened. */
export function Failed({ problem, signIn }: { problem: Problem; signIn: SignIn }) {
  const { code } = problem
  useEffect(() => {
    if (isWalletCode(code)) reportProblem(code)
  }, [code])
  return (
    <div className="stack">
      <div className="actions">
        <RemedyButton problem={problem} signIn={signIn} />
        {ONLY_REMEDIES.includes(problem.remedy) ? null : (
          <Button onClick={signIn.useOtherWallet}>{steps.signIn.anotherWallet}</Button>
        )}
      </div>
      {problem.signUp ? (
        <Suspense>
          <AskToSignUp signUp={problem.signUp} />
        </Suspense>
      ) : null}
      {isWalletCode(code) ? null : <Contact />}
      <Details problem={problem} />
    </div>
  )
}

/** Remedies for which another wallet is no alternative. */
const ONLY_REMEDIES: Remedy[] = ['other_wallet', 'new_tab', 'none']

/** Labels of remedies; other remedies use the action of the problem. */
const labels: Partial<Record<Remedy, string>> = {
  other_wallet: steps.signIn.anotherWallet,
  connect_again: steps.failed.connectAgain,
  reload: steps.failed.reload,
  get_wallet: steps.failed.getWallet,
}

function RemedyButton({ problem, signIn }: { problem: Problem; signIn: SignIn }) {
  const left = useSecondsLeft(problem)
  if (problem.remedy === 'none') return null
  if (left > 0) {
    return (
      <Button busy data-focus>
        {steps.failed.wait(left)}
      </Button>
    )
  }
  return (
    <Button look="primary" data-focus onClick={remedyOf(problem, signIn)}>
      {labels[problem.remedy] ?? problemWords(problem).action}
    </Button>
  )
}

function remedyOf(problem: Problem, signIn: SignIn): () => void {
  switch (problem.remedy) {
    case 'reload':
      return () => location.reload()
    case 'get_wallet':
      return () => navigate('/wallets/help')
    case 'other_wallet':
      return signIn.useOtherWallet
    default:
      return signIn.retry
  }
}

/** Counts from when the problem happened, so that a sleeping tab does not wait twice. */
function useSecondsLeft(problem: Problem): number {
  const until = problem.at + (problem.retryAfter ?? 0) * 1000
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    tick()
    if (until <= Date.now()) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [until])
  return seconds
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
          <Link to={`/problems/${encodeURIComponent(problem.code)}`} className="text-link small">
            {failed.about}
          </Link>
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
