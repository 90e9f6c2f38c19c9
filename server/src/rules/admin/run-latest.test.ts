import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { createLatestRunner } from './run-latest.ts'

const isSuperseded = (error: unknown) => error instanceof AppError && error.code === 'rate_limited'

/** Work that ends when the test says so. */
function createWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let signal: AbortSignal | undefined
  const work = (given: AbortSignal) => {
    signal = given
    return promise
  }
  return { work, resolve, reject, isAborted: () => signal?.aborted }
}

describe('createLatestRunner', () => {
  test('aborts earlier work of the same key', async () => {
    const run = createLatestRunner()
    const [first, second] = [createWork(), createWork()]
    const earlier = run('a', first.work)
    const later = run('a', second.work)
    assert.deepEqual([first.isAborted(), second.isAborted()], [true, false])
    first.resolve('partial')
    second.resolve('whole')
    await assert.rejects(earlier, isSuperseded)
    assert.equal(await later, 'whole')
  })

  test('reports earlier work that failed because of the abort as superseded', async () => {
    const run = createLatestRunner()
    const [first, second] = [createWork(), createWork()]
    const earlier = run('a', first.work)
    const later = run('a', second.work)
    first.reject(new Error('aborted'))
    second.resolve('whole')
    await assert.rejects(earlier, isSuperseded)
    await later
  })

  test('leaves work of other keys and later work alone', async () => {
    const run = createLatestRunner()
    const [first, other, third] = [createWork(), createWork(), createWork()]
    const running = [run('a', first.work), run('b', other.work)]
    assert.equal(first.isAborted(), false)
    first.resolve('one')
    other.resolve('two')
    assert.deepEqual(await Promise.all(running), ['one', 'two'])
    const next = run('a', third.work)
    third.reject(new Error('broken'))
    await assert.rejects(next, /broken/)
  })
})
