import { listWallets, type Wallet } from '@countersign/contract/routes/wallet.ts'
import { Plus } from 'lucide'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { isLast } from '../../../components/wallet-words.ts'
import { LinkButton } from '../../../page/link-button.tsx'
import { List } from '../../../ui/data/list.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { wallets as text } from '../../../words/account/wallets.ts'
import { Vaults } from './vaults.tsx'
import { WalletItem } from './wallet-item.tsx'
import './wallets.css'

export function WalletsScreen() {
  const answer = useRouteQuery(listWallets)
  return (
    <div className="stack stack-wide">
      <ScreenHead
        title={text.title}
        lead={text.lead}
        actions={
          <LinkButton to="/wallets/add" look="primary" icon={Plus}>
            {text.add}
          </LinkButton>
        }
      />
      <Loaded answer={answer} lines={6}>
        {({ items }) => <WalletList wallets={items} />}
      </Loaded>
      <Vaults />
    </div>
  )
}

function WalletList({ wallets }: { wallets: Wallet[] }) {
  const codes = <LinkButton to="/settings/recovery">{text.onlyCodes}</LinkButton>
  return (
    <>
      {wallets.length === 1 ? (
        <Notice tone="warn" title={text.onlyTitle} actions={codes}>
          {text.only}
        </Notice>
      ) : null}
      <List of={wallets} label={text.title} className="stack">
        {(wallet) => <WalletItem wallet={wallet} last={isLast(wallet, wallets)} />}
      </List>
    </>
  )
}
