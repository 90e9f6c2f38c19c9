import { parseAccount } from '@countersign/contract/family/account.ts'
import type { WalletOption } from '../../wallet/wallet.ts'

type SignedInWith = { /** CAIP-10. */ account: string; name: string | null }

/** The id of the wallet that signed in: the one with its name, or the one used last, or the only one. */
export function findSessionWallet(wallets: WalletOption[], { account, name }: SignedInWith): string | undefined {
  const namespace = parseAccount(account)?.namespace
  const usable = wallets.flatMap(({ families, ...wallet }) =>
    families.filter((family) => family.namespace === namespace).map(({ id }) => ({ ...wallet, id })),
  )
  const only = usable.length === 1 ? usable[0] : undefined
  return (usable.find((wallet) => wallet.name === name) ?? usable.find(({ recent }) => recent) ?? only)?.id
}
