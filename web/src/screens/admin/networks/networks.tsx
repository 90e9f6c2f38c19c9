import { mayDo } from '@countersign/contract/permission.ts'
import { listNetworks } from '@countersign/contract/routes/admin/network.ts'
import { Network as NetworkIcon, Plus } from 'lucide-react'
import { useState } from 'react'
import { useAnswer } from '../../../components/account-data.tsx'
import { ListScreen } from '../../../components/admin/list-screen.tsx'
import { NotFoundScreen } from '../../../components/not-found.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { networks as words } from '../../../words/admin-networks.ts'
import { NetworkCard } from './network-card.tsx'
import { AddNetworkDialog } from './network-dialog.tsx'
import './networks.css'

export function NetworksScreen() {
  const { me } = useAccount()
  return mayDo(me.role, 'networks') ? <Networks /> : <NotFoundScreen />
}

function Networks() {
  const answer = useAnswer(listNetworks)
  const [adding, setAdding] = useState(false)
  const add = (
    <Button look="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  )
  return (
    <ListScreen
      words={words}
      icon={NetworkIcon}
      answer={answer}
      add={add}
      list={({ items }) => (
        <ul className="stack" aria-label={words.title}>
          {items.map((network) => (
            <li key={network.id}>
              <NetworkCard network={network} />
            </li>
          ))}
        </ul>
      )}
    >
      <Privacy />
      {adding ? <AddNetworkDialog onClose={() => setAdding(false)} /> : null}
    </ListScreen>
  )
}

function Privacy() {
  return (
    <section className="sheet sheet-even stack">
      <h2>{words.learnTitle}</h2>
      <ul className="bullets stack stack-close">
        {words.learn.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="soft">{words.learnOwn}</p>
    </section>
  )
}
