import { shortAddress } from '@countersign/contract/family/short-address.ts'
import { FamilyMark } from '../ui/identity/family-mark.tsx'
import { WalletIcon } from '../ui/identity/wallet-icon.tsx'
import type { Connection } from '../wallet/wallet.ts'
import { words } from '../words/words.ts'
import { useConnection } from './page-context.tsx'
import './connection-chip.css'

const TONES = {
  connected: 'on',
  connecting: 'busy',
  reconnecting: 'busy',
  disconnected: 'off',
} as const satisfies Record<Connection['status'], string>

type ConnectionChipProps = {
  /** Makes the chip a button, unless the wallet is connected. */
  onConnect?: (() => void) | undefined
  /** What the button does, for its accessible name. */
  action?: string | undefined
}

export function ConnectionChip({ onConnect, action }: ConnectionChipProps) {
  const connection = useConnection()
  const { status } = connection
  // Without a session it offers nothing.
  if (status === 'disconnected' && !onConnect) return null
  const connected = status === 'connected' ? connection : undefined
  const word = words.chip[status]
  const className = `wallet-chip small ${TONES[status]}`
  const content = (
    <>
      {status === 'disconnected' ? null : <span className="hidden-visually">{words.chip.label}</span>}
      {connected ? <WalletIcon icon={connected.wallet.icon} size={20} /> : <span className="wallet-chip-dot" />}
      <span className="wallet-chip-word">{word}</span>
      {connected ? (
        <span className="wallet-chip-account">
          <FamilyMark namespace={connected.account.namespace} />
          <bdi className="mono" translate="no">
            {shortAddress(connected.account.address)}
          </bdi>
        </span>
      ) : null}
    </>
  )
  return onConnect && !connected ? (
    <button type="button" className={className} aria-label={action && `${word}: ${action}`} onClick={onConnect}>
      {content}
    </button>
  ) : (
    <p className={className} title={connected?.account.address}>
      {content}
    </p>
  )
}
