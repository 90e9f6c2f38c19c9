import type { Wants } from '../wallet/wallet.ts'
import type { Flow } from './flow.ts'

export function wantsAddress({ options: { wants, wallets } }: Flow): Wants | undefined {
  const connection = wallets.getConnection()
  if (!wants || connection.status !== 'connected') return undefined
  const { chainId } = connection.account
  return (address) => wants({ address, chainId })
}

/** A wallet signs for every account it shares, so one that may sign is used before asking the person to switch. */
export async function preferWantedAccount(flow: Flow): Promise<void> {
  const { wallets } = flow.options
  const connection = wallets.getConnection()
  const wants = wantsAddress(flow)
  if (!wants || connection.status !== 'connected' || wants(connection.account.address)) return
  const { sharedAccounts, preferAccount } = await wallets.extras()
  const wanted = sharedAccounts().find(wants)
  if (wanted && flow.attempt.status === 'idle') preferAccount(wanted)
}
