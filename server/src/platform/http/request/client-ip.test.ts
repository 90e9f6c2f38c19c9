import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import type { Context } from '../../../context.ts'
import { createRateLimiter } from '../../rate-limiter.ts'
import { clientAddress, siteSubnetOf, subnetOf, takeRate } from './client-ip.ts'
import { trustProxies } from './trusted-proxies.ts'

const trusted = trustProxies([
  { address: '127.0.0.1', bits: 32, family: 'ipv4' },
  { address: '2001:db8:ffff::1', bits: 128, family: 'ipv6' },
])

/** As it comes through a trusted proxy. */
function forwarded(value: string): string {
  const request = { socket: { remoteAddress: '127.0.0.1' }, headers: { 'x-forwarded-for': value } }
  return clientAddress(request as unknown as IncomingMessage, trusted) // nothing else is read
}

describe('clientAddress', () => {
  test('normalizes the spelling of an address', () => {
    for (const spelling of [
      '2001:db8::1',
      '2001:DB8::1',
      '2001:0db8:0:0:0:0:0:1',
      '2001:db8:0::0:1',
      '2001:db8::1%eth0',
    ])
      assert.equal(forwarded(spelling), '2001:db8::1', spelling)
    for (const spelling of ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:192.0.2.1'])
      assert.equal(forwarded(spelling), '192.0.2.1', spelling)
  })

  test('recognizes a trusted proxy in every spelling of its address', () => {
    for (const proxy of ['::ffff:127.0.0.1', '::ffff:7f00:1', '2001:DB8:FFFF:0::1'])
      assert.equal(forwarded(`198.51.100.7, ${proxy}`), '198.51.100.7', proxy)
  })

  test('falls back to the proxy address for an invalid address', () => {
    for (const value of ['', 'unknown', '192.0.2.1:80', '[2001:db8::1]', '192.0.2.01', '::1::2', 'x:y'])
      assert.equal(forwarded(value), '127.0.0.1', value)
  })
})

describe('subnets', () => {
  test('are the /64 and /48 of an IPv6 address, and an IPv4 address unchanged', () => {
    assert.deepEqual(
      [subnetOf('2001:db8:1:2:3:4:5:6'), siteSubnetOf('2001:db8:1:2:3:4:5:6')],
      ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    )
    assert.deepEqual([subnetOf('2001:db8::1'), siteSubnetOf('2001:db8::1')], ['2001:db8:0:0::/64', '2001:db8:0::/48'])
    assert.deepEqual([subnetOf('::1'), siteSubnetOf('::1')], ['0:0:0:0::/64', '0:0:0::/48'])
    assert.deepEqual([subnetOf('192.0.2.1'), siteSubnetOf('192.0.2.1')], ['192.0.2.1', undefined])
  })
})

describe('takeRate', () => {
  const rate = { burst: 2, perMs: 60_000 }
  const taker = () => {
    const context = { rates: createRateLimiter(() => 1) } as unknown as Context // nothing else is used
    return (address: string) => takeRate(context, 'x', address, rate)
  }

  test('counts a /48 whose subnets change with every call', () => {
    const take = taker()
    for (let network = 0; network < 16; network++) take(`2001:db8:1:${network.toString(16)}::1`)
    assert.throws(() => take('2001:db8:1:ff::1'), { code: 'rate_limited' })
    take('2001:db8:2::1')
  })

  test('counts each subnet and each IPv4 address separately', () => {
    const take = taker()
    for (const address of ['2001:db8:1:1::1', '192.0.2.1']) {
      for (let count = 0; count < rate.burst; count++) take(address)
      assert.throws(() => take(address), { code: 'rate_limited' })
    }
    take('2001:db8:1:2::1')
    take('192.0.2.2')
  })
})
