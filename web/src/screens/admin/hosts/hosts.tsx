import { mayDo } from '@countersign/contract/permission.ts'
import { listHosts } from '@countersign/contract/routes/admin/host.ts'
import { Plus, Server } from 'lucide-react'
import { useState } from 'react'
import { useAnswer } from '../../../components/account-data.tsx'
import { ListScreen } from '../../../components/admin/list-screen.tsx'
import { NotFoundScreen } from '../../../components/not-found.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { hosts as words } from '../../../words/admin-hosts.ts'
import { HostCard } from './host-card.tsx'
import { AddHostDialog } from './host-dialog.tsx'
import './hosts.css'

export function HostsScreen() {
  const { me } = useAccount()
  return mayDo(me.role, 'hosts') ? <Hosts /> : <NotFoundScreen />
}

function Hosts() {
  const answer = useAnswer(listHosts)
  const [adding, setAdding] = useState(false)
  const [added, setAdded] = useState<string>()
  const add = (
    <Button look="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  )
  return (
    <ListScreen
      words={words}
      icon={Server}
      answer={answer}
      add={add}
      list={({ items, checkPath }) => (
        <ul className="stack" aria-label={words.title}>
          {items.map((host) => (
            <li key={host.id}>
              <HostCard host={host} checkPath={checkPath} added={host.id === added} />
            </li>
          ))}
        </ul>
      )}
    >
      {adding ? <AddHostDialog onAdded={setAdded} onClose={() => setAdding(false)} /> : null}
    </ListScreen>
  )
}
