import type { Requirement } from '@countersign/contract/rule/rule.ts'
import type { ReactNode } from 'react'
import { outcomes } from '../../words/rules/reasons.ts'
import { requirements as text } from '../../words/rules/requirements.ts'
import { ConditionTree, Judged } from './condition-tree.tsx'
import { ruleNames } from './rule-names.ts'

type RequirementListProps = { requirements: readonly Requirement[] /** Beside the heading. */; action?: ReactNode }

/** What lets somebody in. One of the groups is enough. */
export function RequirementList({ requirements, action }: RequirementListProps) {
  const shown = requirements.filter(isShown)
  return (
    <section className="stack stack-medium" aria-labelledby="requirements">
      <div className="requirements-head spread">
        <h2 id="requirements">{text.title}</h2>
        {action}
      </div>
      {shown.length > 1 ? <p className="soft">{text.oneIsEnough}</p> : null}
      <ul className="requirements">
        {shown.map((requirement, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: requirements have no identity
          <li key={index} className="stack stack-medium">
            <RequirementItem requirement={requirement} />
          </li>
        ))}
      </ul>
      {requirements.some(({ hasRule }) => !hasRule) ? <p className="small soft">{text.orAdded}</p> : null}
    </section>
  )
}

/** A group can keep its requirements to itself. */
export function isShown({ details, text: words }: Requirement): boolean {
  return Boolean(details || words)
}

function RequirementItem({ requirement }: { requirement: Requirement }) {
  const { outcome, details } = requirement
  const words = requirement.text ? <p className="requirement-text">{requirement.text}</p> : null
  if (!details) {
    return (
      <Judged outcome={outcome}>
        {words}
        <p className="small soft">{outcomes[outcome]}.</p>
      </Judged>
    )
  }
  const { condition, reasons, wallets } = details
  return (
    <>
      {words}
      <ConditionTree condition={condition} reasons={reasons} names={ruleNames(details)} calm />
      {wallets === 'each' ? <p className="small soft">{text.oneWallet}</p> : null}
    </>
  )
}
