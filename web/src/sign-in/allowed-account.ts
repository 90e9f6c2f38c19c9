import type { AddressFilter } from '../wallet/wallet.ts'
import type { Flow } from './flows/flow.ts'

export function addressFilter({ options: { allows, wallets } }: Flow): AddressFilter | undefined {
  const connection = wallets.getConnection()
  if (!allows || connection.status !== 'connected') return undefined
  const { account } = connection
  return (address) => allows({ ...account, address })
}

/** A wallet signs for every account it shares, so one that may sign is used before asking the person to switch. */
export async function preferAllowedAccount(flow: Flow): Promise<void> {
  const { wallets } = flow.options
  const connection = wallets.getConnection()
  const allows = addressFilter(flow)
  if (!allows || connection.status !== 'connected' || allows(connection.account.address)) return
  const { sharedAccounts, preferAccount } = await wallets.extras()
  const allowed = sharedAccounts().find(allows)
  if (allowed && flow.attempt.status === 'idle') preferAccount(allowed)
}
