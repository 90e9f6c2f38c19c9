import { type Database, statement, writes } from './database.ts'

const add = writes('setting')("INSERT INTO setting (key, value, changed_at) VALUES ('write_probe', ?, 0)")
const remove = statement("DELETE FROM setting WHERE key = 'write_probe'")

/** As many pages as a sign-in needs, so that the last few bytes of a disk do not pass for room. */
const FILLING = 'x'.repeat(16_384)

/**
 * Writes and takes it back in one transaction, so that nobody ever sees it. It is committed:
 * what is rolled back stays in memory and would never meet a full disk.
 */
export function writeNothing(store: Database): Promise<void> {
  return store.transaction(async (queries) => {
    await queries.run(add, FILLING)
    await queries.run(remove)
  })
}
