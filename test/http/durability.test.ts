import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { forEachEngine } from '../support/database/each-engine.ts'
import type { Engine } from '../support/database/engines.ts'
import { type Postgres, startPostgres } from '../support/database/postgres.ts'
import { type Browser, newAccount, openBrowser, prove } from '../support/server/http-browser.ts'
import { expectSession, expectStarted } from '../support/server/responses.ts'
import { startServer } from '../support/server/server.ts'
import { startServerProcess } from '../support/server/server-process.ts'

const PEOPLE = 60

/** Signs people in concurrently and calls `crash` once enough were acknowledged. */
async function signInUntil(databaseUrl: string, crash: (server: { kill(): Promise<void> }) => Promise<void>) {
  const server = await startServerProcess({ databaseUrl })
  const ready = await Promise.all(
    Array.from({ length: 2 * PEOPLE }, async () => {
      const browser = openBrowser(server)
      return { browser, proof: await prove(await browser.challenge(), newAccount()) }
    }),
  )
  const done = new Map<string, Browser>()
  let crashed: Promise<void> | undefined
  const signIns = ready.map(async ({ browser, proof }) => {
    const response = await browser.post('/api/sessions', { proof, keep: true }).catch(() => undefined)
    if (response?.status !== 201) return
    done.set(expectStarted(response).session.id, browser)
    if (done.size >= PEOPLE) crashed ??= crash(server)
  })
  await Promise.all(signIns)
  await crashed
  return done
}

async function expectAllStored(engine: Engine, databaseUrl: string, done: Map<string, Browser>): Promise<void> {
  assert.ok(done.size >= PEOPLE, `${done.size} were told "done"`)
  const server = await startServer(engine, { databaseUrl })
  const states = await Promise.all(
    [...done].map(async ([id, before]) => {
      const browser = openBrowser(server)
      for (const [name, value] of before.cookies) browser.cookies.set(name, value)
      return { id, known: expectSession(await browser.get('/api/session')).session.id }
    }),
  )
  await server.close()
  for (const { id, known } of states) assert.equal(known, id)
}

forEachEngine('an acknowledged sign-in', (engine: Engine) => {
  test('survives kill -9 of the server', async () => {
    const databaseUrl = await engine.createDatabase()
    await expectAllStored(engine, databaseUrl, await signInUntil(databaseUrl, (server) => server.kill()))
  })
})

describe('an acknowledged sign-in', () => {
  let cluster: Postgres
  before(async () => {
    cluster = await startPostgres({ durable: true })
  })
  after(() => cluster.stop())

  test('survives a crash of PostgreSQL together with the server', async () => {
    const databaseUrl = await cluster.createDatabase()
    const done = await signInUntil(databaseUrl, async (server) => {
      await Promise.all([cluster.crash(), server.kill()])
    })
    await cluster.resume()
    await expectAllStored({ name: 'postgres', createDatabase: cluster.createDatabase }, databaseUrl, done)
  })
})
