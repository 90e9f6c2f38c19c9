import type { Flow } from './flow.ts'

/** A wallet signs for every account it shares: one that will do is used before the person is asked to switch. */
export async function preferWanted(flow: Flow): Promise<void> {
  const { wants, wallets } = flow.options
  const connection = wallets.getConnection()
  if (!wants || connection.status !== 'connected' || wants(connection.account.address)) return
  const { sharedAccounts, preferAccount } = await wallets.extras()
  const better = sharedAccounts().find(wants)
  if (better && flow.attempt.status === 'idle') preferAccount(better)
}
