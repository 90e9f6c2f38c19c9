import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  CHALLENGE_TTL_MS,
  ENDED_SESSION_KEPT_MS,
  SESSION_NOT_KEPT_MS,
  SPENT_CHALLENGE_KEPT_MS,
} from '@countersign/contract/limits.ts'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { newAccount, openBrowser, prove, signIn } from '../../../test/support/server/http-browser.ts'
import { readEvents } from '../../../test/support/server/people.ts'
import { expectProblem, expectStarted } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { statement } from '../platform/store/database.ts'
import { purge } from './purge.ts'

const sessions = statement('SELECT end_reason FROM session')
const spent = statement('SELECT session_id FROM spent_challenge')

forEachEngine('purging expired rows', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
    await signIn(openBrowser(server), newAccount(), false)
  })
  after(() => server.close())

  test('keeps a used challenge used when the clock is set back', async () => {
    const browser = openBrowser(server)
    const proof = await prove(await browser.challenge(), newAccount())
    expectStarted(await browser.post('/api/sessions', { proof, keep: false }))
    const before = server.clock.now
    for (const jump of [CHALLENGE_TTL_MS * 2 + 1, 86_400_000, SPENT_CHALLENGE_KEPT_MS]) {
      server.clock.now = before + jump
      await purge(server.context)
      server.clock.now = before
      expectProblem(await browser.post('/api/sessions', { proof, keep: false }), 'challenge_used')
    }
  })

  test('ends an expired session and deletes its used challenge, then deletes the session after retention', async () => {
    server.clock.now += SESSION_NOT_KEPT_MS + 1
    await purge(server.context)
    await purge(server.context)
    const expired = await readEvents(server, 'session.expired')
    const ended = await server.context.store.all(statement('SELECT id FROM session ORDER BY id'))
    assert.deepEqual(
      expired.map(({ session_id }) => session_id).sort(),
      ended.map(({ id }) => id),
    )
    assert.deepEqual(new Set(expired.map(({ actor, data }) => `${actor} ${data.reason}`)), new Set(['system expired']))
    assert.deepEqual(
      new Set((await server.context.store.all(sessions)).map((row) => row.end_reason)),
      new Set(['expired']),
    )
    server.clock.now += SPENT_CHALLENGE_KEPT_MS + CHALLENGE_TTL_MS
    await purge(server.context)
    assert.deepEqual(await server.context.store.all(spent), [])

    server.clock.now += ENDED_SESSION_KEPT_MS
    await purge(server.context)
    assert.deepEqual(await server.context.store.all(sessions), [])
  })
})
