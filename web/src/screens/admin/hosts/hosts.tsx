import { listHosts } from '@countersign/contract/routes/admin/host.ts'
import { Server } from 'lucide-react'
import { useState } from 'react'
import { useAnswer } from '../../../components/account-data.tsx'
import { ListScreen } from '../../../components/admin/list-screen.tsx'
import { withPermission } from '../../../components/admin/with-permission.tsx'
import { hosts as words } from '../../../words/admin.ts'
import { HostCard } from './host-card.tsx'
import { AddHostDialog } from './host-dialog.tsx'
import './hosts.css'

export const HostsScreen = withPermission('hosts', Hosts)

function Hosts() {
  const answer = useAnswer(listHosts)
  const [added, setAdded] = useState<string>()
  return (
    <ListScreen
      words={words}
      icon={Server}
      answer={answer}
      addDialog={(onClose) => <AddHostDialog onAdded={setAdded} onClose={onClose} />}
      list={({ items, checkPath }) => (
        <ul className="hosts" aria-label={words.listLabel}>
          {items.map((host) => (
            <li key={host.id}>
              <HostCard host={host} checkPath={checkPath} added={host.id === added} />
            </li>
          ))}
        </ul>
      )}
    />
  )
}
