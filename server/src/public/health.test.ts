import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { WRITE_PROBE_EVERY_MS } from '@countersign/contract/limits.ts'
import pg from 'pg'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { changeRows, countRows, readRows } from '../../../test/support/database/rows.ts'
import { newAccount, openBrowser, signIn } from '../../../test/support/server/http-browser.ts'
import { expectStarted } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { until } from '../../../test/support/until.ts'

forEachEngine('readiness', (engine) => {
  let server: TestServer
  beforeEach(async () => {
    server = await startServer(engine)
  })
  afterEach(() => server.close())

  const readStatus = async () => (await openBrowser(server).get('/readyz')).status

  const countWarnings = () => server.logLines.filter((line) => line.includes('database is not writable')).length

  test('fails while the database is read-only and recovers', async () => {
    assert.equal(await readStatus(), 200)
    await setWriting(server, 'off')
    server.clock.now += WRITE_PROBE_EVERY_MS
    assert.equal(await readStatus(), 503)
    assert.equal((await openBrowser(server).get('/healthz')).status, 200)
    assert.equal((await openBrowser(server).get('/api/public')).status, 200)
    await setWriting(server, 'on')
    server.clock.now += WRITE_PROBE_EVERY_MS
    assert.equal(await readStatus(), 200)
    expectStarted(await signIn(openBrowser(server), newAccount()))
  })

  test('leaves no rows', async () => {
    const before = await countRows(server)
    for (let times = 0; times < 3; times++) {
      assert.equal(await readStatus(), 200)
      server.clock.now += WRITE_PROBE_EVERY_MS
    }
    assert.deepEqual(await countRows(server), before)
  })

  test(`attempts a write once in ${WRITE_PROBE_EVERY_MS / 1000} seconds, whatever the number of requests`, async () => {
    await setWriting(server, 'off')
    for (const tried of [1, 2]) {
      assert.deepEqual(new Set(await Promise.all(Array.from({ length: 20 }, readStatus))), new Set([503]))
      server.clock.now += WRITE_PROBE_EVERY_MS - 1
      assert.equal(await readStatus(), 503)
      assert.equal(countWarnings(), tried)
      server.clock.now += 1
    }
  })

  test('attempts a write again when the clock was set back', async () => {
    assert.equal(await readStatus(), 200)
    await setWriting(server, 'off')
    server.clock.now -= 3_600_000
    assert.equal(await readStatus(), 503)
  })

  if (engine.name === 'sqlite') {
    test('fails when the disk is full, even if a small row would still fit', async () => {
      const [size] = await readRows(server, 'PRAGMA page_count')
      await useFreePages(server)
      await changeRows(server, `PRAGMA max_page_count = ${Number(size?.page_count) + 1}`)
      await changeRows(server, "INSERT INTO setting (key, value, changed_at) VALUES ('small', 'row', 0)")
      assert.equal(await readStatus(), 503)
      await changeRows(server, 'PRAGMA max_page_count = 1000000')
      server.clock.now += WRITE_PROBE_EVERY_MS
      assert.equal(await readStatus(), 200)
    })
  }
})

/** Makes the database refuse writes, or take them again, under the running server. */
async function setWriting(server: TestServer, writing: 'on' | 'off'): Promise<void> {
  const { database } = server.context.config
  if (database.engine === 'sqlite') {
    await changeRows(server, `PRAGMA max_page_count = ${writing === 'on' ? 1_000_000 : 1}`) // never less than there are
    if (writing === 'off') await fillUp(server)
    return
  }
  const url = new URL(database.url)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${writing === 'on' ? 'off' : 'on'}`)
  // A setting of the database counts for connections made from now on.
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
  await admin.end()
  await untilReadable(server)
}

/** Uses up the pages that were freed before. */
async function useFreePages(server: TestServer): Promise<void> {
  const add = 'INSERT INTO setting (key, value, changed_at) VALUES (?, ?, 0)'
  for (let rows = 0; rows < 100; rows++) {
    const [free] = await readRows(server, 'PRAGMA freelist_count')
    if (free?.freelist_count === 0) return
    await changeRows(server, add, `free page ${rows}`, 'x'.repeat(4000))
  }
}

async function fillUp(server: TestServer): Promise<void> {
  const add = 'INSERT INTO setting (key, value, changed_at) VALUES (?, ?, 0)'
  for (let rows = 0; rows < 100; rows++) {
    const full = await changeRows(server, add, `filling ${rows}`, 'x'.repeat(4000)).then(
      () => false,
      () => true,
    )
    if (full) return
  }
  assert.fail('The database never was full.')
}

/** The pool learns of a connection that was ended only by and by. */
async function untilReadable(server: TestServer): Promise<void> {
  await until(
    async () => (await openBrowser(server).get('/api/public')).status,
    (status) => status === 200,
    'the database answers again',
  )
}
