import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { explain } from '../../../test/support/database/explain.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { endSessionsOf } from './session.store.ts'
import { endLapsedSessions } from './session-retention.store.ts'

forEachEngine('ending sessions that have lapsed', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  test('reads those of one person by an index', async () => {
    const plan = await explain(server, (queries) =>
      endSessionsOf(queries, { personId: 'per_1', at: 1, reason: 'revoked_admin' }),
    )
    assert.match(plan, /session_lapsed.*person_id ?=/)
    assert.doesNotMatch(plan, /SCAN|Seq Scan/)
  })

  test('reads those of everyone by an index, without the ones that were ended', async () => {
    assert.match(await explain(server, (queries) => endLapsedSessions(queries, 1)), /session_lapsed/)
  })
})
