import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RuleOutcome } from '@countersign/contract/rule/rule.ts'
import { createCheckQueue } from './check-queue.ts'

type Batch = { groupId: string; personIds: readonly string[]; end: (outcome: RuleOutcome | Error) => void }

function openQueue() {
  const batches: Batch[] = []
  const queue = createCheckQueue((groupId, personIds) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, RuleOutcome>>()
    const end = (outcome: RuleOutcome | Error) =>
      outcome instanceof Error ? reject(outcome) : resolve(new Map(personIds.map((id) => [id, outcome])))
    batches.push({ groupId, personIds, end })
    return promise
  })
  return { queue, batches, sizes: () => batches.map(({ personIds }) => personIds.length) }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('createCheckQueue', () => {
  test('checks a person once for all who wait, and again afterwards', async () => {
    const { queue, batches } = openQueue()
    const waiting = [queue.check('a', 'g'), queue.check('a', 'g')]
    await nextTurn()
    assert.equal(batches.length, 1)
    batches[0]?.end('yes')
    assert.deepEqual(await Promise.all(waiting), ['yes', 'yes'])
    void queue.check('a', 'g')
    await nextTurn()
    assert.equal(batches.length, 2)
  })

  test('checks people of the same moment together, and each group for itself', async () => {
    const { queue, batches } = openQueue()
    for (const personId of ['a', 'b', 'c']) void queue.check(personId, 'g')
    void queue.check('a', 'h')
    await nextTurn()
    assert.deepEqual(
      batches.map(({ groupId, personIds }) => [groupId, personIds]),
      [
        ['g', ['a', 'b', 'c']],
        ['h', ['a']],
      ],
    )
  })

  test('runs few checks of a group at a time, and puts those who wait into the next', async () => {
    const { queue, batches, sizes } = openQueue()
    for (let count = 0; count < 4; count++) {
      void queue.check(`first-${count}`, 'g')
      await nextTurn()
    }
    const later = Array.from({ length: 150 }, (_, index) => queue.check(`later-${index}`, 'g'))
    await nextTurn()
    assert.deepEqual(sizes(), [1, 1, 1, 1])
    batches[0]?.end('no')
    await nextTurn()
    assert.deepEqual(sizes(), [1, 1, 1, 1, 100])
    batches[1]?.end('no')
    await nextTurn()
    assert.deepEqual(sizes(), [1, 1, 1, 1, 100, 50])
    for (const { end } of batches) end('yes')
    assert.deepEqual(new Set(await Promise.all(later)), new Set(['yes']))
  })

  test('is unknown for everyone in a check that fails, and goes on', async () => {
    const { queue, batches } = openQueue()
    const waiting = [queue.check('a', 'g'), queue.check('b', 'g')]
    await nextTurn()
    batches[0]?.end(new Error('broken'))
    assert.deepEqual(await Promise.all(waiting), ['unknown', 'unknown'])
    const again = queue.check('a', 'g')
    await nextTurn()
    batches[1]?.end('no')
    assert.equal(await again, 'no')
  })
})
