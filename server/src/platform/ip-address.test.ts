import assert from 'node:assert/strict'
import { isIPv4 } from 'node:net'
import { describe, test } from 'node:test'
import { isSameNetwork, parseIpv4 } from './ip-address.ts'

describe('an IPv4 address', () => {
  test('is read as a number', () => {
    assert.equal(parseIpv4('0.0.0.0'), 0)
    assert.equal(parseIpv4('1.2.3.4'), 0x01020304)
    assert.equal(parseIpv4('255.255.255.255'), 2 ** 32 - 1)
  })

  test('is what node takes for one', () => {
    const parts = [
      '',
      '0',
      '00',
      '01',
      '1',
      '9',
      '10',
      '99',
      '100',
      '249',
      '255',
      '256',
      '300',
      '999',
      '1000',
      '-1',
      '1a',
      ' 1',
    ]
    const addresses = parts.flatMap((part) =>
      [0, 1, 2, 3].map((at) => ['1', '2', '3', '4'].toSpliced(at, 1, part).join('.')),
    )
    const others = ['', '.', '...', '....', '1', '1.2.3', '1.2.3.', '.1.2.3', '1.2.3.4.', '1.2.3.4.5', '1..2.3', '::1']
    const odd = ['1.2.3.4 ', '1.2.3.4\n', '1/2/3/4', '１.2.3.4', '1:2:3:4', '1.2.3.4%eth0', '0x1.2.3.4', '1e1.2.3.4']
    for (const address of [...addresses, ...others, ...odd])
      assert.equal(parseIpv4(address) !== undefined, isIPv4(address), JSON.stringify(address))
  })
})

describe('two addresses are in the same network', () => {
  for (const [a, b, expected] of [
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['2001:db8:1:ab00::1', '2001:db8:1:abff:1::9', true],
    ['2001:db8:1:ab00::1', '2001:db8:1:ac00::1', false],
    ['2001:db8:1:ab00::1', '2001:db8:2:ab00::1', false],
    ['2001:db8::1', '203.0.113.7', false],
    ['', '', false],
  ] as const)
    test(`${a} and ${b}: ${expected}`, () => {
      assert.equal(isSameNetwork(a, b), expected)
    })
})
