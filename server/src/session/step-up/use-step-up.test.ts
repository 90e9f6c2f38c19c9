import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { addPerson, grantStepUp } from '../../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { findSessionById } from '../session.store.ts'
import type { SessionRecord } from '../session-record.ts'
import { requireAdminMode, withStepUp } from './use-step-up.ts'

const action = { action: 'recovery.drop' } as const

forDefaultEngine('useStepUp', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  async function signed(): Promise<SessionRecord> {
    const resident = await addPerson(server)
    await grantStepUp(server, resident, 'recovery.drop')
    const session = await findSessionById(server.context.store, resident.sessionId)
    assert.ok(session)
    return session
  }
  const isUsed = async ({ id }: SessionRecord) =>
    (await readRows(server, 'SELECT used_at FROM step_up WHERE session_id = ?', id))[0]?.used_at !== null
  const fail = (session: SessionRecord, error: Error) =>
    assert.rejects(
      withStepUp(server.context, { session, action, transaction: server.context.store.transaction }, () =>
        Promise.reject(error),
      ),
      error,
    )

  test('consumes the signature and returns the wallet that signed', async () => {
    const session = await signed()
    const signer = await withStepUp(
      server.context,
      { session, action, transaction: server.context.store.transaction },
      async (signerId) => signerId,
    )
    assert.deepEqual([signer, await isUsed(session)], [session.wallet.id, true])
  })

  test('keeps the signature when the action was rejected', async () => {
    const session = await signed()
    await fail(session, new AppError('version_conflict'))
    assert.equal(await isUsed(session), false)
  })

  test('consumes the signature when the outcome of the action is unknown', async () => {
    for (const error of [new AppError('db_unavailable'), new Error('broken')]) {
      const session = await signed()
      await fail(session, error)
      assert.equal(await isUsed(session), true)
    }
  })

  test('does not open admin mode', async () => {
    const session = await signed()
    const { now } = server.clock
    for (const closed of [{}, { adminUntil: now }, { adminUntil: now + 1, retiredToken: true }])
      assert.throws(() => requireAdminMode(server.context, { ...session, ...closed }), { code: 'step_up_required' })
    requireAdminMode(server.context, { ...session, adminUntil: now + 1 })
  })
})
