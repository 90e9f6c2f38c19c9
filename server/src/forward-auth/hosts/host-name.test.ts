import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isCanonicalHost, isOwnHost, isSecureHost, originOf } from './host-name.ts'

describe('originOf', () => {
  test('is http on loopback and https everywhere else', () => {
    assert.equal(originOf('localhost:3000'), 'http://localhost:3000')
    assert.equal(originOf('wiki.example:8443'), 'https://wiki.example:8443')
  })
})

describe('isSecureHost', () => {
  test('is false on loopback only', () => {
    assert.deepEqual(['localhost', '127.0.0.1', 'wiki.example'].map(isSecureHost), [false, false, true])
  })
})

describe('isCanonicalHost', () => {
  test('accepts a host as a browser writes it', () => {
    for (const host of ['wiki.example', 'wiki.example:8443', 'localhost:3000', '192.0.2.1', 'localhost:443'])
      assert.equal(isCanonicalHost(host), true, host)
  })

  test('rejects default ports, other spellings of an address and what is not a host', () => {
    for (const host of [
      'wiki.example:443',
      'localhost:80',
      '0x7f.1',
      '192.0.2.1.',
      '256.0.0.1',
      'wiki.example:99999',
      '',
    ])
      assert.equal(isCanonicalHost(host), false, host)
  })
})

describe('isOwnHost', () => {
  test('is true for our own host at any port', () => {
    assert.equal(isOwnHost('id.example', 'id.example'), true)
    assert.equal(isOwnHost('id.example:8443', 'id.example'), true)
    assert.equal(isOwnHost('id.example', 'id.example:8443'), true)
    assert.equal(isOwnHost('id.example:1', 'id.example:65535'), true)
  })

  test('is false for other hosts', () => {
    for (const host of ['wiki.example', 'id.example.evil.example', 'a.id.example', 'id.example:x', 'id:1.example'])
      assert.equal(isOwnHost(host, 'id.example'), false, host)
    assert.equal(isOwnHost('id:1.example', 'id.example'), false)
  })

  test('compares ports on loopback', () => {
    assert.equal(isOwnHost('localhost:3000', 'localhost:3000'), true)
    assert.equal(isOwnHost('localhost:3001', 'localhost:3000'), false)
  })
})
