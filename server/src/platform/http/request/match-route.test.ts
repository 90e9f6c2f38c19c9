import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { defineRoute, type Method } from '@countersign/contract/route.ts'
import type { Endpoint } from '../endpoint.ts'
import { matchEndpoints } from '../endpoint.ts'

const call = (method: Method, path: `/${string}`): Endpoint => ({
  route: defineRoute()(`${method} ${path}`),
  serve: async () => undefined,
})

const match = matchEndpoints([
  call('GET', '/api/things'),
  call('POST', '/api/things'),
  call('GET', '/api/things/:id'),
  call('DELETE', '/api/things/:id'),
  call('POST', '/api/things/:id/parts/:part'),
  call('GET', '/api/things/all'),
])

const found = (path: string) => {
  const hit = match(path)
  return hit && [[...hit.methods.keys()], hit.params]
}

describe('route matching', () => {
  test('finds the routes of a path', () => assert.deepEqual(found('/api/things'), [['GET', 'POST'], {}]))
  test('returns the path parameters', () =>
    assert.deepEqual(found('/api/things/x_1/parts/y-2'), [['POST'], { id: 'x_1', part: 'y-2' }]))
  test('prefers a path without parameters', () => assert.deepEqual(found('/api/things/all'), [['GET'], {}]))

  for (const path of [
    '/api',
    '/api/things/',
    '/api/things//parts/y',
    '/api/things/:id',
    '/api/things/a%2fb',
    '/api/things/a.b',
    `/api/things/${'x'.repeat(65)}`,
    '/api/things/a/parts/b/c',
  ])
    test(`finds no route: ${path.slice(0, 40)}`, () => assert.equal(found(path), undefined))
})
