import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { callApp } from './send-logout-token.ts'

describe('callApp', () => {
  const requests: string[] = []
  const app = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.host}`)
    response.writeHead(302, { location: '/elsewhere' }).write('x'.repeat(100_000))
  })
  let port = 0
  before(async () => {
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
    port = (app.address() as AddressInfo).port // a TCP server's
  })
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
      { method: 'POST', body: 'a=b' },
      resolvesTo('127.0.0.1'),
    )
    assert.deepEqual([response.status, requests], [302, [`POST /out app.internal:${port}`]])
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

  test('rejects other schemes', async () => {
    for (const url of ['file:///etc/passwd', 'ftp://app.example/', 'data:,x'])
      await assert.rejects(callApp(url), /only http and https/)
  })
})
