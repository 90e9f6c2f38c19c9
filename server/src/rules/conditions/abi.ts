/** Calldata and answers of view functions. An answer of another length or with unused bits set is not decoded. */

import { keccak256 } from '../../platform/crypto/hash.ts'

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

/** Hex values and addresses with 0x, numbers and booleans: each becomes one word. */
export function encodeCall(selector: string, ...values: (string | bigint | boolean)[]): string {
  return selector + values.map(encodeWord).join('')
}

/** The values of a call whose only parameter is a `string`. */
export function encodeText(text: string): (string | bigint)[] {
  const digits = Buffer.from(text).toString('hex')
  const words = digits.match(/.{1,64}/g) ?? []
  return [32n, BigInt(digits.length / 2), ...words.map((word) => `0x${word.padEnd(64, '0')}`)]
}

export function selectorOf(signature: string): string {
  return `0x${Buffer.from(keccak256(signature)).toString('hex', 0, 4)}`
}

function encodeWord(value: string | bigint | boolean): string {
  const digits = typeof value === 'string' ? value.slice(2) : BigInt(value).toString(16)
  return digits.padStart(64, '0')
}

/** The words of an answer with exactly this many. */
export function decodeWords(data: string, count: number): bigint[] | undefined {
  const words = splitWords(data)
  return words?.length === count ? words : undefined
}

export function decodeNumber(data: string): bigint | undefined {
  return decodeWords(data, 1)?.[0]
}

export function decodeBoolean(data: string): boolean | undefined {
  return booleanOf(decodeNumber(data))
}

export function booleanOf(word: bigint | undefined): boolean | undefined {
  return word === 0n || word === 1n ? word === 1n : undefined
}

/** Lower case; null for the zero address. */
export function decodeAddress(data: string): string | null | undefined {
  return addressOf(decodeNumber(data))
}

export function addressOf(word: bigint | undefined): string | null | undefined {
  if (word === undefined || word >= 2n ** 160n) return undefined
  const address = `0x${word.toString(16).padStart(40, '0')}`
  return address === ZERO_ADDRESS ? null : address
}

/** `bytes32[]` with at most `max` items. */
export function decodeHashes(data: string, max: number): string[] | undefined {
  const [offset, length, ...items] = splitWords(data) ?? []
  if (offset !== 32n || length !== BigInt(items.length) || items.length > max) return undefined
  return items.map(hashOf)
}

/** `address[]`, lower case. */
export function decodeAddresses(data: string): string[] | undefined {
  const words = decodeHashes(data, Number.POSITIVE_INFINITY)
  return words?.every((word) => /^0x0{24}/.test(word)) ? words.map((word) => `0x${word.slice(26)}`) : undefined
}

export function hashOf(word: bigint): string {
  return `0x${word.toString(16).padStart(64, '0')}`
}

/** The words of a struct that ends with `bytes`, without that; `count` includes the offset of the bytes. */
export function decodeStruct(data: string, count: number): bigint[] | undefined {
  const words = splitWords(data) ?? []
  const [offset, ...rest] = words
  const fields = rest.slice(0, count)
  const length = rest[count]
  if (offset !== 32n || length === undefined || fields.at(-1) !== BigInt(32 * count)) return undefined
  return BigInt(rest.length - count - 1) === (length + 31n) / 32n ? fields : undefined
}

function splitWords(data: string): bigint[] | undefined {
  if (!/^0x(?:[0-9a-f]{64})*$/.test(data)) return undefined
  return (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
}
