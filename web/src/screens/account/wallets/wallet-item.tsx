import type { Wallet } from '@countersign/contract/routes/wallet.ts'
import { CircleCheck, Star } from 'lucide'
import type { ReactNode } from 'react'
import { Timestamp } from '../../../components/timestamp.tsx'
import { walletKind, walletName } from '../../../components/wallet-words.ts'
import { Link } from '../../../page/history.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Tag } from '../../../ui/data/tag.tsx'
import { FullAddress } from '../../../ui/identity/address.tsx'
import { Identicon } from '../../../ui/identity/identicon.tsx'
import { wallets as text } from '../../../words/account/wallets.ts'
import { steps } from '../../../words/steps.ts'
import { WalletActions } from './wallet-actions.tsx'

export function WalletItem({ wallet, last }: { wallet: Wallet; last: boolean }) {
  return (
    <article className="sheet sheet-even stack stack-medium">
      <WalletHead wallet={wallet} size={40}>
        <Link to={`/wallets/${wallet.id}`}>{walletName(wallet)}</Link>
      </WalletHead>
      <p className="dotted small soft">
        <span>{walletKind(wallet)}</span>
        <span>
          {text.linked} <Timestamp at={wallet.linkedAt} />
        </span>
        <span>
          {text.lastUsed} <Timestamp at={wallet.lastUsedAt} />
        </span>
      </p>
      <WalletActions wallet={wallet} last={last} />
    </article>
  )
}

export function WalletHead({ wallet, size, children }: { wallet: Wallet; size: number; children: ReactNode }) {
  return (
    <>
      <div className="inline">
        <Identicon address={wallet.address} size={size} />
        <div className="wallet-title row">
          <h2>{children}</h2>
          <WalletTags wallet={wallet} />
        </div>
      </div>
      <div className="wallet-address spread">
        {wallet.ens ? <bdi translate="no">{wallet.ens}</bdi> : null}
        <FullAddress address={wallet.address} />
        <CopyButton
          text={wallet.address}
          label={steps.address.copy}
          spoken={`${steps.address.copySpoken}: ${walletName(wallet)}`}
          done={steps.address.copied}
          look="quiet"
        />
      </div>
    </>
  )
}

function WalletTags({ wallet }: { wallet: Wallet }) {
  const { primary, current, removeAt, unproven } = wallet
  if (!primary && !current && !removeAt && !unproven) return null
  return (
    <div className="wallet-tags">
      {primary ? <Tag icon={Star}>{text.main}</Tag> : null}
      {current ? (
        <Tag tone="good" icon={CircleCheck}>
          {text.inUse}
        </Tag>
      ) : null}
      {removeAt ? <Tag tone="warn">{text.removing}</Tag> : null}
      {unproven ? <Tag tone="warn">{text.unproven}</Tag> : null}
    </div>
  )
}
