import type { WalletRecord } from './wallet.store.ts'

/** Whether its removal has taken effect. */
export function isDue({ removeAt }: Pick<WalletRecord, 'removeAt'>, now: number): boolean {
  return removeAt !== null && removeAt <= now
}
