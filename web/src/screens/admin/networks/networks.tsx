import { listNetworks } from '@countersign/contract/routes/admin/network.ts'
import { Network as NetworkIcon } from 'lucide'
import { ListScreen } from '../../../components/item/list-screen.tsx'
import { networks as words } from '../../../words/admin/networks.ts'
import { NetworkCard } from './network-card.tsx'
import { AddNetworkDialog } from './network-dialog.tsx'
import './networks.css'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { withPermission } from '../../../components/admin/with-permission.tsx'

export const NetworksScreen = withPermission('networks', Networks)

function Networks() {
  const answer = useRouteQuery(listNetworks)
  return (
    <ListScreen
      words={words}
      icon={NetworkIcon}
      answer={answer}
      add={{ dialog: (onClose) => <AddNetworkDialog onClose={onClose} /> }}
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
