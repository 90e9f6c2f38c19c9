import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskIp, truncateIp } from '../platform/ip-address.ts'

const ROWS: [ip: string, masked: string, network: string][] = [
  ['203.0.113.77', '203.0.113.x', '203.0.113.0/24'],
  ['2001:0DB8:0001:2:3:4:5:6', '2001:db8:1::x', '2001:db8:1::/48'],
  ['2001:db8::7', '2001:db8:0::x', '2001:db8:0::/48'],
  ['fe80::1', 'fe80:0:0::x', 'fe80:0:0::/48'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0::x', '64:ff9b:0::/48'],
  ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
  ['::1', '::1', '::1'],
  ['unknown', '', ''],
]

test('masks the last part of an IP address, and masks a masked address to itself', () => {
  for (const [ip, masked, network] of ROWS) {
    assert.deepEqual([ip, maskIp(ip), truncateIp(ip)], [ip, masked, network])
    assert.deepEqual([maskIp(network), truncateIp(network)], [masked, network])
  }
})
