import { rmSync } from 'node:fs'
import pg from 'pg'
import type { TestServer } from '../server/server.ts'

/** Deletes the database under the running server. */
export async function dropDatabase({ context }: Pick<TestServer, 'context'>): Promise<void> {
  const { database } = context.config
  if (database.engine === 'sqlite') {
    for (const ending of ['', '-wal', '-shm']) rmSync(database.path + ending, { force: true })
    return
  }
  const url = new URL(database.url)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
  await admin.end()
}
