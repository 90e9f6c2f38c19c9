/** Bech32 (BIP-173) and Bech32m (BIP-350). */

import { bech32CharacterSet, regroupBits } from '@bitauth/libauth/build/lib/address/bech32.js'

export type Bech32 = { encoding: 'bech32' | 'bech32m'; prefix: string; words: number[] }

const LENGTH_MAX = 90
const CHECKSUM_LENGTH = 6
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const ENCODINGS = new Map<number, Bech32['encoding']>([
  [1, 'bech32'],
  [0x2bc830a3, 'bech32m'],
])

/** Undefined if the text is neither. `words` have five bits each, without the checksum. */
export function decodeBech32(text: string): Bech32 | undefined {
  const lower = text.toLowerCase()
  if (text.length > LENGTH_MAX || (text !== lower && text !== text.toUpperCase())) return undefined
  const separator = lower.lastIndexOf('1')
  const [prefix, data] = [lower.slice(0, Math.max(separator, 0)), lower.slice(separator + 1)]
  const words = [...data].map((character) => bech32CharacterSet.indexOf(character))
  if (!/^[\x21-\x7e]+$/.test(prefix) || words.length < CHECKSUM_LENGTH || words.includes(-1)) return undefined
  const encoding = ENCODINGS.get(checksum([...expand(prefix), ...words]))
  return encoding && { encoding, prefix, words: words.slice(0, -CHECKSUM_LENGTH) }
}

/** Undefined if the words are not whole bytes, padded with zeros to the next word. */
export function bytesOf(words: number[]): Uint8Array | undefined {
  const bytes = regroupBits({ bin: words, sourceWordLength: 5, resultWordLength: 8, allowPadding: false })
  return typeof bytes === 'string' ? undefined : Uint8Array.from(bytes)
}

function expand(prefix: string): number[] {
  const codes = [...prefix].map((character) => character.charCodeAt(0))
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
}

function checksum(values: number[]): number {
  return values.reduce((sum, value) => {
    const top = sum >>> 25
    const next = ((sum & 0x1ffffff) << 5) ^ value
    return GENERATOR.reduce((mixed, generator, bit) => ((top >>> bit) & 1 ? mixed ^ generator : mixed), next)
  }, 1)
}
