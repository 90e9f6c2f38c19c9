import { claimLines } from './claim-lines.ts'
import './admin.css'

export function ClaimList({ claims }: { claims: Record<string, unknown> }) {
  return (
    <dl className="app-claims">
      {claimLines(claims).map(({ claim, value }) => (
        <div key={claim}>
          <dt className="mono" translate="no">
            {claim}
          </dt>
          <dd className="mono" dir="ltr" translate="no">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
