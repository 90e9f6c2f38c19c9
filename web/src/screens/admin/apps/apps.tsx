import { presets } from '@countersign/contract/app/preset.ts'
import { type AppItem, listApps, type Preset } from '@countersign/contract/routes/admin/app.ts'
import { ChevronRight, LayoutGrid, PowerOff } from 'lucide'
import { ListScreen } from '../../../components/item/list-screen.tsx'
import { useMay } from '../../../components/use-signed-in.ts'
import { Link } from '../../../page/history.tsx'
import { type Column, DataTable } from '../../../ui/data/data-table.tsx'
import { Tag } from '../../../ui/data/tag.tsx'
import { Icon } from '../../../ui/icon.tsx'
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

export const ALL_PRESETS = Object.keys(presets) as Preset[] // the keys of a const object are its key type

export function PresetLinks() {
  return (
    <ul className="presets">
      {ALL_PRESETS.map((preset) => (
        <li key={preset}>
          <Link to={`/admin/apps/new?software=${preset}`} className="preset surface">
            <span>
              <span className="preset-name medium">{words.presets[preset].name}</span>
              <span className="small soft">{words.presets[preset].note}</span>
            </span>
            <Icon icon={ChevronRight} size={16} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
