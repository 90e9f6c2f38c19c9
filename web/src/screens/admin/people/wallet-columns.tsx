import type { Wallet } from '@countersign/contract/routes/wallet.ts'
import { walletKind } from '../../../components/wallet-words.ts'
import { When } from '../../../components/when.tsx'
import { FullAddress } from '../../../ui/address.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { admin } from '../../../words/admin.ts'

const { person: words } = admin

export const walletColumns: Column<Wallet>[] = [
  {
    key: 'wallet',
    label: words.wallet,
    render: ({ account, address, label, name, ens, primary, status }) => (
      <div>
        <FullAddress address={address} />
        <div className="row small soft">
          {ens ? <bdi translate="no">{ens}</bdi> : null}
          {label || name ? <bdi>{label ?? name}</bdi> : null}
          <span>{walletKind({ account })}</span>
          {primary ? <Tag tone="good">{words.main}</Tag> : null}
          {status === 'removing' ? <Tag tone="warn">{words.removing}</Tag> : null}
        </div>
      </div>
    ),
  },
  { key: 'linked', label: words.linked, render: ({ linkedAt }) => <When at={linkedAt} /> },
  { key: 'used', label: words.lastUsed, render: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
]
