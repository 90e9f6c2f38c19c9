import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { Activity } from '@countersign/contract/routes/activity.ts'
import { Link } from '../../../page/history.tsx'
import type { Column } from '../../../ui/data/data-table.tsx'
import { Tag } from '../../../ui/data/tag.tsx'
import { activity as own } from '../../../words/account/activity.ts'
import { admin } from '../../../words/admin/admin.ts'
import { activity as words } from '../../../words/admin/site.ts'
import { isDeclined } from '../../is-declined.ts'
import { SpokenAddress } from '../../spoken-address.tsx'
import { Timestamp } from '../../timestamp.tsx'
import { detailsOf } from './activity-details.ts'

export const activityColumns: Column<Activity>[] = [
  { label: words.what, render: (event) => <Event event={event} /> },
  { label: words.who, render: (event) => <Subject event={event} /> },
  {
    label: words.where,
    render: ({ device, maskedIp }) => (
      <div>
        {device ?? '–'}
        {maskedIp === null ? null : <div className="small soft">{words.ip(maskedIp)}</div>}
      </div>
    ),
  },
  { label: words.when, render: ({ at }) => <Timestamp at={at} exact /> },
]

function Event({ event }: { event: Activity }) {
  const details = detailsOf(event)
  return (
    <div>
      <span className="row">
        {isDeclined(event) ? own.declined : own.kinds[event.kind]}
        {event.outcome === 'ok' || isDeclined(event) ? null : <Tag tone="bad">{words.outcomes[event.outcome]}</Tag>}
      </span>
      <span className="small soft">
        <Actor event={event} />
        {details.map((detail) => (
          <span key={detail} className="activity-detail">
            {detail}
          </span>
        ))}
      </span>
    </div>
  )
}

function Actor({ event: { actor, person } }: { event: Activity }) {
  if (actor.id !== null && actor.id === person?.id) return null
  return (
    <span className="activity-detail">
      {words.by}{' '}
      {actor.id === null ? actorName(actor) : <Link to={`/admin/people/${actor.id}`}>{actorName(actor)}</Link>}
    </span>
  )
}

function actorName({ type, label }: Activity['actor']): string {
  if (label !== null) return label
  return type === 'person' ? admin.deletedPerson : words[type]
}

function Subject({ event: { person, address } }: { event: Activity }) {
  if (!person && !address) return <span className="soft">–</span>
  const isNamedByAddress = address !== null && person?.label === shortAddress(address)
  return (
    <div>
      {person ? (
        <Link to={`/admin/people/${person.id}`}>
          {isNamedByAddress ? <SpokenAddress address={address} /> : <bdi>{person.label ?? admin.deletedPerson}</bdi>}
        </Link>
      ) : null}
      {address === null || isNamedByAddress ? null : (
        <div className="small soft">
          <SpokenAddress address={address} />
        </div>
      )}
    </div>
  )
}
