import type { Requirement } from '@countersign/contract/rule/rule.ts'
import { requirements as text } from '../../words/requirements.ts'
import { ConditionTree } from './condition-tree.tsx'
import { ruleNames } from './rule-names.ts'

/** What lets somebody in. One of the groups is enough. */
export function RequirementList({ requirements }: { requirements: readonly Requirement[] }) {
  const shown = requirements.filter(({ details, text: words }) => details || words)
  if (shown.length === 0) return null
  return (
    <section className="stack" aria-labelledby="requirements">
      <h2 id="requirements">{text.title}</h2>
      {shown.length > 1 ? <p className="soft">{text.oneIsEnough}</p> : null}
      {shown.map((requirement, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: requirements have no identity
        <div key={index} className="requirement stack">
          {requirement.text ? <p className="requirement-text">{requirement.text}</p> : null}
          {requirement.details ? <Details {...requirement.details} /> : null}
        </div>
      ))}
      {requirements.some(({ hasRule }) => !hasRule) ? <p className="small soft">{text.orAdded}</p> : null}
    </section>
  )
}

function Details(details: NonNullable<Requirement['details']>) {
  const { condition, reasons, wallets } = details
  return (
    <>
      <ConditionTree condition={condition} reasons={reasons} names={ruleNames(details)} />
      {wallets === 'each' ? <p className="small soft">{text.oneWallet}</p> : null}
    </>
  )
}
