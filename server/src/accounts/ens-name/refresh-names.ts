/** ENS names of wallets, looked up in the background through the operator's own endpoint. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { ENS_KEPT_MS, ENS_PARALLEL, ENS_RETRY_MS, ENS_TTL_MS, ENS_WAITING } from '@countersign/contract/limits.ts'
import type { Context } from '../../context.ts'
import { findPrimaryName, NAME_CHAIN } from '../../networks/rpc/ens.ts'
import { memoize } from '../../platform/memoize.ts'
import { createSemaphore } from '../../platform/semaphore.ts'
import { KEY_CHAIN } from '../../proof/account.ts'
import { readInstance } from '../../settings/read-settings.ts'
import { touchPerson } from '../notice/notice.store.ts'
import { lockPerson } from '../person/person.store.ts'
import { indexPerson } from '../person/search-index.ts'
import type { Wallet } from '../wallet/wallet.store.ts'
import * as store from './ens-name.store.ts'

/** Looks up names that are due. Open pages are notified of changes. */
export function refreshNames(context: Context, wallets: readonly Pick<Wallet, 'id' | 'ens'>[]): void {
  context.background.run('resolve ENS names', async () => {
    const reachable = await context.chains.isReachable(NAME_CHAIN)
    // Without an endpoint only stored names can change.
    const due = reachable ? wallets : wallets.filter(({ ens }) => ens !== null)
    if (due.length === 0) return
    const enabled = await isEnsEnabled(context)
    for (const { id } of due) await (enabled ? refreshName(context, id, reachable) : clearDisabledName(context, id))
  })
}

export const clearEnsNames = store.clearEnsNames

async function isEnsEnabled(context: Context): Promise<boolean> {
  return (await readInstance(context)).ens
}

/** Its lookup was in flight when ENS was disabled. */
async function clearDisabledName(context: Context, walletId: string): Promise<void> {
  const wallet = await store.findNamedWallet(context.store, walletId)
  if (wallet && wallet.ens !== null) await clearName(context, wallet)
}

async function refreshName(context: Context, walletId: string, reachable: boolean): Promise<void> {
  const wallet = await store.findNamedWallet(context.store, walletId)
  if (!wallet || !mayHaveName(wallet) || isFresh(wallet, context.now())) return
  const ens = reachable ? await lookUp(context, wallet) : undefined
  if (ens !== undefined && (await isEnsEnabled(context))) return saveName(context, wallet, ens)
  if (wallet.ens !== null && isStale(wallet, context.now())) await clearName(context, wallet)
}

/** On other chains the same address can be another owner's contract. */
function mayHaveName({ namespace, chain }: store.NamedWallet): boolean {
  return namespace === 'eip155' && (chain === KEY_CHAIN || chain === String(NAME_CHAIN))
}

function isFresh({ checkedAt }: store.NamedWallet, now: number): boolean {
  return checkedAt !== null && now - checkedAt < ENS_TTL_MS
}

function isStale({ checkedAt }: store.NamedWallet, now: number): boolean {
  return checkedAt === null || now - checkedAt >= ENS_KEPT_MS
}

/** Undefined when no endpoint answered or after a recent attempt. */
async function lookUp(context: Context, { id, address }: store.NamedWallet): Promise<string | null | undefined> {
  try {
    return await semaphoreOf(context).take(async () => {
      context.rates.take(`name:${id}`, { burst: 1, perMs: ENS_RETRY_MS })
      return findPrimaryName(context.chains, address)
    })
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

const semaphoreOf = memoize((_: Context) => createSemaphore({ parallel: ENS_PARALLEL, maxWaiting: ENS_WAITING }))

async function saveName(context: Context, wallet: store.NamedWallet, ens: string | null): Promise<void> {
  const now = context.now()
  await context.store.transaction(async (queries) => {
    await lockPerson(queries, wallet.personId)
    await store.saveName(queries, { id: wallet.id, ens, now })
    if (ens === wallet.ens) return
    await indexPerson(queries, wallet.personId)
    await touchPerson(queries, wallet.personId, now)
  })
}

async function clearName(context: Context, { id, personId }: store.NamedWallet): Promise<void> {
  await context.store.transaction(async (queries) => {
    await lockPerson(queries, personId)
    await store.clearName(queries, id)
    await indexPerson(queries, personId)
    await touchPerson(queries, personId, context.now())
  })
}
