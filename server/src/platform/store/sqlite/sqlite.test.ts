import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, afterEach, beforeEach, describe, test } from 'node:test'
import { bootSchema } from '@countersign/contract/schemas/public.ts'
import type { Engine } from '../../../../../test/support/database/engines.ts'
import { changeRows, countRows } from '../../../../../test/support/database/rows.ts'
import {
  type HttpResponse,
  newAccount,
  openBrowser,
  prove,
  signIn,
} from '../../../../../test/support/server/http-browser.ts'
import { expectProblem, expectSession, expectStarted } from '../../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../../test/support/server/server.ts'
import { statement } from '../database.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-faults-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
const engine: Engine = { name: 'sqlite', createDatabase: async () => `file:${join(folder, `${++count}`, 'c.db')}` }

let server: TestServer
afterEach(() => server.close())

function pathOf({ context }: TestServer): string {
  assert.equal(context.config.database.engine, 'sqlite')
  return context.config.database.engine === 'sqlite' ? context.config.database.path : ''
}

/** Another program that holds the database's one write lock. */
function lock(): { release(): void } {
  const other = new DatabaseSync(pathOf(server))
  other.exec('BEGIN IMMEDIATE')
  return {
    release() {
      other.exec('ROLLBACK')
      other.close()
    },
  }
}

async function unavailable(answer: HttpResponse): Promise<void> {
  expectProblem(answer, 'db_unavailable')
  assert.equal(answer.headers['retry-after'], '5')
}

function bootOf(answer: HttpResponse) {
  assert.equal(answer.status, 200)
  return bootSchema.parse(JSON.parse(/id="boot">(.*?)<\/script>/s.exec(answer.text)?.[1] ?? ''))
}

describe('a locked SQLite database', () => {
  test('delays writers but not readers', async () => {
    server = await startServer(engine)
    const reader = openBrowser(server)
    expectStarted(await signIn(reader, newAccount()))
    const held = lock()
    let answered = false
    const writer = signIn(openBrowser(server), newAccount()).then((answer) => {
      answered = true
      return answer
    })
    for (let reads = 0; reads < 20; reads++) expectSession(await reader.get('/api/session'))
    assert.equal((await reader.get('/sign-in')).status, 200)
    assert.equal(answered, false)
    held.release()
    expectStarted(await writer)
  })

  test('returns 503 while it stays locked, leaves no rows and recovers', async () => {
    server = await startServer(engine, { databaseWaitMs: 200 })
    const browser = openBrowser(server)
    expectStarted(await signIn(browser, newAccount()))
    const rows = await countRows(server)
    const held = lock()
    await unavailable(await signIn(openBrowser(server), newAccount()))
    await unavailable(await browser.post('/api/session/touch'))
    const out = await browser.delete('/api/session')
    await unavailable(out)
    assert.equal(out.headers['set-cookie'], undefined)
    expectSession(await browser.get('/api/session'))
    assert.equal(bootOf(await browser.get('/home')).sessionProblem, null)
    held.release()
    assert.deepEqual(await countRows(server), rows)
    expectStarted(await signIn(openBrowser(server), newAccount()))
    assert.equal((await browser.delete('/api/session')).status, 204)
  })

  // One after the other they would wait for nearly seven minutes.
  test('applies the timeout from the start of the request, not of the queue', { timeout: 60_000 }, async () => {
    const waitMs = 400
    server = await startServer(engine, { databaseWaitMs: waitMs, withoutOwner: true })
    const held = lock()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 1000 }, () => changeRows(server, 'DELETE FROM setting')),
    )
    assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set(['rejected']))
    held.release()
    assert.equal(await changeRows(server, 'DELETE FROM setting'), 0)
  })
})

describe('a missing SQLite file', () => {
  let path: string
  let browser: ReturnType<typeof openBrowser>
  beforeEach(async () => {
    server = await startServer(engine)
    path = pathOf(server)
    browser = openBrowser(server)
    expectStarted(await signIn(browser, newAccount()))
  })

  async function down(): Promise<void> {
    await unavailable(await browser.get('/api/session'))
    await unavailable(await openBrowser(server).post('/api/challenges', { purpose: 'sign_in' }))
    await unavailable(await browser.post('/api/session/touch'))
    assert.deepEqual([(await browser.get('/healthz')).status, (await browser.get('/readyz')).status], [200, 503])
    const boot = bootOf(await browser.get('/home'))
    assert.deepEqual([boot.session, boot.sessionProblem], [null, 'unknown'])
    assert.notEqual(browser.cookies.get('cs'), undefined)
  }

  test('returns 503 instead of creating an empty one, and recovers', async () => {
    renameSync(path, `${path}.away`)
    await down()
    assert.equal(existsSync(path), false)
    renameSync(`${path}.away`, path)
    expectSession(await browser.get('/api/session'))
    expectStarted(await signIn(openBrowser(server), newAccount()))
  })

  test('rejects a challenge issued before it was removed', async () => {
    const other = openBrowser(server)
    const proof = await prove(await other.challenge(), newAccount())
    renameSync(path, `${path}.away`)
    await unavailable(await other.post('/api/sessions', { proof, keep: true }))
    renameSync(`${path}.away`, path)
    expectStarted(await other.post('/api/sessions', { proof, keep: true }))
  })

  test('may be replaced by a backup', async () => {
    const backup = `${path}.backup`
    new DatabaseSync(path).exec(`VACUUM INTO '${backup}'`)
    const late = openBrowser(server)
    expectStarted(await signIn(late, newAccount()))
    for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true })
    await down()
    copyFileSync(backup, path)
    expectSession(await browser.get('/api/session'))
    expectStarted(await signIn(openBrowser(server), newAccount()))
    expectProblem(await late.get('/api/session'), 'unauthenticated')
  })

  for (const [what, content] of Object.entries({ noise: 'noise '.repeat(1000), 'an empty file': '' })) {
    test(`returns 503 with ${what} in its place, and recovers`, async () => {
      renameSync(path, `${path}.away`)
      for (const ending of ['-wal', '-shm']) renameSync(path + ending, `${path}.away${ending}`)
      writeFileSync(path, content)
      await down()
      await down()
      for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true })
      for (const ending of ['-wal', '-shm', ''])
        if (existsSync(`${path}.away${ending}`)) renameSync(`${path}.away${ending}`, path + ending)
      expectSession(await browser.get('/api/session'))
      expectStarted(await signIn(openBrowser(server), newAccount()))
    })
  }

  test('returns 503 when the folder is missing', async () => {
    renameSync(dirname(path), `${dirname(path)}.away`)
    await down()
    renameSync(`${dirname(path)}.away`, dirname(path))
    expectSession(await browser.get('/api/session'))
  })
})

describe('a full disk', () => {
  test('returns 503 and keeps exactly the acknowledged writes', async () => {
    server = await startServer(engine)
    const pages = Number((await server.context.store.one(statement('PRAGMA page_count')))?.page_count)
    await changeRows(server, `PRAGMA max_page_count = ${pages + 4}`)
    const statuses: number[] = []
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(openBrowser(server), newAccount())))
      for (const answer of answers) if (answer.status !== 201) await unavailable(answer)
      statuses.push(...answers.map(({ status }) => status))
    }
    const done = statuses.filter((status) => status === 201).length
    assert.ok(done > 0 && done < statuses.length, `${done} of ${statuses.length}`)
    const rows = await countRows(server)
    assert.deepEqual(rows, { person: done, wallet: done, session: done, spent_challenge: done, setting: 1 })
    await changeRows(server, 'PRAGMA max_page_count = 1000000')
    expectStarted(await signIn(openBrowser(server), newAccount()))
  })
})

describe('group commit', () => {
  beforeEach(async () => {
    server = await startServer(engine, { withoutOwner: true })
  })

  const add = statement('INSERT INTO setting (key, value, changed_at) VALUES (?, ?, 0)')
  const read = statement('SELECT value FROM setting WHERE key = ?')

  test('fails one write and keeps the others', async () => {
    const { store } = server.context
    const outcomes = await Promise.allSettled([
      store.run(add, 'a', '1'),
      store.run(add, 'a', '2'),
      store.transaction(async (queries) => {
        await queries.run(add, 'b', '1')
        throw new Error('changed my mind')
      }),
      store.transaction(async (queries) => {
        await queries.run(add, 'c', '1')
        return (await queries.one(read, 'a'))?.value
      }),
    ])
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed')),
      [1, 'failed', 'failed', '1'],
    )
    const kept = await store.all(statement('SELECT key, value FROM setting ORDER BY key'))
    assert.deepEqual(
      kept.map((row) => ({ ...row })),
      [
        { key: 'a', value: '1' },
        { key: 'c', value: '1' },
      ],
    )
  })

  test('hides all writes until all are on disk', async () => {
    const { store } = server.context
    let seen: unknown = 'nothing read'
    await store.transaction(async (queries) => {
      await queries.run(add, 'a', '1')
      seen = await store.one(read, 'a')
    })
    assert.equal(seen, undefined)
    assert.equal((await store.one(read, 'a'))?.value, '1')
  })

  test('syncs the write-ahead log before acknowledging', async () => {
    const { store } = server.context
    const pragma = (name: string) => store.transaction((queries) => queries.one(statement(`PRAGMA ${name}`)))
    const settings = await Promise.all(['synchronous', 'journal_mode', 'foreign_keys'].map(pragma))
    assert.deepEqual(
      settings.map((row) => ({ ...row })),
      [{ synchronous: 2 }, { journal_mode: 'wal' }, { foreign_keys: 1 }],
    )
    const marker = 'a value nobody else writes'
    await store.run(add, 'a', marker)
    assert.ok(readFileSync(`${pathOf(server)}-wal`).includes(marker))
  })
})
