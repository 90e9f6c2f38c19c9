import { type Host, listHosts } from '@countersign/contract/routes/admin/host.ts'
import { Server } from 'lucide'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { Code } from '../../../components/admin/columns.tsx'
import { withPermission } from '../../../components/admin/with-permission.tsx'
import { ListScreen } from '../../../components/item/list-screen.tsx'
import { Link } from '../../../page/history.tsx'
import { type Column, DataTable } from '../../../ui/data/data-table.tsx'
import { hosts as words } from '../../../words/admin/hosts.ts'
import { AddHostDialog } from './host-dialog.tsx'
import { AccessText, HostStatus } from './host-overview.tsx'

export const HostsScreen = withPermission('hosts', Hosts)

function Hosts() {
  return (
    <ListScreen
      words={words}
      icon={Server}
      answer={useRouteQuery(listHosts)}
      add={{ dialog: (onClose) => <AddHostDialog onClose={onClose} /> }}
      list={({ items }) => <DataTable caption={words.title} columns={columns} rows={items} rowKey={({ id }) => id} />}
    />
  )
}

const columns: Column<Host>[] = [
  {
    key: 'name',
    label: words.name,
    render: ({ id, name }) => (
      <Link to={`/admin/hosts/${id}`} className="break">
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { key: 'host', label: words.host, render: ({ host }) => <Code text={host} /> },
  { key: 'status', label: words.status, render: (host) => <HostStatus host={host} /> },
  { key: 'access', label: words.parts.access, render: (host) => <AccessText host={host} /> },
]
