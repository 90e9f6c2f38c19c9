import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import type { PhoneRequest, PhoneState } from '@countersign/contract/routes/phone.ts'
import { fakeSignal, fakeTimers, settled } from '../../../test/support/fake-page.ts'
import type { EventStream } from './events.ts'
import { followPhoneRequest } from './phone-request.ts'

const ID = 'phr_01JZZZZZZZZZZZZZZZZZZZZZZZ'

type Line = EventStream & { url: string; closed: boolean; dispatch(type: string, data?: unknown): void }

const inState = (state: PhoneState, rest: Partial<PhoneRequest> = {}): PhoneRequest => ({
  id: ID,
  state,
  direct: false,
  triesLeft: 3,
  expiresInMs: 120_000,
  ...rest,
})

/** `answers` are used up in order; the last one repeats. */
function follow(...answers: (PhoneRequest | Error | Promise<PhoneRequest>)[]) {
  const lines: Line[] = []
  const states: PhoneState[] = []
  const timers = fakeTimers()
  const back = fakeSignal()
  let fetches = 0
  const stop = followPhoneRequest(
    {
      open(url) {
        const listeners: [string, (event: { data?: unknown }) => void][] = []
        const line: Line = {
          url,
          closed: false,
          addEventListener: (type, listener) => void listeners.push([type, listener]),
          close() {
            line.closed = true
          },
          dispatch(type, data) {
            for (const [registered, listener] of listeners)
              if (registered === type) listener({ data: JSON.stringify(data) })
          },
        }
        lines.push(line)
        return line
      },
      async fetch() {
        const answer = answers[Math.min(fetches++, answers.length - 1)]
        if (answer === undefined || answer instanceof Error) throw answer
        return answer
      },
      timers,
      onReturn: back.subscribe,
    },
    ID,
    ({ state }) => void states.push(state),
  )
  const last = () => lines.at(-1) ?? assert.fail('no stream was opened')
  return { lines, last, states, timers, back, stop, fetches: () => fetches }
}

test('reports what events say, and does not poll while the stream is open', async () => {
  const { last, states, timers, fetches } = follow(inState('opened'))
  assert.equal(last().url, `/api/phone-requests/${ID}/events`)
  last().dispatch('open')
  await settled()
  last().dispatch('changed', inState('matched'))
  last().dispatch('changed', inState('matched'))
  await timers.advance(60_000)
  assert.deepEqual([states, fetches()], [['opened', 'matched'], 1])
})

test('polls every two seconds until the stream opens', async () => {
  const { states, timers, fetches } = follow(inState('created'), inState('created'), inState('opened'))
  await timers.advance(1999)
  assert.equal(fetches(), 0)
  await timers.advance(4001)
  assert.deepEqual([states, fetches()], [['created', 'opened'], 3])
})

test('polls after the stream failed', async () => {
  const { last, states, timers } = follow(inState('opened'), inState('opened'), inState('matched'))
  last().dispatch('open')
  await settled()
  last().dispatch('error')
  assert.equal(last().closed, true)
  await timers.advance(2000)
  assert.deepEqual(states, ['opened', 'matched'])
})

test('keeps polling after errors', async () => {
  const { states, timers } = follow(new TypeError('offline'), new AppError('internal'), inState('approved'))
  await timers.advance(6000)
  assert.deepEqual(states, ['approved'])
})

test('reports a wrong entry of the digits', async () => {
  const { last, states } = follow(inState('approved'))
  last().dispatch('open')
  await settled()
  last().dispatch('changed', inState('approved', { triesLeft: 2 }))
  assert.deepEqual(states, ['approved', 'approved'])
})

test('ignores an answer that is older than an event', async () => {
  let release = (_: PhoneRequest) => {}
  const held = new Promise<PhoneRequest>((resolve) => {
    release = resolve
  })
  const { last, states } = follow(held)
  last().dispatch('open')
  last().dispatch('changed', inState('approved'))
  release(inState('matched'))
  await settled()
  assert.deepEqual(states, ['approved'])
})

test('stops when the request has ended', async () => {
  for (const state of ['completed', 'declined', 'expired', 'canceled', 'locked'] as const) {
    const { lines, last, states, timers, back, fetches } = follow(inState('approved'))
    last().dispatch('open')
    await settled()
    last().dispatch('changed', inState(state))
    last().dispatch('changed', inState('approved'))
    assert.equal(last().closed, true)
    back.fire()
    await timers.advance(600_000)
    assert.deepEqual([states, fetches(), lines.length], [['approved', state], 1, 1])
  }
})

test('asks again when the request should have expired', async () => {
  const { last, states, timers } = follow(inState('opened', { expiresInMs: 5000 }), inState('expired'))
  last().dispatch('open')
  await timers.advance(5249)
  assert.deepEqual(states, ['opened'])
  await timers.advance(1)
  assert.deepEqual(states, ['opened', 'expired'])
})

test('takes a deleted request for an expired one', async () => {
  const { states, timers, fetches } = follow(new AppError('not_found'))
  await timers.advance(60_000)
  assert.deepEqual([states, fetches()], [['expired'], 1])
})

test('takes the event of a deleted request for its expiry', async () => {
  const { last, states } = follow(inState('opened'))
  last().dispatch('open')
  await settled()
  last().dispatch('changed', { state: 'expired' })
  assert.deepEqual(states, ['opened', 'expired'])
})

test('opens a new stream when the person returns to the page', async () => {
  const { lines, last, states, back } = follow(inState('approved'), inState('completed'))
  last().dispatch('open')
  await settled()
  back.fire()
  assert.deepEqual([lines.length, lines[0]?.closed], [2, true])
  last().dispatch('open')
  await settled()
  assert.deepEqual(states, ['approved', 'completed'])
})

test('reports nothing after stop', async () => {
  const { last, states, timers, back, stop, fetches } = follow(inState('opened'))
  last().dispatch('open')
  stop()
  last().dispatch('changed', inState('matched'))
  back.fire()
  await timers.advance(60_000)
  assert.deepEqual([states, last().closed, fetches()], [[], true, 1])
})
