import { type AppItem, listApps } from '@countersign/contract/routes/admin/app.ts'
import { LayoutGrid, PowerOff } from 'lucide'
import { ListScreen } from '../../../components/item/list-screen.tsx'
import { useMay } from '../../../components/use-signed-in.ts'
import { type Column, DataTable } from '../../../ui/data/data-table.tsx'
import { Tag } from '../../../ui/data/tag.tsx'
import { AppIcon, WithLogo } from '../../../ui/identity/app-logo.tsx'
import { apps as words } from '../../../words/admin/apps.ts'
import './apps.css'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { NameLink, TimeOrNever } from '../../../components/admin/table.tsx'

const number = new Intl.NumberFormat()

export function AppsScreen() {
  return (
    <ListScreen
      words={words}
      icon={LayoutGrid}
      answer={useRouteQuery(listApps)}
      mayAdd={useMay('apps')}
      add={{ to: '/admin/apps/new' }}
      list={({ items }) => (
        <DataTable caption={words.title} columns={columnsOf(items)} rows={items} rowKey={({ id }) => id} />
      )}
    />
  )
}

/** Names are indented for logos once any app has one. */
function columnsOf(items: AppItem[]): Column<AppItem>[] {
  const hasLogos = items.some(({ logo }) => logo !== null)
  return [
    {
      label: words.name,
      render: ({ id, name, logo }) => (
        <WithLogo picture={hasLogos ? <AppIcon logo={logo} size={32} /> : null}>
          <NameLink to={`/admin/apps/${id}`} name={name} className="break" />
        </WithLogo>
      ),
    },
    ...facts,
  ]
}

const facts: Column<AppItem>[] = [
  { label: words.software, render: ({ preset }) => words.presets[preset].name },
  { label: words.status, render: ({ status }) => <AppStatus status={status} /> },
  { label: words.people, render: ({ people }) => number.format(people) },
  { label: words.lastSignIn, render: ({ lastSignInAt }) => <TimeOrNever at={lastSignInAt} /> },
]

export function AppStatus({ status }: Pick<AppItem, 'status'>) {
  return status === 'active' ? (
    <Tag tone="good">{words.statuses.active}</Tag>
  ) : (
    <Tag icon={PowerOff}>{words.statuses.disabled}</Tag>
  )
}
