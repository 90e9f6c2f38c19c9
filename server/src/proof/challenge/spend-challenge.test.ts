import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { REPEAT_WINDOW_MS, SPENT_CHALLENGE_KEPT_MS } from '@countersign/contract/limits.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import type { Context } from '../../context.ts'
import { evm } from '../evm/family.ts'
import type { Claim } from './challenge.ts'
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
  function newClaim(): Claim {
    const nonce = `nonce${++nonces}`
    const challenge = { id: `chl_${nonce}`, nonce, expiresAt: new Date(EXPIRES).toISOString() }
    return { challenge, text: 'text', signature: `0x${'ab'.repeat(65)}`, family: evm } as Claim // the rest is not looked at
  }

  async function spend(): Promise<Claim> {
    const claim = newClaim()
    await spendChallenge(at(START), store(), { proven: { claim, count }, sessionId: 'ses_1' })
    return claim
  }

  test('is spent for every proof, and no other challenge is', async () => {
    const claim = await spend()
    assert.equal(counted, 1)
    const other = { ...claim, text: 'other text' }
    for (const each of [claim, other]) {
      await assert.rejects(requireUnspent(store(), each), { code: 'challenge_used' })
      const earlier: number = counted
      const again = { proven: { claim: each, count }, sessionId: 'ses_2' }
      await assert.rejects(spendChallenge(at(START), store(), again), { code: 'challenge_used' })
      assert.equal(counted, earlier)
    }
    await requireUnspent(store(), newClaim())
  })

  test('is found by the same proof for a moment', async () => {
    const claim = await spend()
    for (const now of [START, START + REPEAT_WINDOW_MS])
      assert.equal((await findSpentByProof(at(now), store(), claim))?.sessionId, 'ses_1')
    assert.equal(await findSpentByProof(at(START + REPEAT_WINDOW_MS + 1), store(), claim), undefined)
    for (const other of [{ ...claim, text: 'other text' }, { ...claim, signature: `0x${'cd'.repeat(65)}` }, newClaim()])
      assert.equal(await findSpentByProof(at(START), store(), other), undefined)
  })

  test('is repeated only for its idempotency key and its session', async () => {
    const claim = await spend()
    const { id: key } = claim.challenge
    const find = (repeated: { claim: Claim; sessionId: string; key: string | undefined }) =>
      findRepeated(at(START), store(), repeated)
    assert.equal((await find({ claim, sessionId: 'ses_1', key }))?.sessionId, 'ses_1')
    assert.equal(await find({ claim, sessionId: 'ses_2', key }), undefined)
    assert.equal(await find({ claim, sessionId: 'ses_1', key: undefined }), undefined)
    assert.equal(await find({ claim, sessionId: 'ses_1', key: 'chl_other' }), undefined)
    const unspent = newClaim()
    assert.equal(await find({ claim: unspent, sessionId: 'ses_1', key: unspent.challenge.id }), undefined)
  })

  test('is kept long after it expired', async () => {
    const claim = await spend()
    const removedAfter = EXPIRES + SPENT_CHALLENGE_KEPT_MS
    await purgeSpentChallenges(at(removedAfter), store())
    await assert.rejects(requireUnspent(store(), claim), { code: 'challenge_used' })
    await purgeSpentChallenges(at(removedAfter + 1), store())
    await requireUnspent(store(), claim)
  })
})
