import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untouched } from './untouched.ts'

test('keeps what was refused until it is touched', () => {
  const refusals = { name: 'Enter a name.', address: 'Enter where it lives.' }
  assert.deepEqual(untouched(refusals, { name: 'Wiki' }), { address: 'Enter where it lives.' })
  assert.deepEqual(untouched(refusals, { address: undefined }), { name: 'Enter a name.' })
  assert.deepEqual(untouched(refusals, {}), refusals)
})
