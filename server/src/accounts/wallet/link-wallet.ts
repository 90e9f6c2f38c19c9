/** Links a wallet to a person. Of two people who add one wallet at once, one succeeds. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { type Account, formatAccount } from '@countersign/contract/family/account.ts'
import { WALLETS_PER_PERSON } from '@countersign/contract/limits.ts'
import type { LinkedVia } from '@countersign/contract/routes/wallet.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Acting, Caller } from '../../call.ts'
import type { Context } from '../../context.ts'
import { storedAddress } from '../../platform/crypto/address.ts'
import { newId } from '../../platform/crypto/id.ts'
import type { Queries } from '../../platform/store/database.ts'
import { retryOnConflict } from '../../platform/store/database.ts'
import { KEY_CHAIN, walletKind } from '../../proof/account.ts'
import type { SignedMessage } from '../../proof/challenge/challenge.ts'
import { findRepeated, spendChallenge } from '../../proof/challenge/spend-challenge.ts'
import { verifySignedMessage } from '../../proof/challenge/verify-signed-message.ts'
import { requireRoleAllowed } from '../../proof/phone/phone-rules.ts'
import { readInstance } from '../../settings/read-settings.ts'
import { markVerdictsDue } from '../group/verdict.store.ts'
import { addNotice } from '../notice/notice.ts'
import { isDue } from './due.ts'
import { releaseIfDue } from './unlink-wallet.ts'
import { findWallet, findWalletById, findWalletsOf, insertWallet, type WalletRecord } from './wallet.store.ts'
import { trustedFrom } from './wallet.ts'

type WalletNames = { name: string | null; rdns: string | null }
type Linking = {
  signed: SignedMessage
  session: Caller
  actor: Acting
  /** The subnet that rate limits count. */
  network: string
  names: WalletNames
  label: string | undefined
}

export async function linkWallet(context: Context, linking: Linking): Promise<WalletRecord> {
  const { signed, session, actor, names, label } = linking
  const { actorId: personId, sessionId } = actor
  await releaseDueAccounts(context, signed)
  const verified = await verifySignedMessage(context, linking)
  const { account } = verified
  return retryOnConflict(() =>
    actor.lockedTransaction(async (queries, { person }) => {
      const phone = await spendChallenge(context, queries, { verified, sessionId })
      if (phone) requireRoleAllowed(await readInstance(context), person.role)
      const current = await findWalletById(queries, session.wallet.id)
      const wallet = await addWallet(context, queries, {
        personId,
        account,
        ...names,
        label,
        via: 'link',
        // A wallet that is not trusted yet adds none that is trusted sooner.
        trustedAt: current && trustedFrom(current),
      })
      await recordEvent(context, queries, {
        kind: 'wallet.linked',
        ...{ ...actor, personId, address: account.address },
        data: { walletId: wallet.id, via: 'link' },
      })
      await addNotice(context, queries, { ...actor, personId, kind: 'wallet_added', wallet })
      return wallet
    }),
  )
}

/** The wallet that this proof linked just before in this session, whose response was lost. */
export async function findLinkedBefore(
  context: Context,
  { signed, session, key }: { signed: SignedMessage; session: Caller; key: string },
): Promise<WalletRecord | undefined> {
  const spent = await findRepeated(context, context.store, { signed, sessionId: session.id, key })
  if (!spent) return undefined
  const accounts = accountsOf(signed).map(formatAccount)
  return (await findWalletsOf(context.store, session.person.id)).find(
    (wallet) => accounts.includes(formatAccount(wallet)) && wallet.linkedAt >= spent.spentAt,
  )
}

type NewWallet = WalletNames & {
  personId: string
  account: Account
  label?: string | undefined
  via: LinkedVia
  trustedAt?: number | undefined
}

/** The person is locked. The error for wallets of others does not depend on their status. */
export async function addWallet(context: Context, queries: Queries, wallet: NewWallet): Promise<WalletRecord> {
  const { personId, account, name, rdns, label, via, trustedAt } = wallet
  const existing = await findWallet(queries, account)
  if (existing) throw new AppError(existing.personId === personId ? 'wallet_already_yours' : 'wallet_in_use')
  if ((await findWalletsOf(queries, personId)).length >= WALLETS_PER_PERSON) throw new AppError('wallet_limit')
  await markVerdictsDue(queries, personId)
  return insertWallet(queries, {
    ...{
      id: newId(context, 'wal'),
      personId,
      ...account,
      kind: walletKind(account),
      label,
      name,
      rdns,
      linkedVia: via,
      trustedAt,
    },
    now: context.now(),
  })
}

export async function releaseDueAccounts(context: Context, signed: SignedMessage): Promise<void> {
  for (const account of accountsOf(signed)) {
    const wallet = await findWallet(context.store, account)
    // In its own transaction, so that two people are never locked in one.
    if (wallet && isDue(wallet, context.now()))
      await context.store.transaction((queries) => releaseIfDue(context, queries, account))
  }
}

/** Ethereum has two, since the signature decides later whether it is a key's or a contract's. */
function accountsOf({ message: { namespace, address }, chain }: SignedMessage): Account[] {
  const stored = storedAddress(namespace, address)
  if (namespace !== 'eip155') return [{ namespace, address: stored, chain }]
  return [KEY_CHAIN, chain].map((chain) => ({ namespace, address: stored, chain }))
}
