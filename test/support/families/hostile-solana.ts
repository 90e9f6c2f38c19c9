/** Addresses and chains of Solana messages that a strict server must reject. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import { type Message, writeMessage } from '@countersign/contract/message/message.ts'
import { base58 } from '@scure/base'
import type { HostileRow } from './hostile-row.ts'

export function solanaRows(message: Message): HostileRow[] {
  return [...addresses(message), ...chains(message)]
}

const PRIME = (1n << 255n) - 19n

/** A y coordinate in 32 bytes, and the sign of x. */
function encodePoint(y: bigint, sign: 0 | 1 = 0): string {
  const hex = (y | (BigInt(sign) << 255n)).toString(16).padStart(64, '0')
  return base58.encode(Buffer.from(hex, 'hex').reverse())
}

/** Points of order 1, 2, 4 and 8 in every encoding: anyone can forge their signatures. */
const ORDER_8 = [
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
]
const SMALL_ORDER = [0n, 1n, PRIME - 1n, PRIME, PRIME + 1n, ...ORDER_8].flatMap((y) => [
  encodePoint(y, 0),
  encodePoint(y, 1),
])

function addresses(message: Message): HostileRow[] {
  const text = writeMessage(message)
  const { address } = message
  const as = (other: string, code: ErrorCode = 'address_invalid'): [string, ErrorCode, string] => [
    text.replace(address, other),
    code,
    `solana:${SOLANA_MAINNET}:${other}`,
  ]
  return [
    ['the System Program', ...as('1'.repeat(32))],
    ...SMALL_ORDER.map((each, index): HostileRow => [`the point of small order ${index}`, ...as(each)]),
    ['an address off the curve', ...as(encodePoint(2n))],
    ['the Vote program', ...as('Vote111111111111111111111111111111111111111')],
    ['a key with y above the prime', ...as(encodePoint(PRIME + 3n))],
    ['a key with the largest y', ...as(encodePoint((1n << 255n) - 1n, 1))],
    ['an address of 31 bytes', ...as(base58.encode(Buffer.alloc(31, 0xaa)))],
    ['an address of 33 bytes', ...as(base58.encode(Buffer.alloc(33, 1).fill(0, 0, 2)))],
    ['an address of 24 bytes in 32 characters', ...as('z'.repeat(32))],
    ['the address of another account', ...as('FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z', 'signature_invalid')],
    ...[...'0OIl+-_'].map((character): HostileRow => {
      return [`${character} in the address`, text.replace(address, character + address.slice(1))]
    }),
    ['an address of 31 characters', text.replace(address, address.slice(0, 31))],
    ['an address of 45 characters', text.replace(address, address.padEnd(45, '2'))],
    ['an Ethereum address', text.replace(address, `0x${'aB'.repeat(20)}`)],
    ['a Bitcoin address', text.replace(address, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')],
    ['a CAIP-10 account as the address', text.replace(address, `solana:${SOLANA_MAINNET}:${address}`)],
  ]
}

function chains(message: Message): HostileRow[] {
  const chain = (value: string) => writeMessage({ ...message, chainId: value })
  const others = ['devnet', 'testnet', 'localnet', 'solana:devnet', 'solana:testnet', 'solana:localnet']
  const unknown = ['mainnet-beta', 'Mainnet', 'MAINNET', 'mainnet ', ' mainnet', '', '1', '101', SOLANA_MAINNET]
  return [
    ...others.map((value): HostileRow => [`the network "${value}"`, chain(value), 'network_unsupported']),
    ['the network "solana:mainnet:"', chain('solana:mainnet:'), 'network_unsupported'],
    ['the network "ethereum:mainnet"', chain('ethereum:mainnet'), 'network_unsupported'],
    ...unknown.map((value): HostileRow => [`chain "${value}"`, chain(value)]),
    ['a chain of 400 letters', chain('m'.repeat(400))],
    ['another spelling of the network', chain('solana:mainnet')],
  ]
}
