import type { Context } from '../../context.ts'
import { findListKeys } from './wallet-lists/wallet-list.store.ts'

/** About ten megabytes if all are as long as possible. */
const LISTS_KEPT = 20

type FindLists = (ids: readonly string[]) => Promise<Map<string, ReadonlySet<string>>>

/** Keys of wallets by list. Lists never change, so each is read once and the last ones used are kept. */
export function createListReader(context: Pick<Context, 'store'>): FindLists {
  const kept = new Map<string, ReadonlySet<string>>()
  return async (ids) => {
    const missing = ids.filter((id) => !kept.has(id))
    for (const [id, keys] of await findListKeys(context.store, missing)) kept.set(id, keys)
    const lists = new Map<string, ReadonlySet<string>>()
    for (const id of ids) {
      const keys = kept.get(id)
      if (!keys) continue
      lists.set(id, keys)
      // Moved to the end: the first ones are dropped.
      kept.delete(id)
      kept.set(id, keys)
    }
    for (const id of kept.keys()) if (kept.size > LISTS_KEPT) kept.delete(id)
    return lists
  }
}
