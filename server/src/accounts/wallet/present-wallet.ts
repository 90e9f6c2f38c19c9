import { formatAccount } from '@countersign/contract/family/account.ts'
import type { Wallet } from '@countersign/contract/routes/wallet.ts'
import type { Caller } from '../../call.ts'
import type { Context } from '../../context.ts'
import { formatAddress } from '../../platform/crypto/address.ts'
import type { Queries } from '../../platform/store/database.ts'
import { refreshNames } from '../ens-name/refresh-names.ts'
import { findPrimaryId, type WalletRecord } from './wallet.store.ts'
import { listOwnWallets, trustedFrom } from './wallet.ts'

export async function presentWallet(
  context: Context,
  queries: Queries,
  { wallet, session }: { wallet: WalletRecord; session: Caller },
): Promise<Wallet> {
  const primaryId = await findPrimaryId(queries, wallet.personId)
  return describeWallet(wallet, { primaryId, currentId: session.wallet.id, now: context.now() })
}

export async function presentWallets(
  context: Context,
  { personId, currentId }: { personId: string; currentId: string },
): Promise<Wallet[]> {
  const wallets = await listOwnWallets(context, context.store, personId)
  const primaryId = await findPrimaryId(context.store, personId)
  refreshNames(context, wallets)
  return wallets.map((wallet) => describeWallet(wallet, { primaryId, currentId, now: context.now() }))
}

type WalletState = { primaryId: string | undefined; currentId: string; now: number }

function describeWallet(wallet: WalletRecord, { primaryId, currentId, now }: WalletState): Wallet {
  const { id, address, kind, label, name, ens, linkedVia, version, removeAt } = wallet
  const trusted = trustedFrom(wallet)
  return {
    id,
    account: formatAccount(wallet),
    address: formatAddress(address),
    kind,
    label,
    name,
    ens,
    status: wallet.status === 'removing' ? 'removing' : 'linked',
    primary: id === primaryId,
    current: id === currentId,
    linkedVia,
    linkedAt: time(wallet.linkedAt),
    lastUsedAt: time(wallet.lastUsedAt),
    removeAt: removeAt === null ? null : time(removeAt),
    unproven: wallet.unprovenSince !== null,
    trustedAt: now < trusted ? time(trusted) : null,
    version,
  }
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
