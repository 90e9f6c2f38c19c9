import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { REPEAT_WINDOW_MS, SPENT_CHALLENGE_KEPT_MS } from '@countersign/contract/limits.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import type { Context } from '../../context.ts'
import { evm } from '../evm/family.ts'
import type { SignedMessage } from './challenge.ts'
import {
  findRepeated,
  findSpentByProof,
  purgeSpentChallenges,
  requireUnspent,
  spendChallenge,
} from './spend-challenge.ts'

const START = Date.parse('2026-11-15T10:00:00.000Z')
const EXPIRES = START + 600_000

forDefaultEngine('a spent challenge', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  const store = () => server.context.store
  const at = (now: number): Context => ({ ...server.context, now: () => now })

  let nonces = 0
  let counted = 0
  const count = () => void counted++
  function newProof(): SignedMessage {
    const nonce = `nonce${++nonces}`
    const challenge = { id: `chl_${nonce}`, nonce, expiresAt: new Date(EXPIRES).toISOString() }
    return { challenge, text: 'text', signature: `0x${'ab'.repeat(65)}`, family: evm } as SignedMessage // the rest is not looked at
  }

  async function spend(): Promise<SignedMessage> {
    const signed = newProof()
    await spendChallenge(at(START), store(), { verified: { signed, count }, sessionId: 'ses_1' })
    return signed
  }

  test('is spent for every proof, and no other challenge is', async () => {
    const signed = await spend()
    assert.equal(counted, 1)
    const other = { ...signed, text: 'other text' }
    for (const each of [signed, other]) {
      await assert.rejects(requireUnspent(store(), each), { code: 'challenge_used' })
      const earlier: number = counted
      const again = { verified: { signed: each, count }, sessionId: 'ses_2' }
      await assert.rejects(spendChallenge(at(START), store(), again), { code: 'challenge_used' })
      assert.equal(counted, earlier)
    }
    await requireUnspent(store(), newProof())
  })

  test('is found by the same proof for a moment', async () => {
    const signed = await spend()
    for (const now of [START, START + REPEAT_WINDOW_MS])
      assert.equal((await findSpentByProof(at(now), store(), signed))?.sessionId, 'ses_1')
    assert.equal(await findSpentByProof(at(START + REPEAT_WINDOW_MS + 1), store(), signed), undefined)
    for (const other of [
      { ...signed, text: 'other text' },
      { ...signed, signature: `0x${'cd'.repeat(65)}` },
      newProof(),
    ])
      assert.equal(await findSpentByProof(at(START), store(), other), undefined)
  })

  test('is repeated only for its idempotency key and its session', async () => {
    const signed = await spend()
    const { id: key } = signed.challenge
    const find = (repeated: { signed: SignedMessage; sessionId: string; key: string | undefined }) =>
      findRepeated(at(START), store(), repeated)
    assert.equal((await find({ signed, sessionId: 'ses_1', key }))?.sessionId, 'ses_1')
    assert.equal(await find({ signed, sessionId: 'ses_2', key }), undefined)
    assert.equal(await find({ signed, sessionId: 'ses_1', key: undefined }), undefined)
    assert.equal(await find({ signed, sessionId: 'ses_1', key: 'chl_other' }), undefined)
    const unspent = newProof()
    assert.equal(await find({ signed: unspent, sessionId: 'ses_1', key: unspent.challenge.id }), undefined)
  })

  test('is kept long after it expired', async () => {
    const signed = await spend()
    const removedAfter = EXPIRES + SPENT_CHALLENGE_KEPT_MS
    await purgeSpentChallenges(at(removedAfter), store())
    await assert.rejects(requireUnspent(store(), signed), { code: 'challenge_used' })
    await purgeSpentChallenges(at(removedAfter + 1), store())
    await requireUnspent(store(), signed)
  })
})
