import { listWallets, type Wallet } from '@countersign/contract/routes/wallet.ts'
import { Plus } from 'lucide-react'
import { useAnswer } from '../../../components/account-data.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { isLast } from '../../../components/wallet-words.ts'
import { Link } from '../../../page/history.tsx'
import { LinkButton } from '../../../page/link-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { wallets as text } from '../../../words/own.ts'
import { WalletItem } from './wallet-item.tsx'
import './wallets.css'

export function WalletsScreen() {
  const answer = useAnswer(listWallets)
  return (
    <div className="stack stack-wide">
      <ScreenHead
        title={text.title}
        lead={text.lead}
        actions={
          <Link to="/wallets/add" className="button primary">
            <Plus size={16} aria-hidden="true" />
            <span>{text.add}</span>
          </Link>
        }
      />
      <Loaded answer={answer} lines={6}>
        {({ items }) => <WalletList wallets={items} />}
      </Loaded>
    </div>
  )
}

function WalletList({ wallets }: { wallets: Wallet[] }) {
  const alone = wallets.length === 1
  return (
    <>
      {alone ? (
        <Notice tone="warn" actions={<LinkButton to="/settings/recovery">{text.onlyCodes}</LinkButton>}>
          <p>
            <strong>{text.onlyTitle}</strong>
          </p>
          <p>{text.only}</p>
        </Notice>
      ) : null}
      <ul className="stack" aria-label={text.title}>
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <WalletItem wallet={wallet} last={isLast(wallet, wallets)} />
          </li>
        ))}
      </ul>
    </>
  )
}
