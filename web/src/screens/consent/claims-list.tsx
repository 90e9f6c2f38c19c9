import type { Interaction } from '@countersign/contract/routes/interaction.ts'
import { Sparkle } from 'lucide-react'
import { SpokenAddress } from '../../components/spoken-address.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Tag } from '../../ui/tag.tsx'
import { interaction as text } from '../../words/interaction.ts'
import { summarizeClaims, type Value } from './claims-summary.ts'

export function ClaimsList({ interaction }: { interaction: Interaction }) {
  return (
    <section className="stack stack-close" aria-labelledby="request-claims">
      <h2 id="request-claims">{text.receives}</h2>
      <dl className="request-claims fact-list">
        {summarizeClaims(interaction).map(({ label, isNew, values, note }) => (
          <div key={label}>
            <dt>
              {label} {isNew ? <Tag icon={Sparkle}>{text.isNew}</Tag> : null}
            </dt>
            {values.map((value) => (
              <dd key={value.kind === 'account' ? `${value.address} ${value.on}` : value.text}>
                <ClaimValue value={value} />
              </dd>
            ))}
            {note ? <dd className="small soft">{note}</dd> : null}
          </div>
        ))}
      </dl>
      {interaction.claims ? (
        <Disclosure label={text.exact}>
          <pre className="request-json panel" translate="no">
            {JSON.stringify(interaction.claims, null, 2)}
          </pre>
        </Disclosure>
      ) : null}
    </section>
  )
}

function ClaimValue({ value }: { value: Value }) {
  if (value.kind === 'account') {
    return (
      <>
        <SpokenAddress address={value.address} /> {value.on}
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
