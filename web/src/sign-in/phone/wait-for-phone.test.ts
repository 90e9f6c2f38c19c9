import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import type { PhoneRequest, RedeemedPhoneRequest } from '@countersign/contract/routes/phone.ts'
import { fakeSignal, fakeTimers, settled } from '../../../../test/support/fake-page.ts'
import { ConnectionError } from '../../api/connection-error.ts'
import { type PhoneWaitEnv, waitForPhone } from './wait-for-phone.ts'

const MINUTE = 60_000
const redeemed = { proof: 'the proof', challenge: 'the challenge' } as unknown as RedeemedPhoneRequest // content not read

const request = (n: number, changes: Partial<PhoneRequest> = {}): PhoneRequest => ({
  id: `phr_${n}`,
  state: 'created',
  direct: false,
  triesLeft: 3,
  expiresInMs: 3 * MINUTE,
  ...changes,
})

type Change = (request: PhoneRequest) => void

/** A server with one answer per call; without one, it redeems. */
function openPhone(script: { create?: (() => Promise<void>)[]; redeem?: (() => Promise<void>)[] } = {}) {
  const timers = fakeTimers()
  const calls: string[] = []
  const followed = new Map<string, Change>()
  const received: unknown[] = []
  const problems: string[] = []
  const server = { isFresh: true }
  const left = fakeSignal()
  let created = 0
  const env: PhoneWaitEnv = {
    timers,
    async create() {
      calls.push('create')
      const n = ++created
      await script.create?.shift()?.()
      return { request: request(n), code: 'BCDFGHJK', number: `4${n}` }
    },
    follow(id, onChange) {
      followed.set(id, onChange)
      return () => void followed.delete(id)
    },
    async redeem(id, digits) {
      calls.push(`redeem ${id} ${digits ?? 'directly'}`)
      await script.redeem?.shift()?.()
      return redeemed
    },
    async cancel(id) {
      calls.push(`cancel ${id}`)
    },
    onLeave: left.subscribe,
    onRedeemed(...args) {
      received.push(args)
      return server.isFresh
    },
    onFailed: ({ code }) => void problems.push(code),
  }
  const phone = waitForPhone(env)
  const change = async (changes: Partial<PhoneRequest>, n = created) => {
    followed.get(`phr_${n}`)?.(request(n, changes))
    await settled()
  }
  return { phone, timers, calls, followed, received, problems, server, left, change }
}

async function waitingPhone(script?: Parameters<typeof openPhone>[0]) {
  const opened = openPhone(script)
  opened.phone.start()
  await settled()
  return opened
}

const fails = (error: Error) => () => Promise.reject(error)

describe('the code', () => {
  test('is shown with its number until the phone opens it and is told the number', async () => {
    const { phone, timers, change } = await waitingPhone()
    const startedAt = timers.now()
    const shown = { id: 'phr_1', code: 'BCDFGHJK', number: '41', startedAt, endsAt: startedAt + 3 * MINUTE }
    assert.deepEqual(phone.getWait(), { status: 'waiting', run: 1, shown, step: 'created' })
    await timers.advance(MINUTE)
    await change({ state: 'opened', expiresInMs: 4 * MINUTE })
    const opened = { ...shown, endsAt: startedAt + 5 * MINUTE }
    assert.deepEqual(phone.getWait(), { status: 'waiting', run: 1, shown: opened, step: 'opened' })
    await change({ state: 'matched', expiresInMs: 4 * MINUTE })
    assert.deepEqual(phone.getWait(), { status: 'waiting', run: 1, shown: opened, step: 'matched' })
  })

  test('expires, and is renewed', async () => {
    const { phone, change, followed, calls } = await waitingPhone()
    await change({ state: 'expired' })
    assert.deepEqual(phone.getWait(), { status: 'ended', run: 1, reason: 'expired' })
    assert.equal(followed.size, 0)
    phone.retry()
    assert.deepEqual(phone.getWait(), { status: 'creating', run: 2 })
    await settled()
    const wait = phone.getWait()
    assert.equal(wait.status === 'waiting' && wait.shown.number, '42')
    assert.deepEqual(calls, ['create', 'create'])
  })

  test('expires without an event when the server cannot be reached', async () => {
    const { phone, timers, calls, change, followed } = await waitingPhone()
    await timers.advance(2 * MINUTE)
    await change({ state: 'opened', expiresInMs: 2 * MINUTE })
    await timers.advance(2 * MINUTE)
    assert.equal(phone.getWait().status, 'waiting')
    await timers.advance(5000)
    assert.deepEqual(phone.getWait(), { status: 'ended', run: 1, reason: 'expired' })
    assert.deepEqual(calls, ['create', 'cancel phr_1'])
    assert.equal(followed.size, 0)
  })

  test('that cannot be created is reported', async () => {
    const { problems, calls, phone } = await waitingPhone({ create: [fails(new AppError('phone_off'))] })
    assert.deepEqual(problems, ['phone_off'])
    phone.stop()
    assert.deepEqual(calls, ['create'])
  })

  test('that was declined, locked or opened from too many networks is not followed any longer', async () => {
    for (const [state, reason] of [
      ['declined', 'declined'],
      ['locked', 'locked'],
      ['canceled', 'networks'],
    ] as const) {
      const { phone, change, followed } = await waitingPhone()
      await change({ state })
      assert.deepEqual(phone.getWait(), { status: 'ended', run: 1, reason })
      assert.equal(followed.size, 0)
    }
  })
})

describe('the proof', () => {
  test('is fetched immediately without digits', async () => {
    const { phone, change, received, calls, timers } = await waitingPhone()
    await timers.advance(MINUTE)
    await change({ state: 'approved', direct: true })
    assert.deepEqual(phone.getWait(), { status: 'redeemed', run: 1 })
    assert.deepEqual(received, [[redeemed, timers.now() - MINUTE]])
    phone.stop()
    assert.deepEqual(calls, ['create', 'redeem phr_1 directly'])
  })

  test('is fetched with digits, and wrong ones leave fewer tries', async () => {
    const wrong = fails(new AppError('phone_digits_wrong'))
    const { phone, change, calls } = await waitingPhone({ redeem: [wrong] })
    await change({ state: 'approved' })
    phone.sendDigits('111111')
    // A second click, and the server's event before its answer.
    phone.sendDigits('111111')
    await change({ state: 'approved', triesLeft: 2 })
    const wait = phone.getWait()
    assert.deepEqual(wait.status === 'digits' && [wait.triesLeft, wait.problem?.code], [2, 'phone_digits_wrong'])
    phone.sendDigits('123456')
    await settled()
    assert.equal(phone.getWait().status, 'redeemed')
    assert.deepEqual(calls, ['create', 'redeem phr_1 111111', 'redeem phr_1 123456'])
  })

  test('has the fewest tries that an answer or an event has left', async () => {
    const { promise, reject } = Promise.withResolvers<void>()
    const { phone, change, timers } = await waitingPhone({ redeem: [() => promise] })
    await change({ state: 'approved', triesLeft: 3 })
    phone.sendDigits('111111')
    await change({ state: 'approved', triesLeft: 1, expiresInMs: MINUTE })
    reject(new AppError('phone_digits_wrong'))
    await settled()
    const wait = phone.getWait()
    assert.deepEqual(wait.status === 'digits' && [wait.triesLeft, wait.shown.endsAt], [1, timers.now() + MINUTE])
    await change({ state: 'approved', triesLeft: 2 })
    const later = phone.getWait()
    assert.equal(later.status === 'digits' && later.triesLeft, 1)
  })

  test('is locked after the last wrong digits', async () => {
    const { phone, change, received } = await waitingPhone({ redeem: [fails(new AppError('phone_locked'))] })
    await change({ state: 'approved', triesLeft: 1 })
    phone.sendDigits('111111')
    await settled()
    assert.deepEqual(phone.getWait(), { status: 'ended', run: 1, reason: 'locked' })
    assert.deepEqual(received, [])
  })

  test('is fetched again when the answer is lost', async () => {
    const lost = fails(new ConnectionError('server/unreachable'))
    const { phone, change, timers, calls, received } = await waitingPhone({ redeem: [lost, lost, lost] })
    await change({ state: 'approved', direct: true })
    await timers.advance(1000)
    assert.equal(phone.getWait().status, 'not_redeemed')
    await change({ state: 'completed' })
    phone.retry()
    await timers.advance(1000)
    assert.equal(phone.getWait().status, 'redeemed')
    assert.equal(received.length, 1)
    assert.deepEqual(calls, ['create', ...Array(4).fill('redeem phr_1 directly')])
  })

  test('keeps the tries when the answer to digits is lost', async () => {
    const { phone, change } = await waitingPhone({ redeem: [fails(new ConnectionError('server/unreachable'))] })
    await change({ state: 'approved' })
    phone.sendDigits('123456')
    await settled()
    const wait = phone.getWait()
    assert.deepEqual(wait.status === 'digits' && [wait.triesLeft, wait.problem?.code], [3, 'server/unreachable'])
    await change({ state: 'completed' })
    phone.sendDigits('123456')
    await settled()
    assert.equal(phone.getWait().status, 'redeemed')
  })

  test('that the server refuses is reported', async () => {
    const { phone, change, problems, received } = await waitingPhone({
      redeem: [fails(new AppError('phone_not_allowed'))],
    })
    await change({ state: 'approved' })
    phone.sendDigits('123456')
    await settled()
    assert.deepEqual([problems, received], [['phone_not_allowed'], []])
  })

  test('whose challenge has expired ends the request', async () => {
    const { phone, change, server } = await waitingPhone()
    server.isFresh = false
    await change({ state: 'approved', direct: true })
    assert.deepEqual(phone.getWait(), { status: 'ended', run: 1, reason: 'expired' })
  })
})

describe('leaving', () => {
  test('cancels the request', async () => {
    const { phone, calls, followed } = await waitingPhone()
    phone.stop()
    assert.deepEqual(calls, ['create', 'cancel phr_1'])
    assert.equal(followed.size, 0)
  })

  test('cancels a request whose creation is answered later', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { phone, calls, followed } = openPhone({ create: [() => promise] })
    phone.start()
    phone.stop()
    resolve()
    await settled()
    assert.deepEqual(calls, ['create', 'cancel phr_1'])
    assert.equal(followed.size, 0)
  })

  test('for another page cancels the request, and drops its proof', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { phone, change, left, calls, received, followed } = await waitingPhone({ redeem: [() => promise] })
    await change({ state: 'approved', direct: true })
    left.fire()
    resolve()
    await settled()
    assert.deepEqual(phone.getWait(), { status: 'ended', run: 1, reason: 'expired' })
    assert.deepEqual(calls, ['create', 'redeem phr_1 directly', 'cancel phr_1'])
    assert.deepEqual([received, followed.size], [[], 0])
    phone.stop()
    left.fire()
    assert.equal(calls.length, 3)
  })

  test('drops a proof that arrives later', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { phone, change, received } = await waitingPhone({ redeem: [() => promise] })
    await change({ state: 'approved', direct: true })
    phone.stop()
    resolve()
    await settled()
    assert.deepEqual(received, [])
  })
})

test('ignores late events of an earlier request', async () => {
  const { phone, change, followed } = await waitingPhone()
  const late = followed.get('phr_1')
  await change({ state: 'declined' })
  phone.retry()
  await settled()
  late?.(request(1, { state: 'approved', direct: true }))
  await settled()
  const wait = phone.getWait()
  assert.deepEqual(wait.status === 'waiting' && [wait.shown.id, wait.step], ['phr_2', 'created'])
})
