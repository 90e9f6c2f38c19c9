import { WalletChip } from '../ui/wallet-chip.tsx'
import type { Connection } from '../wallet/wallet.ts'
import { words } from '../words/words.ts'
import { useConnection } from './page-context.tsx'

const TONES = {
  connected: 'on',
  connecting: 'busy',
  reconnecting: 'busy',
  disconnected: 'off',
} as const satisfies Record<Connection['status'], string>

export function ConnectionChip() {
  const connection = useConnection()
  const { status } = connection
  const chip = { word: words.chip[status], tone: TONES[status], label: words.chip.label }
  if (status !== 'connected') return <WalletChip {...chip} />
  return <WalletChip {...chip} icon={connection.wallet.icon} account={connection.account} />
}
