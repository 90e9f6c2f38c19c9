/** ENS names of wallets, looked up in the background through the operator's own endpoint. */

import { AppError } from '@countersign/contract/errors.ts'
import { ENS_KEPT_MS, ENS_PARALLEL, ENS_RETRY_MS, ENS_TTL_MS, ENS_WAITING } from '@countersign/contract/limits.ts'
import type { Context } from '../../context.ts'
import { findPrimaryName, NAME_CHAIN } from '../../networks/rpc/ens.ts'
import { createSemaphore, type Semaphore } from '../../platform/semaphore.ts'
import { KEY_CHAIN } from '../../proof/account.ts'
import { readInstance } from '../../settings/read-settings.ts'
import { touchPerson } from '../notice/notice.store.ts'
import { lockPerson } from '../person/person.store.ts'
import { indexPerson } from '../person/search-index.ts'
import * as store from './ens-name.store.ts'

type Named = store.Named

/** Looks up names that are due. Lists show the stored ones meanwhile, and open pages are notified. */
export function refreshNames(context: Context, wallets: readonly Shown[]): void {
  context.background.run('resolve ENS names', async () => {
    const answered = await context.chains.isReachable(NAME_CHAIN)
    // Without an endpoint only stored names can change: every sign-in runs this.
    const due = answered ? wallets : wallets.filter(({ ens }) => ens !== null)
    if (due.length === 0) return
    const wanted = await isWanted(context)
    for (const { id } of due) await (wanted ? refreshName(context, id, answered) : forgetLate(context, id))
  })
}

export const forgetNames = store.forgetNames

type Shown = { id: string; ens: string | null }

async function isWanted(context: Context): Promise<boolean> {
  return (await readInstance(context)).ens
}

/** The lookup was under way when names were switched off. */
async function forgetLate(context: Context, walletId: string): Promise<void> {
  const wallet = await store.findNamed(context.store, walletId)
  if (wallet && wallet.ens !== null) await drop(context, wallet)
}

async function refreshName(context: Context, walletId: string, answered: boolean): Promise<void> {
  const wallet = await store.findNamed(context.store, walletId)
  if (!wallet || !mayHaveName(wallet) || isFresh(wallet, context.now())) return
  const ens = answered ? await lookUp(context, wallet) : undefined
  if (ens !== undefined && (await isWanted(context))) return keep(context, wallet, ens)
  if (wallet.ens !== null && isStale(wallet, context.now())) await drop(context, wallet)
}

/** ENS names belong to Ethereum. The same address on another chain can be somebody else's contract. */
function mayHaveName({ chainRef }: Named): boolean {
  return chainRef === KEY_CHAIN || chainRef === String(NAME_CHAIN)
}

function isFresh({ checkedAt }: Named, now: number): boolean {
  return checkedAt !== null && now - checkedAt < ENS_TTL_MS
}

function isStale({ checkedAt }: Named, now: number): boolean {
  return checkedAt === null || now - checkedAt >= ENS_KEPT_MS
}

/** Undefined without an answer, or after a recent attempt. */
async function lookUp(context: Context, { id, address }: Named): Promise<string | null | undefined> {
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

const semaphores = new WeakMap<Context, Semaphore>()

function semaphoreOf(context: Context): Semaphore {
  const known = semaphores.get(context) ?? createSemaphore({ parallel: ENS_PARALLEL, maxWaiting: ENS_WAITING })
  semaphores.set(context, known)
  return known
}

async function keep(context: Context, wallet: Named, ens: string | null): Promise<void> {
  const now = context.now()
  await context.store.transaction(async (queries) => {
    await lockPerson(queries, wallet.personId)
    await store.saveName(queries, { id: wallet.id, ens, now })
    if (ens === wallet.ens) return
    await indexPerson(queries, wallet.personId)
    await touchPerson(queries, wallet.personId, now)
  })
}

async function drop(context: Context, wallet: Named): Promise<void> {
  await context.store.transaction(async (queries) => {
    await lockPerson(queries, wallet.personId)
    await store.forgetName(queries, wallet.id)
    await indexPerson(queries, wallet.personId)
    await touchPerson(queries, wallet.personId, context.now())
  })
}
