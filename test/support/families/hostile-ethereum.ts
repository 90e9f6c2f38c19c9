/** Addresses and chains of Ethereum messages that a strict server must reject. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { type Message, writeMessage } from '@countersign/contract/message/message.ts'
import type { HostileRow } from './hostile-row.ts'

export function ethereumRows(message: Message): HostileRow[] {
  return [...addresses(message), ...chains(message)]
}

function addresses(message: Message): HostileRow[] {
  const text = writeMessage(message)
  const { address, chainId } = message
  const as = (other: string): [string, ErrorCode, string] => [
    text.replace(address, other),
    'address_invalid',
    `eip155:${chainId}:${other}`,
  ]
  const zero = `0x${'0'.repeat(40)}`
  return [
    ['a lower-case address', ...as(address.toLowerCase())],
    ['an upper-case address', ...as(`0x${address.slice(2).toUpperCase()}`)],
    ['a wrong checksum', ...as(swapCase(address))],
    ['the zero address', ...as(zero)],
    ['the address of a precompile', ...as(`${zero.slice(0, -1)}1`)],
    ['the last reserved address', ...as(`${zero.slice(0, -4)}ffff`)],
    ['0X before the address', text.replace(address, address.replace('0x', '0X'))],
    ['39 hex digits', text.replace(address, address.slice(0, -1))],
    ['41 hex digits', text.replace(address, `${address}0`)],
    ['no 0x', text.replace(address, address.slice(2))],
  ]
}

function swapCase(address: string): string {
  const at = address.search(/[a-f]/)
  return at > 1
    ? address.slice(0, at) + address.charAt(at).toUpperCase() + address.slice(at + 1)
    : address.toLowerCase()
}

function chains(message: Message): HostileRow[] {
  const chain = (value: string) => writeMessage({ ...message, chainId: value })
  const malformed = ['0', '001', '01', '-1', '+1', '1.0', '1e0', '0x1', ' 1', '9007199254740992', '9007199254740993']
  return [
    ...malformed.map((value): HostileRow => [`chain "${value}"`, chain(value)]),
    ['a chain of 400 digits', chain('9'.repeat(400))],
    ['another chain than the proof names', chain('137')],
  ]
}
