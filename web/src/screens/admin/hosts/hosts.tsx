import { type Host, listHosts } from '@countersign/contract/routes/admin/host.ts'
import { Server } from 'lucide'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { Code, NameLink } from '../../../components/admin/table.tsx'
import { ListScreen } from '../../../components/item/list-screen.tsx'
import { type Column, DataTable } from '../../../ui/data/data-table.tsx'
import { hosts as words } from '../../../words/admin/hosts.ts'
import { AddHostDialog } from './host-dialog.tsx'
import { AccessText, HostStatus } from './host-overview.tsx'

export function HostsScreen() {
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
  { label: words.name, render: ({ id, name }) => <NameLink to={`/admin/hosts/${id}`} name={name} className="break" /> },
  { label: words.host, render: ({ host }) => <Code text={host} /> },
  { label: words.status, render: (host) => <HostStatus host={host} /> },
  { label: words.parts.access, render: (host) => <AccessText host={host} /> },
]
