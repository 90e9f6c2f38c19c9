import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { describe, test } from 'node:test'
import { isRedirectTarget, readRequest } from './read-request.ts'

const forwarded = (more: Record<string, string | undefined> = {}) =>
  Object.fromEntries(
    Object.entries({
      'x-forwarded-method': 'GET',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'a.example',
      'x-forwarded-uri': '/',
      ...more,
    }).filter(([, value]) => value !== undefined),
  )
const original = (url: string, more: Record<string, string> = {}) => ({
  'x-original-url': url,
  'x-original-method': 'GET',
  ...more,
})

describe('readRequest', () => {
  test('reads the headers of Caddy and Traefik', () => {
    assert.deepEqual(readRequest(forwarded({ 'x-forwarded-method': 'POST', 'x-forwarded-uri': '/a/b?c=%2F..%00' })), {
      method: 'POST',
      host: 'a.example',
      path: '/a/b',
      target: '/a/b?c=%2F..%00',
      viaNginx: false,
    })
  })

  test('reads the headers of nginx', () => {
    assert.deepEqual(readRequest(original('https://a.example:8443/x?y', { 'x-forwarded-for': '1.2.3.4' })), {
      method: 'GET',
      host: 'a.example:8443',
      path: '/x',
      target: '/x?y',
      viaNginx: true,
    })
  })

  const conflicting: [string, Record<string, string>][] = [
    ['an additional x-forwarded-host', original('https://a.example/', { 'x-forwarded-host': 'a.example' })],
    ['an additional x-forwarded-uri', original('https://a.example/', { 'x-forwarded-uri': '/' })],
    ['an additional x-forwarded-method', original('https://a.example/', { 'x-forwarded-method': 'GET' })],
    ['both kinds', { ...forwarded(), ...original('https://a.example/') }],
    ['an additional x-original-method', { ...forwarded(), 'x-original-method': 'GET' }],
  ]
  for (const [title, headers] of conflicting)
    test(`rejects ${title}`, () => assert.equal(readRequest(headers), undefined))

  for (const name of ['method', 'proto', 'host', 'uri'])
    test(`rejects a request without ${name}`, () =>
      assert.equal(readRequest(forwarded({ [`x-forwarded-${name}`]: undefined })), undefined))

  test('rejects a repeated header', () => {
    for (const name of ['method', 'proto', 'host', 'uri']) {
      const headers: IncomingHttpHeaders = forwarded()
      const headerValue = headers[`x-forwarded-${name}`]
      assert.equal(readRequest({ ...headers, [`x-forwarded-${name}`]: [String(headerValue)] }), undefined, name)
    }
    const headers: IncomingHttpHeaders = original('https://a.example/')
    assert.equal(readRequest({ ...headers, 'x-original-method': ['GET'] }), undefined)
    assert.equal(readRequest({ ...headers, 'x-original-url': ['https://a.example/'] }), undefined)
  })

  for (const url of ['https/', 'https://a.example', 'https://', '://a.example/', 'a.example/', '/'])
    test(`rejects the URL ${url}`, () => assert.equal(readRequest(original(url)), undefined))

  const spellings: [string, string, string][] = [
    ['A.EXAMPLE', 'https', 'a.example'],
    ['a.example.', 'https', 'a.example'],
    ['a.example:443', 'https', 'a.example'],
    ['a.example.:443', 'wss', 'a.example'],
    ['a.example.:8443', 'https', 'a.example:8443'],
    ['a.example:80', 'http', 'a.example'],
    ['a.example:80', 'ws', 'a.example'],
    ['a.example:443', 'wss', 'a.example'],
    ['a.example:80', 'https', 'a.example:80'],
    ['xn--bcher-kva.example', 'https', 'xn--bcher-kva.example'],
  ]
  for (const [host, proto, expected] of spellings)
    test(`canonicalizes ${host} over ${proto} to ${expected}`, () => {
      const parsed = readRequest(forwarded({ 'x-forwarded-host': host, 'x-forwarded-proto': proto }))
      assert.equal(parsed?.host, expected)
    })

  test('canonicalizes a repeated host for each scheme', () => {
    const hostOver = (proto: string) =>
      readRequest(forwarded({ 'x-forwarded-host': 'Repeated.example:80', 'x-forwarded-proto': proto }))?.host
    const hosts = ['http', 'https', 'http', 'ftp', 'https'].map(hostOver)
    assert.deepEqual(hosts, [
      'repeated.example',
      'repeated.example:80',
      'repeated.example',
      undefined,
      'repeated.example:80',
    ])
    for (let count = 0; count < 500; count++)
      assert.equal(readRequest(forwarded({ 'x-forwarded-host': `h${count}.example` }))?.host, `h${count}.example`)
    assert.equal(hostOver('https'), 'repeated.example:80')
  })

  test('accepts a host of up to 262 characters', () => {
    const label = 'a'.repeat(63)
    const longest = `${label}.${label}.${label}.${label}`
    const hostOf = (host: string) => readRequest(forwarded({ 'x-forwarded-host': host }))?.host
    assert.equal(hostOf(`${longest}.:65535`), `${longest}:65535`)
    assert.equal(hostOf(`${longest}.b:65535`), undefined)
  })

  const NO_HOSTS = [
    '',
    '.',
    'a..',
    'a..example',
    'a.example, b.example',
    'user@a.example',
    'user:pass@a.example',
    'a.example/x',
    'a.example\\x',
    'a.example#x',
    'a.example?x',
    'a.example:0',
    'a.example:x',
    'a.example:123456',
    'bücher.example',
    'a_b.example',
    'a%2eexample',
    '[::1]',
    '*.example',
    ' a.example',
    'a.example\t',
    'a'.repeat(300),
  ]
  for (const host of NO_HOSTS)
    test(`rejects the host ${JSON.stringify(host.slice(0, 30))}`, () => {
      assert.equal(readRequest(forwarded({ 'x-forwarded-host': host })), undefined)
      if (!/[/?#\\]/.test(host)) assert.equal(readRequest(original(`https://${host}/`)), undefined)
    })

  for (const proto of ['', 'ftp', 'HTTPS', 'https, http', 'javascript'])
    test(`rejects the scheme ${JSON.stringify(proto)}`, () =>
      assert.equal(readRequest(forwarded({ 'x-forwarded-proto': proto })), undefined))

  for (const method of ['', 'get', 'GET, POST', 'G ET', 'X'.repeat(21)])
    test(`rejects the method ${JSON.stringify(method)}`, () =>
      assert.equal(readRequest(forwarded({ 'x-forwarded-method': method })), undefined))

  const NO_PATHS = [
    '',
    'a',
    'https://a.example/',
    '/../x',
    '/x/..',
    '/x/../y',
    '/./x',
    '/x/%2e%2E/y',
    '/x/..%20/y',
    '/x/%20%2e%2e',
    '/x/.%20%20;y/z',
    '/x/.%2e/y',
    '/..;/x',
    '/..%3b/x',
    '/x%2Fy',
    '/x%2fy',
    '/x\\y',
    '/x%5cy',
    '/x%00',
    '/x%0d%0ay',
    '/x%7f',
    '/%252e%252e/x',
    '/x%252fy',
    '/%25%36%31dmin',
    '/%256%31dmin',
    '/%25%361dmin',
    '/x/%25%32%65%25%32E/y',
    '/x%25%35%43y',
    '/%25%32%35%36%31dmin',
    '/%c0%ae%c0%ae/x',
    '/x%C0%AFy',
    '/x%c1%9cy',
    '/%e0%80%ae/x',
    '/x%f0%80%80%afy',
    '/x%',
    '/x%zz',
    '/x%2',
    '/x%az',
    '/x y',
    '/x\0',
    '/x\ty',
    '/ä',
    '/x#y',
    '/x, /y',
    '//.countersign/callback',
    '/%2ecountersign/callback',
    '/.%63ountersign/callback',
    '/.countersign%2fland',
  ]
  for (const path of NO_PATHS)
    test(`rejects the path ${JSON.stringify(path)}`, () => {
      assert.equal(readRequest(forwarded({ 'x-forwarded-uri': path })), undefined)
      assert.equal(isRedirectTarget(path), false)
    })

  for (const path of [
    '/',
    '/a.b/.well-known/x',
    '/...',
    '/a%20b',
    '/%C3%A4',
    '/%E0%A4%A4%F0%90%80%80',
    '/100%25',
    '/x%25a',
    '/x%25az',
    '/x%25%67a',
    '/x%25%2da',
    '/.countersign',
    '/a//b',
    '/~x/;y=1',
    "/it's",
  ])
    test(`accepts the path ${path} unchanged`, () => {
      assert.equal(readRequest(forwarded({ 'x-forwarded-uri': path }))?.path, path)
      assert.equal(isRedirectTarget(path), true)
    })

  test('accepts a reserved path with an escape after the prefix', () => {
    assert.equal(readRequest(forwarded({ 'x-forwarded-uri': '/.countersign/a%20b' }))?.path, '/.countersign/a%20b')
    assert.equal(isRedirectTarget('/.countersign/a%20b'), false)
  })

  for (const path of ['//evil.example', '/\\evil.example', '/.countersign/callback', '/.countersign/out'])
    test(`does not redirect to ${path}`, () => assert.equal(isRedirectTarget(path), false))
})
