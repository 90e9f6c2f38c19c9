import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addRow, moveRow, rowsOf } from './rows.ts'

const letters = rowsOf(['a', 'b', 'c'])

test('moves rows with their keys, within the list only', () => {
  assert.deepEqual(
    moveRow(letters, 0, 1).map(({ key, item }) => `${key}${item}`),
    ['1b', '0a', '2c'],
  )
  assert.deepEqual(moveRow(letters, 0, -1), letters)
  assert.deepEqual(moveRow(letters, 2, 3), letters)
})

test('gives a new row a key that no other row has', () => {
  assert.deepEqual(addRow([], 'a'), [{ key: 0, item: 'a' }])
  assert.equal(addRow(moveRow(letters, 0, 2), 'd').at(-1)?.key, 3)
})
