import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTokenName } from '../../host/host-name.ts'
import { HOST_TOKEN_DAYS_MAX } from '../../limits/app-limits.ts'
import * as schemas from '../../schemas/admin/host.ts'
import { createHostToken, deleteHostToken } from './host.ts'

test('isTokenName accepts names that fit a header and rejects the others', () => {
  for (const name of ['ci', 'a', 'Nightly.backup_2-x', 'a'.repeat(32)]) assert.equal(isTokenName(name), true, name)
  for (const name of ['', '-ci', 'ci-', 'c i', 'c,i', 'c:i', 'c\ni', '\u00e9', 'a'.repeat(33)])
    assert.equal(isTokenName(name), false, name)
})

test('routes for tokens are critical actions on the host they name', () => {
  for (const { permission, stepUp } of [createHostToken, deleteHostToken])
    assert.deepEqual([permission, stepUp], ['hosts', { action: 'hosts.tokens', target: ['id'] }])
})

test('createHostToken accepts a name and up to two years', () => {
  const isAccepted = (body: unknown) => schemas.createHostToken.body.safeParse(body).success
  assert.deepEqual(
    [{ name: 'ci' }, { name: 'ci', days: 1 }, { name: 'ci', days: HOST_TOKEN_DAYS_MAX }].map(isAccepted),
    [true, true, true],
  )
  const wrong = [
    {},
    { name: 'ci', days: 0 },
    { name: 'ci', days: 1.5 },
    { name: 'ci', days: HOST_TOKEN_DAYS_MAX + 1 },
    { name: 'ci', x: 1 },
  ]
  assert.deepEqual(
    wrong.map(isAccepted),
    wrong.map(() => false),
  )
})
