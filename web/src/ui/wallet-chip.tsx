import type { ChainAccount } from '@countersign/contract/family/family.ts'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import { FamilyMark } from './family-mark.tsx'
import { WalletIcon } from './wallet-icon.tsx'
import './wallet-chip.css'

type WalletChipProps = {
  word: string
  tone: 'on' | 'busy' | 'off'
  label: string
  icon?: string | undefined
  account?: ChainAccount
}

export function WalletChip({ word, tone, label, icon, account }: WalletChipProps) {
  return (
    <p className={`wallet-chip small ${tone}`} title={account?.address}>
      <span className="hidden-visually">{label}</span>
      {tone === 'on' ? <WalletIcon icon={icon} size={20} /> : <span className="wallet-chip-dot" />}
      <span className="wallet-chip-word">{word}</span>
      {account ? (
        <span className="wallet-chip-account">
          <FamilyMark namespace={account.namespace} />
          <bdi className="mono" translate="no">
            {shortAddress(account.address)}
          </bdi>
        </span>
      ) : null}
    </p>
  )
}
