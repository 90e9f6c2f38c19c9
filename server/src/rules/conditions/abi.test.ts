import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters, toFunctionSelector } from 'viem'
import {
  decodeAddress,
  decodeAddresses,
  decodeBoolean,
  decodeHashes,
  decodeNumber,
  decodeStruct,
  decodeWords,
  encodeCall,
  encodeText,
  selectorOf,
} from './abi.ts'

const ADDRESS = '0x00112233445566778899aabbccddeeff00112233'
const HASH = `0x${'ab'.repeat(32)}` as const
const number = (value: bigint | number) => value.toString(16).padStart(64, '0')
const MAX = 'f'.repeat(64)

describe('encodeCall', () => {
  test('encodes addresses, hashes, numbers and booleans as viem does', () => {
    const signature = 'function ask(address,bytes32,uint256,uint64,bool,bool)'
    const abi = parseAbi([signature])
    const args = [ADDRESS, HASH, 2n ** 256n - 1n, 7n, true, false] as const
    assert.equal(
      encodeCall(toFunctionSelector(signature), ...args),
      encodeFunctionData({ abi, functionName: 'ask', args }),
    )
    assert.equal(selectorOf('getHasValidKey(address)'), toFunctionSelector('getHasValidKey(address)'))
  })

  test('encodes a text of any length as viem does', () => {
    const abi = parseAbi(['function getSubregistry(string)'])
    for (const text of ['', 'a', 'ü', 'a'.repeat(31), 'a'.repeat(32), 'a'.repeat(33), 'a'.repeat(255)]) {
      const encoded = encodeFunctionData({ abi, functionName: 'getSubregistry', args: [text] })
      assert.equal(encodeCall(encoded.slice(0, 10), ...encodeText(text)), encoded)
    }
  })
})

/** Answers that no function of one word gives. */
const WRONG: Record<string, string> = {
  'an empty answer': '0x',
  'half a word': `0x${'00'.repeat(16)}`,
  'a word and a byte': `0x${number(1)}00`,
  'two words': `0x${number(1)}${number(1)}`,
  'no hex': `0x${'zz'.repeat(32)}`,
  'no prefix': number(1),
  'a megabyte': `0x${'01'.repeat(1_000_000)}`,
}

describe('single words', () => {
  for (const [title, data] of Object.entries(WRONG))
    test(`are not decoded from ${title}`, () => {
      assert.deepEqual(
        [decodeNumber(data), decodeBoolean(data), decodeAddress(data)],
        [undefined, undefined, undefined],
      )
    })

  test('are decoded as numbers', () => {
    assert.deepEqual([decodeNumber(`0x${number(0)}`), decodeNumber(`0x${MAX}`)], [0n, 2n ** 256n - 1n])
    assert.deepEqual(decodeWords(`0x${number(1)}${number(2)}`, 2), [1n, 2n])
  })

  test('are decoded as booleans only when they are 0 or 1', () => {
    assert.deepEqual(
      [0, 1, 2, 256].map((value) => decodeBoolean(`0x${number(value)}`)),
      [false, true, undefined, undefined],
    )
    assert.equal(decodeBoolean(`0x${MAX}`), undefined)
  })

  test('are decoded as addresses only when they have 20 bytes', () => {
    assert.equal(decodeAddress(`0x${number(BigInt(ADDRESS))}`), ADDRESS)
    assert.equal(decodeAddress(`0x${number(0)}`), null)
    assert.equal(decodeAddress(`0x${number(2n ** 160n)}`), undefined)
    assert.equal(decodeAddress(`0x${MAX}`), undefined)
  })
})

describe('decodeHashes', () => {
  const encoded = (...hashes: `0x${string}`[]) => encodeAbiParameters(parseAbiParameters('bytes32[]'), [hashes])

  test('decodes lists up to the limit', () => {
    assert.deepEqual(decodeHashes(encoded(), 2), [])
    assert.deepEqual(decodeHashes(encoded(HASH, HASH), 2), [HASH, HASH])
    assert.equal(decodeHashes(encoded(HASH, HASH), 1), undefined)
  })

  for (const [title, data] of Object.entries({
    ...WRONG,
    'another offset': `0x${number(64)}${number(0)}`,
    'a length beyond the end': `0x${number(32)}${number(2)}${number(1)}`,
    'a length before the end': `0x${number(32)}${number(0)}${number(1)}`,
    'the largest length': `0x${number(32)}${MAX}${number(1)}`,
  }))
    test(`rejects ${title}`, () => assert.equal(decodeHashes(data, 200), undefined))
})

describe('decodeAddresses', () => {
  test('decodes an array of addresses', () => {
    const answer = encodeAbiParameters(parseAbiParameters('address[]'), [[ADDRESS]])
    assert.deepEqual(decodeAddresses(answer), [ADDRESS])
    assert.deepEqual(decodeAddresses(`0x${number(32n)}${number(0n)}`), [])
  })
  for (const answer of [
    '0x',
    `0x${number(32n)}`,
    `0x${number(32n)}${number(2n)}${number(1n)}`,
    `0x${number(32n)}${number(1n)}${'ff'.repeat(32)}`,
  ])
    test(`refuses ${answer}`, () => {
      assert.equal(decodeAddresses(answer), undefined)
    })
})

describe('decodeStruct', () => {
  const encoded = encodeAbiParameters(
    [{ type: 'tuple', components: [{ type: 'uint256' }, { type: 'address' }, { type: 'bytes' }] }],
    [[7n, ADDRESS, `0x${'01'.repeat(33)}`]],
  )

  test('decodes the words before the bytes', () => {
    assert.deepEqual(decodeStruct(encoded, 3), [7n, BigInt(ADDRESS), 96n])
  })

  for (const [title, data] of Object.entries({
    ...WRONG,
    'a word less': encoded.slice(0, -64),
    'a word more': encoded + number(0),
    'another offset of the bytes': encoded.replace(number(96), number(64)),
    'the largest length': encoded.replace(number(33), MAX),
    'another offset of the struct': encoded.replace(number(32), number(64)),
  }))
    test(`rejects ${title}`, () => assert.equal(decodeStruct(data, 3), undefined))
})
