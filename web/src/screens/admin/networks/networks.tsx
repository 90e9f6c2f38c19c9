import { mayDo } from '@countersign/contract/permission.ts'
import { listNetworks } from '@countersign/contract/routes/admin/network.ts'
import { Network as NetworkIcon, Plus } from 'lucide-react'
import { useState } from 'react'
import { useAnswer } from '../../../components/account-data.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { NotFoundScreen } from '../../../components/not-found.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useAccount } from '../../../components/use-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { networks as words } from '../../../words/admin.ts'
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
  const empty = answer.data?.items.length === 0
  return (
    <div className="stack stack-wide">
      <ScreenHead title={words.title} lead={words.lead} actions={empty ? undefined : add} />
      <Loaded answer={answer} lines={6}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={NetworkIcon} title={words.empty} action={add}>
              <p>{words.emptyBody}</p>
            </EmptyState>
          ) : (
            <ul className="networks" aria-label={words.listLabel}>
              {items.map((network) => (
                <li key={network.id}>
                  <NetworkCard network={network} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Learns />
      {adding ? <AddNetworkDialog onClose={() => setAdding(false)} /> : null}
    </div>
  )
}

function Learns() {
  return (
    <section className="sheet network-sheet stack">
      <h2>{words.learnTitle}</h2>
      <ul className="network-learns">
        {words.learn.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="soft">{words.learnOwn}</p>
    </section>
  )
}
