import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AppError } from '@countersign/contract/errors.ts'
import { forDefaultEngine } from '../../../../test/support/engines.ts'
import { confirm, settle } from '../../../../test/support/operator.ts'
import { readRows } from '../../../../test/support/rows.ts'
import { startServer, type TestServer } from '../../../../test/support/server.ts'
import { findSessionById } from '../session.store.ts'
import type { SessionRecord } from '../session-record.ts'
import { requireAdminMode, withStepUp } from './use-step-up.ts'

const act = { action: 'recovery.drop' } as const

forDefaultEngine('a signature for a critical action', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  async function signed(): Promise<SessionRecord> {
    const resident = await settle(server)
    await confirm(server, resident, 'recovery.drop')
    const session = await findSessionById(server.context.store, resident.sessionId)
    assert.ok(session)
    return session
  }
  const isUsed = async ({ id }: SessionRecord) =>
    (await readRows(server, 'SELECT used_at FROM step_up WHERE session_id = ?', id))[0]?.used_at !== null
  const fail = (session: SessionRecord, error: Error) =>
    assert.rejects(
      withStepUp(server.context, { session, act }, () => Promise.reject(error)),
      error,
    )

  test('is used up by what it was given for, which learns who signed', async () => {
    const session = await signed()
    const signer = await withStepUp(server.context, { session, act }, async (signerId) => signerId)
    assert.deepEqual([signer, await isUsed(session)], [session.wallet.id, true])
  })

  test('is kept when the action was refused', async () => {
    const session = await signed()
    await fail(session, new AppError('version_conflict'))
    assert.equal(await isUsed(session), false)
  })

  test('is used up when nobody can tell whether the action was done', async () => {
    for (const error of [new AppError('db_unavailable'), new Error('broken')]) {
      const session = await signed()
      await fail(session, error)
      assert.equal(await isUsed(session), true)
    }
  })

  test('opens no admin mode, which needs its own', async () => {
    const session = await signed()
    const { now } = server.clock
    for (const closed of [{}, { adminUntil: now }, { adminUntil: now + 1, previousToken: true }])
      assert.throws(() => requireAdminMode(server.context, { ...session, ...closed }), { code: 'step_up_required' })
    requireAdminMode(server.context, { ...session, adminUntil: now + 1 })
  })
})
