import type { Account } from '@countersign/contract/family/account.ts'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import { FamilyMark } from './family-mark.tsx'
import { WalletIcon } from './wallet-icon.tsx'
import './wallet-chip.css'

type WalletChipProps = {
  word: string
  tone: 'on' | 'busy' | 'off'
  label: string | undefined
  icon?: string | undefined
  account?: Account
  /** Makes it a button. */
  onPress?: (() => void) | undefined
  /** What the button does, for its accessible name. */
  action?: string | undefined
}

export function WalletChip({ word, tone, label, icon, account, onPress, action }: WalletChipProps) {
  const content = (
    <>
      {label ? <span className="hidden-visually">{label}</span> : null}
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
    </>
  )
  const className = `wallet-chip small ${tone}`
  return onPress ? (
    <button type="button" className={className} aria-label={action && `${word}: ${action}`} onClick={onPress}>
      {content}
    </button>
  ) : (
    <p className={className} title={account?.address}>
      {content}
    </p>
  )
}
