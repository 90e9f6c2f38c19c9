import type { Flow } from './flow.ts'

/** A wallet signs for every account it shares: one that will do is used before the person is asked to switch. */
export function preferWanted({ options: { wants, wallets }, attempt }: Flow): void {
  if (!wants || attempt.status !== 'idle') return
  const connection = wallets.getConnection()
  if (connection.status !== 'connected' || wants(connection.account.address)) return
  const better = wallets.sharedAccounts().find(wants)
  if (better) wallets.preferAccount(better)
}
