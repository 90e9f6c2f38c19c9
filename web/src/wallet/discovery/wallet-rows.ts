import { namespaces } from '@countersign/contract/family/family.ts'
import type { Recent } from '../connection/recent.ts'
import type { FamilyEntry, WalletOption } from '../wallet.ts'
import type { FoundWallet } from './found-wallet.ts'

/** The same wallet in one or more chain families, in the order of the families. */
export type WalletRow = readonly [FoundWallet, ...FoundWallet[]]

type RowOrder = { recents: Recent[]; locale: string | undefined }

/** Listed rows keep their position. New ones follow: installed before linked, recent ones first, then by name. */
export function extendRows(rows: WalletRow[], found: FoundWallet[], by: RowOrder): WalletRow[] {
  const listed = rows.flatMap((row) => toRow(row.filter((wallet) => found.includes(wallet))))
  const isNew = (wallet: FoundWallet) => !listed.some((row) => row.includes(wallet))
  const merged = found.filter(isNew).reduce(addWallet, listed)
  const rank = (row: WalletRow) => {
    const recent = by.recents.findIndex(({ id }) => row.some((wallet) => wallet.id === id))
    return recent === -1 ? by.recents.length : recent
  }
  const isLinked = ([{ kind }]: WalletRow) => Number(kind === 'linked')
  const added = merged
    .slice(listed.length)
    .sort((a, b) => isLinked(a) - isLinked(b) || rank(a) - rank(b) || a[0].name.localeCompare(b[0].name, by.locale))
  return [...merged.slice(0, listed.length), ...added]
}

/** To the only row of its name, if that lacks its family: of several, one may be an imitation. */
function addWallet(rows: WalletRow[], wallet: FoundWallet): WalletRow[] {
  const { driver, name, kind } = wallet
  const [only, ...others] = rows.filter(([first]) => first.name === name && first.kind === kind)
  if (!only || others.length > 0 || only.some((each) => each.driver.namespace === driver.namespace))
    return [...rows, [wallet]]
  return rows.flatMap((row) => (row === only ? toRow([...row, wallet].sort(byFamily)) : [row]))
}

function byFamily(a: FoundWallet, b: FoundWallet): number {
  return namespaces.indexOf(a.driver.namespace) - namespaces.indexOf(b.driver.namespace)
}

function toRow([first, ...others]: FoundWallet[]): WalletRow[] {
  return first ? [[first, ...others]] : []
}

export function toOptions(rows: WalletRow[], recents: Recent[]): WalletOption[] {
  const isDemo = ([{ kind }]: WalletRow) => Number(kind === 'demo')
  return [...rows]
    .sort((a, b) => isDemo(a) - isDemo(b))
    .map((row) => {
      const { driver: _, link: __, ...wallet } = row[0]
      const last = recents.find(({ id }) => row.some((each) => each.id === id))
      return {
        ...wallet,
        id: last?.id ?? wallet.id,
        recent: last !== undefined,
        families: row
          .map(({ driver: { namespace }, id }): FamilyEntry => ({ namespace, id }))
          .sort((a, b) => Number(b.id === last?.id) - Number(a.id === last?.id)),
      }
    })
}
