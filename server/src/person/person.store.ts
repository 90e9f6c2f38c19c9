import { type PersonStatus, personStatusSchema, type Role, roleSchema } from '@countersign/contract/person.ts'
import { type Queries, statement } from '../store/database.ts'
import { oneOf, text, textOrNull } from '../store/row.ts'

export type Person = { id: string; displayName: string | null; role: Role; status: PersonStatus }

const ROLES = roleSchema.options
const STATUSES = personStatusSchema.options

const insert = statement(`
  INSERT INTO person (id, display_name, role, status, created_at, updated_at, version)
  VALUES (?, NULL, ?, 'active', ?, ?, 1)`)
const find = statement('SELECT id, display_name, role, status FROM person WHERE id = ?')
const setRole = statement('UPDATE person SET role = ?, updated_at = ?, version = version + 1 WHERE id = ?')

export async function insertPerson(queries: Queries, person: { id: string; role: Role; now: number }): Promise<Person> {
  await queries.run(insert, person.id, person.role, person.now, person.now)
  return { id: person.id, displayName: null, role: person.role, status: 'active' }
}

export async function findPerson(queries: Queries, id: string): Promise<Person | undefined> {
  const row = await queries.one(find, id)
  return (
    row && {
      id: text(row, 'id'),
      displayName: textOrNull(row, 'display_name'),
      role: oneOf(row, 'role', ROLES),
      status: oneOf(row, 'status', STATUSES),
    }
  )
}

export async function updateRole(queries: Queries, change: { id: string; role: Role; now: number }): Promise<void> {
  await queries.run(setRole, change.role, change.now, change.id)
}
