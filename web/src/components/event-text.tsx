import type { Activity } from '@countersign/contract/routes/activity.ts'
import type { ReactNode } from 'react'
import { Tag } from '../ui/data/tag.tsx'
import { account } from '../words/account/account.ts'
import { activity as text } from '../words/account/activity.ts'
import { stepUp } from '../words/account/step-up.ts'
import { isKey } from '../words/is-key.ts'
import { home } from '../words/pages.ts'
import { isProblemCode, wordsForProblem } from '../words/problems.ts'
import { isDeclined } from './is-declined.ts'
import { SpokenAddress } from './spoken-address.tsx'
import { useAccount } from './use-signed-in.ts'

export function EventText({ event }: { event: Activity }) {
  const details = listDetails(event, useAccount().me.id)
  return (
    <div className="event stack">
      <span className="event-title row">
        {isDeclined(event) ? text.declined : text.kinds[event.kind]}{' '}
        {event.outcome === 'ok' || isDeclined(event) ? null : (
          <Tag tone="bad">{event.outcome === 'refused' ? text.refused : text.failed}</Tag>
        )}
      </span>
      {details.length > 0 ? (
        <span className="event-details dotted small soft">
          {details.map(({ key, value }) => (
            <span key={key}>{value}</span>
          ))}
        </span>
      ) : null}
    </div>
  )
}

export function EventWhere({ event: { device, maskedIp } }: { event: Activity }) {
  if (!device && !maskedIp) return <span className="soft">{text.unknownDevice}</span>
  return (
    <span className="event stack">
      {device ? <span>{device}</span> : null}
      {maskedIp ? <span className="small soft">{text.ip(maskedIp)}</span> : null}
    </span>
  )
}

type Detail = { key: string; value: ReactNode }

function listDetails(event: Activity, personId: string): Detail[] {
  const details: Detail[] = []
  const { address, actor, code } = event
  if (address) details.push({ key: 'address', value: <SpokenAddress address={address} /> })
  const subject = eventSubject(event)
  if (subject) details.push({ key: 'subject', value: <bdi>{subject}</bdi> })
  if (code && isProblemCode(code) && !isDeclined(event))
    details.push({ key: 'code', value: wordsForProblem(code, account.theWallet).title })
  if (actor.type === 'system') details.push({ key: 'actor', value: text.by(text.server) })
  else if (actor.type === 'person' && actor.id !== personId)
    details.push({ key: 'actor', value: text.by(actor.label ?? text.someoneElse) })
  return details
}

const { roles } = home

function eventSubject({ kind, data: { from, to, action, reason, app } }: Activity): string | undefined {
  if (typeof app === 'string') return app
  if (kind === 'person.role_changed' && isKey(roles, from) && isKey(roles, to)) return `${roles[from]} → ${roles[to]}`
  if (kind === 'session.ended' && isKey(text.reasons, reason)) return text.reasons[reason]
  const [confirmed] = typeof action === 'string' ? action.split(':') : []
  return kind === 'step_up.ok' && isKey(stepUp.actions, confirmed) ? stepUp.actions[confirmed] : undefined
}
