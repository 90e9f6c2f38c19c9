import { WALLET_NAME_MAX } from '@countersign/contract/limits.ts'
import type { Proof } from '@countersign/contract/proof.ts'

export type { Wallet } from './wallet.store.ts'

/** The wallet's own name, safe to display: no control, format or bidi characters, one line. */
export function walletLabel(wallet: Proof['wallet']): { name: string | null; rdns: string | null } {
  const name = wallet?.name
    ?.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, WALLET_NAME_MAX)
  return { name: name || null, rdns: wallet?.rdns ?? null }
}
