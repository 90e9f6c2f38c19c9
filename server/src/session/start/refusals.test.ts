import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { countRows } from '../../../../test/support/database/rows.ts'
import { newAccount, prove } from '../../../../test/support/server/http-browser.ts'
import { addPerson } from '../../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import type { Identity } from '../../accounts/wallet/identify-wallet.ts'
import { recordRefusal } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { issueChallenge, readSignedMessage } from '../../proof/challenge/challenge.ts'
import { verifySignedMessage } from '../../proof/challenge/verify-signed-message.ts'
import { readInstance } from '../../settings/read-settings.ts'
import { findSessionById } from '../session.store.ts'
import { repeatStepUp, stepUpSession } from '../step-up/step-up.ts'
import { startSession } from './start-session.ts'

const source = { ip: '192.0.2.1', device: 'Firefox' }

forDefaultEngine('proofs', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  /** Signed by a key, without an action. */
  async function messageFor(purpose: 'sign_in' | 'step_up') {
    const request = { purpose, browser: 'cookie', instanceName: 'Countersign' }
    const proof = await prove(issueChallenge(server.context, request), newAccount())
    return { proof, signed: await readSignedMessage(server.context, { proof, purpose, browser: 'cookie' }) }
  }

  async function sessionOf() {
    const { sessionId } = await addPerson(server)
    const session = await findSessionById(server.context.store, sessionId)
    assert.ok(session)
    return session
  }

  test('for a step-up without an action are rejected', async () => {
    const { signed } = await messageFor('step_up')
    const stepUp = { signed, session: await sessionOf(), token: '', source, network: 'net' }
    await assert.rejects(stepUpSession(server.context, stepUp), { code: 'purpose_not_allowed' })
  })

  test('that were never used cannot be repeated', async () => {
    const { signed } = await messageFor('step_up')
    await assert.rejects(repeatStepUp(server.context, { signed, session: await sessionOf(), token: '' }), {
      code: 'challenge_used',
    })
  })

  test('by a person who is being deleted start no session', async () => {
    const { signed, proof } = await messageFor('sign_in')
    const rows = await countRows(server)
    const identify = async () => ({ person: { status: 'deleting' } }) as Identity // looked at no further
    const verified = await verifySignedMessage(server.context, { signed, network: 'net' })
    const start = { verified, proof, keep: true, source, replaces: undefined, identify }
    const more = { cookie: { value: 'x', fresh: true }, instance: await readInstance(server.context) }
    await assert.rejects(startSession(server.context, { ...start, ...more }), { code: 'person_deleting' })
    assert.deepEqual(await countRows(server), rows)
  })
})

describe('recordRefusal', () => {
  function recordedFor(error: unknown): number {
    let recorded = 0
    const background = { run: () => void recorded++ }
    recordRefusal({ background } as unknown as Context, error, { kind: 'step_up.refused', source })
    return recorded
  }

  test('records what was denied to the person', () => {
    for (const code of ['signature_invalid', 'wallet_not_yours', 'challenge_used'] as const)
      assert.equal(recordedFor(new AppError(code)), 1, code)
  })

  test('records no internal error and no rate-limited request', () => {
    for (const code of ['internal', 'rpc_unavailable', 'rate_limited'] as const)
      assert.equal(recordedFor(new AppError(code)), 0, code)
    assert.equal(recordedFor(new Error('broken')), 0)
    assert.equal(recordedFor(Object.assign(new Error('broken'), { status: 403, code: 'forbidden' })), 0)
  })
})
