import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRecent } from './recent.ts'

describe('recent values', () => {
  test('are returned once', () => {
    const recent = createRecent<number>(10)
    recent.add('a', 1)
    recent.add('b', 2)
    assert.deepEqual(
      [recent.take('a'), recent.take('a'), recent.take('b'), recent.take('c')],
      [1, undefined, 2, undefined],
    )
  })

  test('are kept until half as many as fit were added after them, and dropped before more do not fit', () => {
    const recent = createRecent<number>(10)
    const names = Array.from({ length: 100 }, (_, index) => `value ${index}`)
    for (const [index, name] of names.entries()) recent.add(name, index)
    const kept = names.filter((name) => recent.take(name) !== undefined)
    assert.ok(kept.length >= 5 && kept.length <= 10, `${kept.length}`)
    assert.deepEqual(kept, names.slice(-kept.length))
  })
})
