import { type Database, statement } from './database.ts'

const add = statement("INSERT INTO setting (key, value, changed_at) VALUES ('write_probe', ?, 0)")
const remove = statement("DELETE FROM setting WHERE key = 'write_probe'")

/** As many pages as a sign-in writes, so that a nearly full disk is noticed. */
const FILLING = 'x'.repeat(16_384)

/** Committed and removed in one transaction: a rollback would never reach the disk. */
export function probeWrite(store: Database): Promise<void> {
  return store.transaction(async (queries) => {
    await queries.run(add, FILLING)
    await queries.run(remove)
  })
}
