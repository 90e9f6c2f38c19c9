import type { Wants } from '../wallet/wallet.ts'
import type { Flow } from './flow.ts'

/** Whether an address will do, on the chain that the wallet is on. */
export function wantsAddress({ options: { wants, wallets } }: Flow): Wants | undefined {
  const connection = wallets.getConnection()
  if (!wants || connection.status !== 'connected') return undefined
  const { chainId } = connection.account
  return (address) => wants({ address, chainId })
}

/** A wallet signs for every account it shares: one that will do is used before the person is asked to switch. */
export async function preferWanted(flow: Flow): Promise<void> {
  const { wants, wallets } = flow.options
  const connection = wallets.getConnection()
  if (!wants || connection.status !== 'connected' || wants(connection.account)) return
  const { sharedAccounts, preferAccount } = await wallets.extras()
  const better = sharedAccounts().find(wantsAddress(flow) ?? (() => false))
  if (better && flow.attempt.status === 'idle') preferAccount(better)
}
