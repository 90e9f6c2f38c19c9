import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeSignal, fakeTimers, settled } from '../../../test/support/fake-page.ts'
import { type EventStream, followEvents } from './events.ts'

type Line = EventStream & { url: string; closed: boolean; dispatch(type: string, data?: unknown): void }

function follow() {
  const lines: Line[] = []
  const did: string[] = []
  const timers = fakeTimers()
  const back = fakeSignal()
  const hidden = fakeSignal()
  const stop = followEvents({
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
    timers,
    onReturn: back.subscribe,
    onHide: hidden.subscribe,
    async checkSession(reason) {
      did.push(reason === undefined ? 'check' : `check: ${reason}`)
    },
    async onChanged() {
      did.push('changed')
    },
  })
  const last = () => lines.at(-1) ?? assert.fail('no line was opened')
  return { lines, did, timers, back, hidden, stop, last }
}

test('checks immediately when the session was ended on another device', async () => {
  const { last, did } = follow()
  assert.equal(last().url, '/api/events')
  last().dispatch('open')
  last().dispatch('session.ended', { reason: 'revoked_self' })
  await settled()
  assert.deepEqual(did, ['check: revoked_self'])
})

test('checks a second after a sign-out in this browser, which the other tab reports itself', async () => {
  const { last, did, timers } = follow()
  last().dispatch('open')
  last().dispatch('session.ended', { reason: 'signed_out' })
  await timers.advance(999)
  assert.deepEqual(did, [])
  await timers.advance(1)
  assert.deepEqual(did, ['check: signed_out'])
})

test('reloads data on me.changed', async () => {
  const { last, did } = follow()
  last().dispatch('open')
  last().dispatch('me.changed', {})
  await settled()
  assert.deepEqual(did, ['changed'])
})

test('reopens a broken stream with growing delays, then reloads data', async () => {
  const { lines, last, did, timers } = follow()
  last().dispatch('open')
  last().dispatch('error')
  assert.equal(lines[0]?.closed, true)
  await timers.advance(999)
  assert.equal(lines.length, 1)
  await timers.advance(1)
  assert.equal(lines.length, 2)
  last().dispatch('error')
  await timers.advance(1999)
  assert.equal(lines.length, 2)
  await timers.advance(1)
  assert.equal(lines.length, 3)
  last().dispatch('open')
  await settled()
  assert.deepEqual(did, ['check', 'changed'])
})

test('waits at most a minute between attempts', async () => {
  const { lines, last, timers } = follow()
  for (let times = 0; times < 20; times++) {
    last().dispatch('error')
    await timers.advance(60_000)
  }
  assert.equal(lines.length, 21)
})

test('closes the stream while the page is hidden, and reopens it on return', async () => {
  const { lines, last, did, back, hidden } = follow()
  last().dispatch('open')
  hidden.fire()
  assert.equal(last().closed, true)
  last().dispatch('me.changed', {})
  back.fire()
  assert.equal(lines.length, 2)
  last().dispatch('open')
  await settled()
  assert.deepEqual(did, ['changed'])
  back.fire()
  assert.equal(lines.length, 2)
})

test('does not reopen after stop', async () => {
  const { lines, last, timers, back, stop } = follow()
  last().dispatch('error')
  stop()
  back.fire()
  await timers.advance(120_000)
  assert.equal(lines.length, 1)
})
