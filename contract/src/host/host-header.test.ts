import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { HEADERS_PER_HOST } from '../limits/app-limits.ts'
import { hostHeadersSchema } from '../schemas/admin/host.ts'
import { isHeaderName, standardHeaders } from './host-header.ts'

describe('isHeaderName', () => {
  test('accepts names that software reads an identity from', () => {
    for (const name of ['X-WEBAUTH-USER', 'Remote-Email', 'X-Auth-Request-User', 'Auth-User', 'X-a-b-c-d-e', 'User'])
      assert.equal(isHeaderName(name), true, name)
  })

  test('rejects headers that HTTP, proxies or Countersign itself give a meaning', () => {
    const hopByHop = [
      'Connection',
      'Keep-Alive',
      'TE',
      'Trailer',
      'Transfer-Encoding',
      'Upgrade',
      'Proxy-Authorization',
    ]
    const request = [
      'Host',
      'cookie',
      'COOKIE',
      'Authorization',
      'Origin',
      'Forwarded',
      'X-Forwarded-For',
      'x-forwarded-user',
    ]
    const answer = [
      'Set-Cookie',
      'Location',
      'Content-Length',
      'Content-Type',
      'content-x',
      'Cache-Control',
      'WWW-Authenticate',
    ]
    const own = [
      ...standardHeaders.map(({ header }) => header),
      'remote-user',
      'X-Countersign-Anything',
      'X-Original-URL',
    ]
    const override = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', 'X-Rewrite-URL']
    for (const name of [...hopByHop, ...request, ...answer, ...own, ...override, 'X-Real-IP'])
      assert.equal(isHeaderName(name), false, name)
  })

  test('rejects what is not a plain name', () => {
    for (const name of [
      '',
      'X_User',
      'X User',
      'X-User:',
      'X-\u00dcser',
      '-X',
      'X-',
      'X--Y',
      '1-X',
      'X\r\nY',
      'X-$user',
      'a-b-c-d-e-f-g',
      'x'.repeat(65),
    ])
      assert.equal(isHeaderName(name), false, name)
  })
})

describe('hostHeadersSchema', () => {
  test('accepts ten headers, each once in any case', () => {
    const headers = Array.from({ length: HEADERS_PER_HOST }, (_, index) => ({ header: `X-User-${index}`, value: 'id' }))
    assert.equal(hostHeadersSchema.safeParse(headers).success, true)
    assert.equal(hostHeadersSchema.safeParse([...headers, { header: 'X-More', value: 'id' }]).success, false)
    const twice = [
      { header: 'X-User', value: 'id' },
      { header: 'x-user', value: 'name' },
    ]
    assert.equal(hostHeadersSchema.safeParse(twice).success, false)
    assert.equal(hostHeadersSchema.safeParse([{ header: 'X-User', value: 'email' }]).success, false)
  })
})
