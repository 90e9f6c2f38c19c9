import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { challengeSchema } from '@countersign/contract/schemas/challenge.ts'
import pg from 'pg'
import type { Engine } from '../../../../test/support/database/engines.ts'
import { type Postgres, startPostgres } from '../../../../test/support/database/postgres.ts'
import { countRows } from '../../../../test/support/database/rows.ts'
import {
  type HttpResponse,
  newAccount,
  openBrowser,
  prove,
  signIn,
} from '../../../../test/support/server/http-browser.ts'
import { expectProblem, expectSession, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { until } from '../../../../test/support/until.ts'
import { statement } from './database.ts'

const proveChallenge = (created: HttpResponse) => prove(challengeSchema.parse(created.json), newAccount())

describe('PostgreSQL', () => {
  let cluster: Postgres
  let server: TestServer
  let url: string
  before(async () => {
    cluster = await startPostgres()
  })
  after(() => cluster.stop())

  const engine: Engine = { name: 'postgres', createDatabase: () => cluster.createDatabase() }
  beforeEach(async () => {
    url = await cluster.createDatabase()
    server = await startServer(engine, { databaseUrl: url, databaseWaitMs: 1000 })
  })
  afterEach(() => server.close())

  function unavailable(answer: HttpResponse): void {
    expectProblem(answer, 'db_unavailable')
    assert.equal(answer.headers['retry-after'], '5')
  }

  test('commits synchronously whatever the cluster default', async () => {
    const row = await server.context.store.one(statement('SHOW synchronous_commit'))
    assert.deepEqual({ ...row }, { synchronous_commit: 'on' })
    const { database } = server.context.config
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off`)
    await admin.end()
    const other = await startServer(engine, { databaseUrl: url })
    assert.deepEqual(
      { ...(await other.context.store.one(statement('SHOW synchronous_commit'))) },
      { synchronous_commit: 'on' },
    )
    assert.equal(database.engine, 'postgres')
    await other.close()
  })

  test('joins a page of rows without Memoize', async () => {
    const row = await server.context.store.one(statement('SHOW enable_memoize'))
    assert.deepEqual({ ...row }, { enable_memoize: 'off' })
  })

  test('returns 503 while it is down and recovers', async () => {
    const browser = openBrowser(server)
    expectStarted(await signIn(browser, newAccount()))
    await cluster.crash()
    unavailable(await browser.get('/api/session'))
    unavailable(await openBrowser(server).post('/api/challenges', { purpose: 'sign_in' }))
    unavailable(await browser.delete('/api/session'))
    assert.deepEqual([(await browser.get('/healthz')).status, (await browser.get('/readyz')).status], [200, 503])
    const page = await browser.get('/home')
    assert.equal(page.status, 200)
    assert.match(page.text, /"sessionProblem":"unknown"/)
    await cluster.resume()
    expectSession(await browser.get('/api/session'))
    expectStarted(await signIn(openBrowser(server), newAccount()))
    assert.equal((await browser.get('/readyz')).status, 200)
  })

  test('loses no acknowledged write when it stops during load', async () => {
    const fatal: unknown[] = []
    const note = (error: unknown) => void fatal.push(error)
    process.on('uncaughtException', note)
    const answers: HttpResponse[] = []
    let stopped = false
    const people = Array.from({ length: 12 }, async () => {
      while (!stopped) {
        const browser = openBrowser(server)
        const created = await browser.post('/api/challenges', { purpose: 'sign_in' })
        if (created.status !== 201) answers.push(created)
        else answers.push(await browser.post('/api/sessions', { proof: await proveChallenge(created), keep: true }))
      }
    })
    await until(
      () => answers.length,
      (count) => count >= 60,
      'sixty answers came',
    )
    await cluster.crash()
    stopped = true
    await Promise.all(people)
    await cluster.resume()
    const done = answers.filter(({ status }) => status === 201).map((answer) => expectStarted(answer).session.id)
    for (const answer of answers) if (answer.status !== 201) unavailable(answer)
    const kept = new Set((await server.context.store.all(statement('SELECT id FROM session'))).map(({ id }) => id))
    assert.deepEqual(
      done.filter((id) => !kept.has(id)),
      [],
    )
    process.off('uncaughtException', note)
    assert.deepEqual(fatal, [])
  })

  test('survives a connection terminated during a transaction', async () => {
    const fatal: unknown[] = []
    const note = (error: unknown) => void fatal.push(error)
    process.on('uncaughtException', note)
    const { store } = server.context
    const killed = store.transaction(async (queries) => {
      const row = await queries.one(statement('SELECT pg_backend_pid() AS pid'))
      await store.all(statement('SELECT pg_terminate_backend(?)'), Number(row?.pid))
      const alive = statement('SELECT count(*) AS n FROM pg_stat_activity WHERE pid = ?')
      await until(
        async () => Number((await store.one(alive, Number(row?.pid)))?.n),
        (connections) => connections === 0,
        'the connection is gone',
      )
      return queries.one(statement('SELECT 1 AS one'))
    })
    await assert.rejects(killed, { code: 'db_unavailable' })
    process.off('uncaughtException', note)
    assert.deepEqual(fatal, [])
    expectStarted(await signIn(openBrowser(server), newAccount()))
  })

  test('returns 503 on a lock timeout and leaves no rows', async () => {
    const browser = openBrowser(server)
    const proof = await prove(await browser.challenge(), newAccount())
    const rows = await countRows(server)
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    await other.query('BEGIN; LOCK TABLE session IN EXCLUSIVE MODE')
    unavailable(await browser.post('/api/sessions', { proof, keep: true }))
    await other.query('ROLLBACK')
    await other.end()
    assert.deepEqual(await countRows(server), rows)
    expectStarted(await browser.post('/api/sessions', { proof, keep: true }))
  })

  test('returns 503 when the database was dropped', async () => {
    const admin = new pg.Client({ connectionString: `${cluster.address}/postgres` })
    await admin.connect()
    await admin.query(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`)
    await admin.end()
    unavailable(await openBrowser(server).post('/api/challenges', { purpose: 'sign_in' }))
    unavailable(await openBrowser(server).post('/api/challenges', { purpose: 'sign_in' }))
  })

  test('fails at startup when the role is rejected, with the reason', async () => {
    await assert.rejects(startServer(engine, { databaseUrl: url.replace('test@', 'nobody@') }), {
      name: 'ConfigError',
      message: /^DATABASE_URL: cannot open the database \(role "nobody" does not exist\)/,
    })
  })
})
