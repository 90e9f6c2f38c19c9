import assert from 'node:assert/strict'
import { BlockList } from 'node:net'
import { describe, test } from 'node:test'
import { type ProxyRange, trustProxies } from './trusted-proxies.ts'

const ipv4 = (address: string, bits: number): ProxyRange => ({ address, bits, family: 'ipv4' })
const ipv6 = (address: string, bits: number): ProxyRange => ({ address, bits, family: 'ipv6' })

const ADDRESSES = [
  ...['0.0.0.0', '9.255.255.255', '10.0.0.0', '10.0.0.1', '10.255.255.255', '11.0.0.0', '127.0.0.1', '128.0.0.0'],
  ...['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0', '192.0.2.80', '192.0.2.81', '255.255.255.255'],
  ...['::', '::1', 'fd00::1', 'fd12:3456::1', 'fe00::', '2001:db8::1', '2001:db8:1::'],
]

describe('trusted proxies', () => {
  test('are those of a BlockList with the same ranges', () => {
    const lists: ProxyRange[][] = [
      [],
      [ipv4('10.0.0.0', 8), ipv4('172.16.9.9', 12)],
      [ipv4('192.0.2.80', 32), ipv6('::1', 128)],
      [ipv4('0.0.0.0', 0)],
      [ipv4('128.0.0.0', 1), ipv4('127.0.0.1', 31)],
      [ipv6('fd00::', 8), ipv6('2001:db8::', 48)],
      [ipv6('::ffff:172.16.0.0', 108), ipv6('::ffff:a00:1', 128)],
      ...[0, 64, 80, 90, 96, 97].map((bits) => [ipv6('::ffff:10.0.0.1', bits)]),
      ...[0, 1, 64, 80, 81, 96, 97, 128].map((bits) => [ipv6('::', bits)]),
      ...[0, 1, 8, 96, 104].map((bits) => [ipv6('fd00::a00:1', bits)]),
    ]
    for (const ranges of lists) {
      const expected = new BlockList()
      for (const { address, bits, family } of ranges) expected.addSubnet(address, bits, family)
      const trusted = trustProxies(ranges)
      assert.equal(trusted.isEmpty, ranges.length === 0)
      for (const address of ADDRESSES) {
        const family = address.includes(':') ? 'ipv6' : 'ipv4'
        assert.equal(trusted.has(address), expected.check(address, family), `${address} in ${JSON.stringify(ranges)}`)
      }
    }
  })

  test('never include what is not an address', () => {
    const trusted = trustProxies([ipv4('0.0.0.0', 0), ipv6('::', 0)])
    for (const text of ['', 'unknown', '10.0.0', '10.0.0.0.0', '010.0.0.1', '10.0.0.256', '1', '::g', '10.0.0.1:80'])
      assert.equal(trusted.has(text), false, text)
  })
})
