import assert from 'node:assert/strict'
import { isIPv4 } from 'node:net'
import { describe, test } from 'node:test'
import { parseIpv4 } from './ip-address.ts'

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
