import { WalletChip } from '../ui/identity/wallet-chip.tsx'
import type { Connection } from '../wallet/wallet.ts'
import { words } from '../words/words.ts'
import { useConnection } from './page-context.tsx'

const TONES = {
  connected: 'on',
  connecting: 'busy',
  reconnecting: 'busy',
  disconnected: 'off',
} as const satisfies Record<Connection['status'], string>

type ConnectionChipProps = {
  /** Makes the chip a button, unless the wallet is connected. */
  onConnect?: (() => void) | undefined
  action?: string | undefined
}

export function ConnectionChip({ onConnect, action }: ConnectionChipProps) {
  const connection = useConnection()
  const { status } = connection
  // Without a session it offers nothing.
  if (status === 'disconnected' && !onConnect) return null
  const label = status === 'disconnected' ? undefined : words.chip.label
  const chip = { word: words.chip[status], tone: TONES[status], label }
  if (status !== 'connected') return <WalletChip {...chip} onPress={onConnect} action={action} />
  return <WalletChip {...chip} icon={connection.wallet.icon} account={connection.account} />
}
