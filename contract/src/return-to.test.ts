import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RETURN_TO_MAX } from './limits.ts'
import { isReturnTo } from './return-to.ts'
import { createSession } from './schemas/session.ts'

const GOOD = [
  '/',
  '/home',
  '/home?tab=1#x',
  '/apiary',
  '/problems/not_found',
  '/home?next=//evil.example',
  '/a%2Fb',
  '/forward-auth/start?host=a.example',
  '/forward-authority',
  '/x//evil.example',
  '/home ~',
  `/${'a'.repeat(RETURN_TO_MAX - 1)}`,
]

const BAD = [
  '',
  'home',
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/home\\x',
  '/home\0',
  '/home\x1f',
  'x/home',
  '/home\\',
  '/home\x7f',
  ' /home',
  'javascript:alert(1)',
  '/api',
  '/api/session',
  '/x/../api/session',
  '/./api/session',
  '/api?x',
  '/oidc',
  '/oidc/authorize',
  '/forward-auth',
  '/forward-auth/',
  '/forward-auth/start/x',
  `/${'a'.repeat(RETURN_TO_MAX)}`,
]

describe('isReturnTo', () => {
  for (const path of GOOD) test(`accepts ${path.slice(0, 40)}`, () => assert.equal(isReturnTo(path), true))
  for (const path of BAD)
    test(`rejects ${JSON.stringify(path.slice(0, 40))}`, () => assert.equal(isReturnTo(path), false))

  test('is used by the schema of a sign-in', () => {
    const { returnTo } = createSession.body.shape
    assert.equal(returnTo.safeParse('/home').success, true)
    assert.equal(returnTo.safeParse('//evil.example').success, false)
  })
})
