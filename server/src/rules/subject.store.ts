import { namespaces } from '@countersign/contract/family/family.ts'
import { roleSchema } from '@countersign/contract/schemas/person.ts'
import type { Queries, Row } from '../platform/store/database.ts'
import { queryInBatches } from '../platform/store/database.ts'
import { integer, mapRecord, oneOf, option, text } from '../platform/store/row.ts'
import type { Holder } from './subject.ts'

const PEOPLE = "SELECT id, role FROM person WHERE status <> 'deleted' AND id IN (:keys) ORDER BY id"
const WALLETS = `SELECT person_id, namespace, address, chain, linked_at FROM wallet
  WHERE status <> 'removed' AND unproven_since IS NULL AND (remove_at IS NULL OR remove_at > ?)
    AND person_id IN (:keys) ORDER BY linked_at, id`
const VAULTS = `SELECT person_id, address, chain_id, added_at FROM vault
  WHERE person_id IN (:keys) ORDER BY added_at, id`
const GROUPS = `SELECT m.person_id, m.group_id FROM group_member m JOIN people_group g ON g.id = m.group_id
  WHERE g.rule IS NULL AND m.person_id IN (:keys) ORDER BY m.group_id`

const accounts = mapRecord({ namespace: option({ options: namespaces }), address: text, chain: text })

export const toWallet = (row: Row) => ({ account: accounts.read(row), linkedAt: integer(row, 'linked_at') })

/** In one order, so that equal rows give equal subjects. A removal that is due at `now` counts as done. */
export async function findSubjectRows(queries: Queries, personIds: readonly string[], now: number) {
  const people = await queryInBatches(queries, PEOPLE, personIds)
  const wallets = await queryInBatches(queries, WALLETS, personIds, now)
  const vaults = await queryInBatches(queries, VAULTS, personIds)
  const groups = await queryInBatches(queries, GROUPS, personIds)
  const personOf = (row: Row) => text(row, 'person_id')
  return {
    people: people.map((row) => ({ id: text(row, 'id'), role: oneOf(row, 'role', roleSchema.options) })),
    wallets: Map.groupBy(wallets, personOf),
    vaults: Map.groupBy(vaults, personOf),
    groups: Map.groupBy(groups, personOf),
  }
}

/** `wallets` are those of the person. */
export function toVaultHolder(row: Row, wallets: readonly Holder[]): Holder {
  const chainId = integer(row, 'chain_id')
  const own = wallets.filter(({ family }) => family === undefined)
  const here = own.filter((wallet) => wallet.chainId === null || wallet.chainId === chainId)
  return {
    address: text(row, 'address'),
    chainId,
    linkedAt: integer(row, 'added_at'),
    vault: true,
    delegates: [...new Set(here.map(({ address }) => address))],
  }
}

export function toGroupId(row: Row): string {
  return text(row, 'group_id')
}
