import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checksumAddress } from './checksum-address.ts'

/** The examples of EIP-55. */
const EXAMPLES = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

for (const address of EXAMPLES)
  test(`writes ${address} in EIP-55 form, however it is spelled`, () => {
    const digits = address.slice(2)
    for (const spelled of [digits, digits.toLowerCase(), digits.toUpperCase()])
      assert.equal(checksumAddress(`0x${spelled}`), address)
  })

test('rejects what is not an address', () => {
  const [address = ''] = EXAMPLES
  const invalid = ['', '0x', address.slice(0, -1), `${address}0`, address.slice(2), `0X${address.slice(2)}`]
  for (const text of [...invalid, `${address}\n`, `0x${'g'.repeat(40)}`, 'undefined'])
    assert.throws(() => checksumAddress(text), { name: 'InvalidAddressError' }, text)
})
