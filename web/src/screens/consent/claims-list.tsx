import type { Interaction } from '@countersign/contract/routes/interaction.ts'
import { Clock, Sparkle } from 'lucide'
import { SpokenAddress } from '../../components/spoken-address.tsx'
import { Disclosure } from '../../ui/controls/disclosure.tsx'
import { Tag } from '../../ui/data/tag.tsx'
import { Icon } from '../../ui/icon.tsx'
import { interaction as text } from '../../words/interaction.ts'
import type { ClaimSummary, Value } from './claims-summary.ts'

/** Apart from the data and above it, because it lasts longer than the session. */
export function OfflineAccess({ isNew }: { isNew: boolean }) {
  return (
    <div className="request-offline panel">
      <Icon icon={Clock} size={20} />
      <div>
        <p className="row">
          <strong>{text.claims.offline}</strong> {isNew ? <NewTag /> : null}
        </p>
        <p className="small soft">{text.claims.offlineText}</p>
      </div>
    </div>
  )
}

const NewTag = () => <Tag icon={Sparkle}>{text.isNew}</Tag>

type ClaimsListProps = { summaries: ClaimSummary[]; claims: Interaction['claims'] }

export function ClaimsList({ summaries, claims }: ClaimsListProps) {
  return (
    <section className="stack stack-close" aria-labelledby="request-claims">
      <h2 id="request-claims">{text.receives}</h2>
      <dl className="request-claims fact-list">
        {summaries.map(({ label, isNew, values, note }) => (
          <div key={label}>
            <dt className="row">
              {label} {isNew ? <NewTag /> : null}
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
      {claims ? (
        <Disclosure label={text.exact}>
          <pre className="request-json panel" translate="no">
            {JSON.stringify(claims, null, 2)}
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
