import { shortAddress } from './address-text.ts'
import { WalletIcon } from './wallet-icon.tsx'
import './wallet-chip.css'

type WalletChipProps = {
  word: string
  tone: 'on' | 'busy' | 'off'
  label: string
  icon?: string | undefined
  address?: string | undefined
}

export function WalletChip({ word, tone, label, icon, address }: WalletChipProps) {
  return (
    <p className={`wallet-chip small ${tone}`} title={address}>
      <span className="hidden-visually">{label}</span>
      {tone === 'on' ? <WalletIcon icon={icon} size={20} /> : <span className="wallet-chip-dot" />}
      <span className="wallet-chip-word">{word}</span>
      {address ? (
        <bdi className="mono" translate="no">
          {shortAddress(address)}
        </bdi>
      ) : null}
    </p>
  )
}
