import { type Grant, listGrants } from '@countersign/contract/routes/grant.ts'
import { AppWindow } from 'lucide'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { Link } from '../../../page/history.tsx'
import { List } from '../../../ui/data/list.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { AppIcon } from '../../../ui/identity/app-logo.tsx'
import { apps as text } from '../../../words/account/apps.ts'
import { describeScopes, GrantActions } from './grant-actions.tsx'
import './apps.css'

export function AppsScreen() {
  const answer = useRouteQuery(listGrants)
  return (
    <div className="stack stack-wide">
      <ScreenHead title={text.title} lead={text.lead} />
      <Loaded answer={answer} lines={6}>
        {({ items }) => (
          <List of={items} label={text.listLabel} className="stack stack-medium" empty={<NoApps />}>
            {(grant) => <AppRow grant={grant} />}
          </List>
        )}
      </Loaded>
    </div>
  )
}

function NoApps() {
  return (
    <EmptyState icon={AppWindow} title={text.empty}>
      {text.emptyBody}
    </EmptyState>
  )
}

function AppRow({ grant }: { grant: Grant }) {
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
