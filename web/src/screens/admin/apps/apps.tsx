import { presets } from '@countersign/contract/app/preset.ts'
import { mayDo } from '@countersign/contract/permission.ts'
import { type AppItem, listApps, type Preset } from '@countersign/contract/routes/admin/app.ts'
import { ChevronRight, LayoutGrid, PowerOff } from 'lucide'
import { ListScreen } from '../../../components/item/list-screen.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { Link } from '../../../page/history.tsx'
import { type Column, DataTable } from '../../../ui/data/data-table.tsx'
import { Tag } from '../../../ui/data/tag.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { AppIcon, WithLogo } from '../../../ui/identity/app-logo.tsx'
import { apps as words } from '../../../words/admin/apps.ts'
import './apps.css'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { TimeOr } from '../../../components/admin/columns.tsx'

const number = new Intl.NumberFormat()

export function AppsScreen() {
  const { me } = useAccount()
  return (
    <ListScreen
      words={words}
      icon={LayoutGrid}
      answer={useRouteQuery(listApps)}
      mayAdd={mayDo(me.role, 'apps')}
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
      key: 'name',
      label: words.name,
      render: ({ id, name, logo }) => (
        <WithLogo picture={hasLogos ? <AppIcon logo={logo} size={32} /> : null}>
          <Link to={`/admin/apps/${id}`} className="break">
            <bdi>{name}</bdi>
          </Link>
        </WithLogo>
      ),
    },
    ...facts,
  ]
}

const facts: Column<AppItem>[] = [
  { key: 'software', label: words.software, render: ({ preset }) => words.presets[preset].name },
  { key: 'status', label: words.status, render: ({ status }) => <AppStatus status={status} /> },
  { key: 'people', label: words.people, render: ({ people }) => number.format(people) },
  {
    key: 'last',
    label: words.lastSignIn,
    render: ({ lastSignInAt }) => <TimeOr at={lastSignInAt} none={words.never} />,
  },
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
