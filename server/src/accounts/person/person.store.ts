import type { Role } from '@countersign/contract/permission.ts'
import { personStatusSchema, roleSchema } from '@countersign/contract/schemas/person.ts'
import { lockingStatement, type Queries, statement, writes } from '../../platform/store/database.ts'
import { change, selectAll, selectOne } from '../../platform/store/query.ts'
import { integer, mapRecord, option, type RecordOf, text, textOrNull } from '../../platform/store/row.ts'

const people = mapRecord({
  id: text,
  displayName: textOrNull,
  role: option(roleSchema),
  status: option(personStatusSchema),
})
export type Person = RecordOf<typeof people>

const insert = writes({ uncached: true })(`
  INSERT INTO person (id, display_name, role, status, primary_wallet_id, last_seen_at, created_at, updated_at, version)
  VALUES (?, NULL, ?, 'active', ?, ?, ?, ?, 1)`)
const countAll = statement(`
  SELECT
    (SELECT count(*) FROM person WHERE status IN ('active', 'suspended', 'deleting')) AS people,
    (SELECT count(*) FROM person WHERE last_seen_at >= ?) AS active1,
    (SELECT count(*) FROM person WHERE last_seen_at >= ?) AS active7,
    (SELECT count(*) FROM person WHERE last_seen_at >= ?) AS active30`)

export async function insertPerson(
  queries: Queries,
  { id, role, primaryWalletId, now }: { id: string; role: Role; primaryWalletId: string; now: number },
): Promise<Person> {
  await queries.run(insert, id, role, primaryWalletId, now, now, now)
  return { id, displayName: null, role, status: 'active' }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** All of them, and those who were seen in the last day, week and month. */
export async function countPeople(queries: Queries, now: number) {
  const row = (await queries.one(countAll, now - DAY_MS, now - 7 * DAY_MS, now - 30 * DAY_MS)) ?? {}
  return {
    people: integer(row, 'people'),
    active1: integer(row, 'active1'),
    active7: integer(row, 'active7'),
    active30: integer(row, 'active30'),
  }
}

export const findPerson = selectOne(people.read)<[id: string]>(`SELECT ${people.columns} FROM person WHERE id = ?`)

/** Until the transaction ends, no other changes this person or what depends on them. */
export const lockPerson = selectOne(people.read)(
  lockingStatement<[id: string]>(`SELECT ${people.columns} FROM person WHERE id = ?`),
)

export const markDeleting = change(
  writes({ notifies: true })<{ id: string; deleteAfter: number; by: string; now: number }>(`
  UPDATE person SET status = 'deleting', delete_after = :deleteAfter, deletion_by = :by, updated_at = :now,
    version = version + 1
  WHERE id = :id`),
)

export const lockOwners = selectAll((row) => text(row, 'id'))(
  lockingStatement<[]>("SELECT id FROM person WHERE role = 'owner' AND status = 'active' ORDER BY id"),
)

/** Someone who was suspended stays suspended. */
export const restoreFromDeletion = change(
  writes({ notifies: true })<{ id: string; now: number }>(`
  UPDATE person SET status = CASE WHEN suspended_for IS NULL THEN 'active' ELSE 'suspended' END,
    delete_after = NULL, deletion_by = NULL, updated_at = :now, touched_at = :now, version = version + 1
  WHERE id = :id AND status = 'deleting'`),
)

export const updateRole = change(
  writes({ notifies: true })<{ id: string; role: Role; now: number }>(`
  UPDATE person SET role = :role, updated_at = :now, version = version + 1 WHERE id = :id`),
)
