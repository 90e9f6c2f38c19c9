import type { Interaction } from '@countersign/contract/routes/interaction.ts'
import { Sparkle } from 'lucide-react'
import { ShortAddress } from '../../ui/address.tsx'
import { spelledEnd } from '../../ui/address-text.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Tag } from '../../ui/tag.tsx'
import { interaction as text } from '../../words/interaction.ts'
import { steps } from '../../words/steps.ts'
import { summarizeClaims, type Value } from './claims-summary.ts'

/** The data the app receives, with current values. */
export function ClaimsList({ interaction }: { interaction: Interaction }) {
  return (
    <section className="stack stack-close" aria-labelledby="asked-claims">
      <h2 id="asked-claims">{text.receives}</h2>
      <dl className="asked-claims fact-list">
        {summarizeClaims(interaction).map(({ label, isNew, values, note }) => (
          <div key={label}>
            <dt>
              {label} {isNew ? <Tag icon={Sparkle}>{text.isNew}</Tag> : null}
            </dt>
            {values.map((value) => (
              <dd key={keyOf(value)}>
                <Shown value={value} />
              </dd>
            ))}
            {note ? <dd className="small soft">{note}</dd> : null}
          </div>
        ))}
      </dl>
      {interaction.claims ? (
        <Disclosure label={text.exact}>
          <pre className="asked-exact panel" translate="no">
            {JSON.stringify(interaction.claims, null, 2)}
          </pre>
        </Disclosure>
      ) : null}
    </section>
  )
}

function Shown({ value }: { value: Value }) {
  if (value.kind === 'account') {
    return (
      <>
        <ShortAddress address={value.address} spoken={steps.address.spoken(spelledEnd(value.address))} /> {value.on}
      </>
    )
  }
  return value.kind === 'code' ? (
    <bdi className="mono" translate="no">
      {value.text}
    </bdi>
  ) : (
    <bdi>{value.text}</bdi>
  )
}

function keyOf(value: Value): string {
  return value.kind === 'account' ? `${value.address} ${value.on}` : value.text
}
