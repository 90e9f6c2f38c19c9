import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSemaphore } from './semaphore.ts'

describe('semaphore', () => {
  /** Something that runs until the test ends it. */
  function work(log: string[], name: string) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const run = async () => {
      log.push(name)
      await promise
    }
    return { run, end: resolve }
  }

  test('run in order and skip work that was aborted while it waited', async () => {
    const turns = createSemaphore({ parallel: 1, maxWaiting: 5 })
    const log: string[] = []
    const [first, second, third] = [work(log, 'first'), work(log, 'second'), work(log, 'third')]
    const leaving = new AbortController()
    const running = turns.take(first.run)
    const left = turns.take(second.run, leaving.signal)
    const last = turns.take(third.run, new AbortController().signal)
    leaving.abort()
    await assert.rejects(left, { code: 'rpc_unavailable' })
    first.end()
    await running
    third.end()
    await last
    assert.deepEqual(log, ['first', 'third'])
    await turns.take(async () => void log.push('free again'))
    assert.equal(log.at(-1), 'free again')
  })

  test('reject work that was aborted before it started, and work beyond the queue limit', async () => {
    const turns = createSemaphore({ parallel: 1, maxWaiting: 1 })
    const log: string[] = []
    await assert.rejects(turns.take(work(log, 'late').run, AbortSignal.abort()), { code: 'rpc_unavailable' })
    const [running, waiting] = [work(log, 'running'), work(log, 'waiting')]
    const both = [turns.take(running.run), turns.take(waiting.run)]
    await assert.rejects(turns.take(work(log, 'more').run), { code: 'rpc_unavailable' })
    running.end()
    waiting.end()
    await Promise.all(both)
    assert.deepEqual(log, ['running', 'waiting'])
  })

  test('ignore a signal that aborts after the work has started', async () => {
    const turns = createSemaphore({ parallel: 1, maxWaiting: 2 })
    const log: string[] = []
    const [first, second] = [work(log, 'first'), work(log, 'second')]
    const signal = new AbortController()
    const one = turns.take(first.run)
    const two = turns.take(second.run, signal.signal)
    first.end()
    await one
    signal.abort()
    second.end()
    await two
    assert.deepEqual(log, ['first', 'second'])
  })
})
