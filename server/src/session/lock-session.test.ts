import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { changeRows } from '../../../test/support/database/rows.ts'
import { newAccount, openBrowser, signIn } from '../../../test/support/server/http-browser.ts'
import { expectStarted } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { lockSession } from './lock-session.ts'
import { findSessionById } from './session.store.ts'
import type { SessionRecord } from './session-record.ts'

forEachEngine('lockSession', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  /** A session as it was authorized, before the change. */
  async function admitted(): Promise<SessionRecord> {
    const browser = openBrowser(server)
    const { session } = expectStarted(await signIn(browser, newAccount()))
    const found = await findSessionById(server.context.store, session.id)
    assert.ok(found)
    return found
  }

  const hold = (session: SessionRecord) =>
    server.context.store.transaction((queries) => lockSession(server.context, queries, session))
  const revoked = (error: unknown) => error instanceof AppError && error.code === 'session_revoked'

  test('returns the current state of the session', async () => {
    const session = await admitted()
    await changeRows(server, "UPDATE person SET display_name = 'Ada' WHERE id = ?", session.person.id)
    const expected = { ...session, person: { ...session.person, displayName: 'Ada' } }
    assert.deepEqual(await hold(session), expected)
  })

  test('rejects a session that ended during the request', async () => {
    const session = await admitted()
    await changeRows(server, "UPDATE session SET ended_at = 1, end_reason = 'revoked_self' WHERE id = ?", session.id)
    await assert.rejects(hold(session), revoked)
  })

  test('rejects a session that expired during the request', async () => {
    for (const column of ['idle_expires_at', 'expires_at']) {
      const session = await admitted()
      await changeRows(server, `UPDATE session SET ${column} = ? WHERE id = ?`, server.clock.now + 1, session.id)
      await hold(session)
      await changeRows(server, `UPDATE session SET ${column} = ? WHERE id = ?`, server.clock.now, session.id)
      await assert.rejects(hold(session), revoked)
    }
  })

  test('rejects a person who was suspended or deleted during the request', async () => {
    for (const status of ['suspended', 'deleting', 'deleted']) {
      const session = await admitted()
      await changeRows(server, 'UPDATE person SET status = ? WHERE id = ?', status, session.person.id)
      await assert.rejects(hold(session), revoked)
    }
  })

  test('rejects a session whose wallet became due for removal during the request', async () => {
    const session = await admitted()
    const remove = "UPDATE wallet SET status = 'removing', remove_at = ? WHERE id = ?"
    await changeRows(server, remove, server.clock.now + 1, session.wallet.id)
    await hold(session)
    server.clock.now += 1
    await assert.rejects(hold(session), revoked)
  })
})
