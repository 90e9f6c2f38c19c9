import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, describe, test } from 'node:test'
import { callApp } from './send-logout-token.ts'

describe('callApp', () => {
  const requests: string[] = []
  const app = createServer(async (request, response) => {
    const { method, url, headers } = request
    requests.push(`${method} ${url} ${headers.host} ${headers.accept} ${await text(request)}`)
    response.writeHead(302, { location: '/elsewhere' }).write('x'.repeat(100_000))
  })
  let port = 0
  before(async () => {
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
    port = (app.address() as AddressInfo).port // a TCP server's
  })
  beforeEach(() => void requests.splice(0))
  after(() => {
    app.closeAllConnections()
    app.close()
  })

  const resolvesTo =
    (...addresses: string[]): LookupFunction =>
    (_, __, answer) =>
      answer(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )

  test('sends one request, follows no redirect and reads no body', async () => {
    const response = await callApp(
      `http://app.internal:${port}/out`,
      { method: 'POST', headers: { accept: 'text/plain' }, body: 'a=b' },
      resolvesTo('127.0.0.1'),
    )
    assert.deepEqual([response.status, requests], [302, [`POST /out app.internal:${port} text/plain a=b`]])
  })

  test('is a fetch: of a request too, and with GET unless told otherwise', async () => {
    const url = `http://app.internal:${port}/keys`
    await callApp(new URL(url), undefined, resolvesTo('127.0.0.1'))
    await callApp(new Request(url), {}, resolvesTo('127.0.0.1'))
    await callApp(url, { method: 'POST' }, resolvesTo('127.0.0.1'))
    const sent = (method: string) => `${method} /keys app.internal:${port} undefined `
    assert.deepEqual(requests, [sent('GET'), sent('GET'), sent('POST')])
  })

  test('asks for all addresses of a name, and fails when there are none', async () => {
    const call = (resolve: LookupFunction) => callApp(`http://app.internal:${port}/`, {}, resolve)
    const asked: unknown[] = []
    await call((name, options, answer) => {
      asked.push([name, options.all])
      resolvesTo('127.0.0.1')(name, { all: false }, answer)
    })
    assert.deepEqual(asked, [['app.internal', true]])
    await assert.rejects(call(resolvesTo()), { message: 'no address' })
    await assert.rejects(
      call((_, __, answer) => answer(null, '127.0.0.1', 4)),
      { message: 'no address' },
    )
    const failure = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
    await assert.rejects(
      call((_, __, answer) => answer(failure, [])),
      failure,
    )
    assert.equal(requests.length, 1)
  })

  for (const address of [
    '169.254.169.254',
    '[::ffff:169.254.169.254]',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
    '[fe80::1]',
    '0.0.0.0',
    '[::]',
    '224.0.0.1',
    '255.255.255.255',
    '2852039166',
    '0xa9.0xfe.0xa9.0xfe',
  ])
    test(`rejects ${address}, literal or resolved`, async () => {
      for (const scheme of ['http', 'https'])
        await assert.rejects(callApp(`${scheme}://${address}/`), /the address is blocked/)
      const { hostname } = new URL(`http://${address}/`)
      const lookup = resolvesTo('127.0.0.1', hostname.replace(/^\[|\]$/g, ''))
      for (const scheme of ['http', 'https'])
        await assert.rejects(callApp(`${scheme}://app.example/`, {}, lookup), /the address is blocked/)
    })

  test('allows plain http within private networks only', async () => {
    for (const url of ['http://192.0.2.1/', 'http://[2001:db8::1]/'])
      await assert.rejects(callApp(url), /public addresses require https/)
    await assert.rejects(
      callApp('http://app.example/', {}, resolvesTo('10.0.0.1', '192.0.2.1')),
      /public addresses require https/,
    )
  })

  test('allows https to public addresses, and checks every address of a name', async () => {
    const lookup = resolvesTo('192.0.2.1', '169.254.169.254')
    await assert.rejects(callApp('https://app.example/', {}, lookup), /the address is blocked/)
  })

  test('rejects other schemes', async () => {
    for (const url of ['file:///etc/passwd', 'ftp://app.example/', 'data:,x'])
      await assert.rejects(callApp(url), /only http and https/)
  })
})
