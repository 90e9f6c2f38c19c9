/** Addresses and chains of Bitcoin messages that a strict server must reject. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { BITCOIN_MAINNET } from '@countersign/contract/family/family.ts'
import { type Message, writeMessage } from '@countersign/contract/message/message.ts'
import type { HostileRow } from './hostile-row.ts'

/** For a message with a P2WPKH address. */
export function bitcoinRows(message: Message): HostileRow[] {
  return [...addresses(message), ...chains(message)]
}

function addresses(message: Message): HostileRow[] {
  const text = writeMessage(message)
  const { address } = message
  const as = (other: string, code: ErrorCode): [string, ErrorCode, string] => [
    text.replace(address, other),
    code,
    `bip122:${BITCOIN_MAINNET}:${other}`,
  ]
  const last = address.endsWith('q') ? 'p' : 'q'
  return [
    ['an address in capitals', ...as(address.toUpperCase(), 'address_invalid')],
    ['a prefix in capitals', ...as(address.replace('bc1', 'BC1'), 'address_invalid')],
    ['a mixed-case address', ...as(address.replace('bc1q', 'bc1Q'), 'address_invalid')],
    ['a wrong checksum', ...as(address.slice(0, -1) + last, 'address_invalid')],
    ['an address without its last character', ...as(address.slice(0, -1), 'address_invalid')],
    [
      'a P2WPKH address with the checksum of Taproot',
      ...as('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'address_invalid'),
    ],
    ['a Taproot key that is not on the curve', ...as(OFF_CURVE, 'address_invalid')],
    ['a wrong checksum in base58', ...as('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'address_invalid')],
    ['a base58 address in lower case', ...as('1bvbmseystwetqtfn5au4m4gfg7xjanvn2', 'address_invalid')],
    ['a Litecoin address', ...as('ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'address_invalid')],
    ['a Solana address', ...as('FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z', 'address_invalid')],
    [
      'a P2WPKH address of the test network',
      ...as('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'network_unsupported'),
    ],
    ['a P2PKH address of the test network', ...as('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'network_unsupported')],
    ['a P2SH address of the test network', ...as('2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'network_unsupported')],
    [
      'an address of the regression test network',
      ...as('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'network_unsupported'),
    ],
    ['a P2WSH address', ...as('bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', 'address_unsupported')],
    ['an address of a later witness version', ...as('bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'address_unsupported')],
    ['pay to anchor', ...as('bc1pfeessrawgf', 'address_unsupported')],
    ['the P2WPKH address of another key', ...as('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'signature_invalid')],
    ['the P2TR address of another key', ...as(OTHER_TAPROOT, 'signature_unsupported')],
    ['a P2PKH address', ...as('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'signature_unsupported')],
    ['a P2SH address', ...as('3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'signature_unsupported')],
    ['an address of 13 characters', text.replace(address, address.slice(0, 13))],
    ['an address of 91 characters', text.replace(address, address.padEnd(91, 'q'))],
    ['a hyphen in the address', text.replace(address, `-${address.slice(1)}`)],
    ['a payment URI', text.replace(address, `bitcoin:${address}`)],
    ['a CAIP-10 account as the address', text.replace(address, `bip122:${BITCOIN_MAINNET}:${address}`)],
  ]
}

const OTHER_TAPROOT = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
const OFF_CURVE = 'bc1pqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqpqqenm'

function chains(message: Message): HostileRow[] {
  const chain = (value: string) => writeMessage({ ...message, chainId: value })
  const others = ['testnet', 'signet', 'regtest', 'livenet', 'bitcoin']
  const unknown = ['Mainnet', 'MAINNET', 'mainnet ', ' mainnet', '', '0', '1', BITCOIN_MAINNET, 'bip122:mainnet']
  const account = (reference: string) => `bip122:${reference}:${message.address}`
  return [
    ...others.map((value): HostileRow => [`the network "${value}"`, chain(value), 'network_unsupported']),
    ...unknown.map((value): HostileRow => [`chain "${value}"`, chain(value)]),
    ['a chain of 400 letters', chain('m'.repeat(400))],
    [
      'an account of the test network',
      writeMessage(message),
      'network_unsupported',
      account('000000000933ea01ad0ee984209779ba'),
    ],
  ]
}
