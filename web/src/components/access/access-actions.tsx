import type { RuleOutcome } from '@countersign/contract/rule/rule.ts'
import { useState } from 'react'
import { SmallLink } from '../../page/link-button.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/feedback/live.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { wordsForProblem } from '../../words/problems.ts'
import { requirements as text } from '../../words/rules/requirements.ts'
import { errorCode } from '../error-code.ts'
import { isShown, RequirementList } from '../rule/requirement-list.tsx'
import type { Access } from './use-access.ts'

type AccessActionsProps = { access: Access; onCheck: () => Promise<Access> }

/** What a refused person needs, and what they can do besides asking for access. */
export function AccessActions({ access, onCheck }: AccessActionsProps) {
  const { requirements } = access
  const { check, busy, problem, checked } = useCheck(onCheck)
  // Groups without a rule depend on administrators alone.
  if (!requirements.some(({ hasRule }) => hasRule)) return null
  const countsVaults = requirements.some(({ details }) => details?.delegations)
  const again = (
    <Button look="link" className="small" busy={busy} onClick={check}>
      {text.check}
    </Button>
  )
  const lists = requirements.some(isShown)
  return (
    <div className="stack stack-close">
      {lists ? <RequirementList requirements={requirements} action={again} /> : null}
      <section className="access-links row" aria-label={text.actions}>
        {lists ? null : again}
        <SmallLink to="/wallets/add">{text.addWallet}</SmallLink>
        {countsVaults ? <SmallLink to="/wallets">{text.vault}</SmallLink> : null}
      </section>
      {problem ? (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      ) : null}
      {checked ? <Notice tone={checked === 'yes' ? 'good' : 'calm'}>{RESULTS[checked]}</Notice> : null}
    </div>
  )
}

function useCheck(onCheck: AccessActionsProps['onCheck']) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [checked, setChecked] = useState<RuleOutcome>()
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
  return { check, busy, problem, checked }
}

const RESULTS: Record<RuleOutcome, string> = { yes: text.admitted, no: text.denied, unknown: text.unknown }
