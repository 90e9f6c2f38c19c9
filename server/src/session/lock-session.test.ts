import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AppError } from '@countersign/contract/errors.ts'
import { startedOf } from '../../../test/support/answers.ts'
import { newAccount, openBrowser, signIn } from '../../../test/support/browser.ts'
import { forEachEngine } from '../../../test/support/each-engine.ts'
import { changeRows } from '../../../test/support/rows.ts'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import { lockSession } from './lock-session.ts'
import { findSessionById } from './session.store.ts'
import type { SessionRecord } from './session-record.ts'

forEachEngine('a change to one’s own account', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  /** A session as the guard found it, a moment before the change. */
  async function admitted(): Promise<SessionRecord> {
    const browser = openBrowser(server)
    const { session } = startedOf(await signIn(browser, newAccount()))
    const found = await findSessionById(server.context.store, session.id)
    assert.ok(found)
    return found
  }

  const hold = (session: SessionRecord) => server.context.store.transaction((queries) => lockSession(queries, session))
  const revoked = (error: unknown) => error instanceof AppError && error.code === 'session_revoked'

  test('begins with the session as it is now', async () => {
    const session = await admitted()
    await changeRows(server, "UPDATE person SET display_name = 'Ada' WHERE id = ?", session.person.id)
    const expected = { ...session, person: { ...session.person, displayName: 'Ada' } }
    assert.deepEqual(await hold(session), expected)
  })

  test('does not begin in a session that was ended since the call came in', async () => {
    const session = await admitted()
    await changeRows(server, "UPDATE session SET ended_at = 1, end_reason = 'revoked_self' WHERE id = ?", session.id)
    await assert.rejects(hold(session), revoked)
  })

  test('does not begin for a person who was suspended or left since', async () => {
    for (const status of ['suspended', 'deleting', 'deleted']) {
      const session = await admitted()
      await changeRows(server, 'UPDATE person SET status = ? WHERE id = ?', status, session.person.id)
      await assert.rejects(hold(session), revoked)
    }
  })
})
