import type { AnswerOf } from '@countersign/contract/route.ts'
import type { checkAccess } from '@countersign/contract/routes/access-request.ts'
import type { RuleOutcome } from '@countersign/contract/rule/rule.ts'
import { useState } from 'react'
import { LinkButton } from '../../page/link-button.tsx'
import { Button } from '../../ui/button.tsx'
import { announce } from '../../ui/live.ts'
import { Notice } from '../../ui/notice.tsx'
import { wordsForProblem } from '../../words/problems.ts'
import { requirements as text } from '../../words/requirements.ts'
import { errorCode } from '../error-code.ts'

export type Access = AnswerOf<typeof checkAccess>

type AccessActionsProps = {
  access: Access
  /** Where to sign in with another wallet. */
  switchTo?: string | undefined
  onCheck: () => Promise<Access>
}

/** What a refused person can do. Only for access that depends on a rule. */
export function AccessActions({ access, switchTo, onCheck }: AccessActionsProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [checked, setChecked] = useState<RuleOutcome>()
  const countsVaults = access.requirements.some(({ details }) => details?.delegations)
  const check = async () => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    setChecked(undefined)
    announce(text.checking)
    try {
      const { outcome } = await onCheck()
      setChecked(outcome)
      announce(RESULTS[outcome])
    } catch (error) {
      setProblem(wordsForProblem(errorCode(error), '').body)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="stack" aria-label={text.actions}>
      <div className="actions">
        <Button look="primary" busy={busy} onClick={check}>
          {text.check}
        </Button>
        {switchTo ? <LinkButton to={switchTo}>{text.otherWallet}</LinkButton> : null}
        <LinkButton to="/wallets/add">{text.addWallet}</LinkButton>
        {countsVaults ? <LinkButton to="/wallets">{text.vault}</LinkButton> : null}
      </div>
      {problem ? (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      ) : null}
      {checked ? <Notice tone={checked === 'yes' ? 'good' : 'calm'}>{RESULTS[checked]}</Notice> : null}
    </section>
  )
}

const RESULTS: Record<RuleOutcome, string> = { yes: text.admitted, no: text.denied, unknown: text.unknown }
