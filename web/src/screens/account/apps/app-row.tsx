import type { Grant } from '@countersign/contract/routes/grant.ts'
import type { Scope } from '@countersign/contract/scope.ts'
import { Timestamp } from '../../../components/timestamp.tsx'
import { Link } from '../../../page/history.tsx'
import { AppIcon } from '../../../ui/app-logo.tsx'
import { apps as text } from '../../../words/own.ts'
import { GrantActions } from './grant-actions.tsx'

export function AppRow({ grant }: { grant: Grant }) {
  const { id, app, scopes, grantedAt, lastUsedAt } = grant
  return (
    <article className="connected-app sheet-row sheet">
      <AppIcon logo={app.logo} size={40} />
      <div>
        <h2>
          <Link to={`/apps/${id}`}>
            <bdi>{app.name}</bdi>
          </Link>
        </h2>
        <p className="soft">
          {text.access} {describeScopes(scopes)}
        </p>
        <p className="small soft">
          {text.since} <Timestamp at={grantedAt} /> · {text.lastUsed} <Timestamp at={lastUsedAt} />
        </p>
      </div>
      <GrantActions grant={grant} labels={{ open: text.openOf(app.name), disconnect: text.disconnectOf(app.name) }} />
    </article>
  )
}

const list = new Intl.ListFormat(undefined, { style: 'short', type: 'unit' })
const ORDER = Object.keys(text.scopes) as Scope[] // the keys of a record are its key type

export function describeScopes(scopes: Grant['scopes']): string {
  return list.format(ORDER.filter((scope) => scopes.includes(scope)).map((scope) => text.scopes[scope]))
}
