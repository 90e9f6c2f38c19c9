import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimLines } from './claim-lines.ts'

test('shows text as it is and other claims as JSON', () => {
  assert.deepEqual(claimLines({ sub: 'abc', email_verified: false, groups: ['staff'], updated_at: 1, name: null }), [
    { claim: 'sub', value: 'abc' },
    { claim: 'email_verified', value: 'false' },
    { claim: 'groups', value: '[\n  "staff"\n]' },
    { claim: 'updated_at', value: '1' },
    { claim: 'name', value: 'null' },
  ])
})
