import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newBitcoinAccount } from '../../../../test/support/families/bitcoin.ts'
import { KnownProblemError } from '../wallet-error.ts'
import { addressTypeOf, toAddresses, toAddressesOrNone } from './address.ts'

const segwit = newBitcoinAccount('p2wpkh').address
const taproot = newBitcoinAccount('p2tr').address
const legacy = newBitcoinAccount('p2pkh').address
const nested = newBitcoinAccount('p2sh_p2wpkh').address
const P2WSH = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
const TESTNET = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

function problemOf(values: unknown) {
  try {
    toAddresses(values)
  } catch (error) {
    return error instanceof KnownProblemError ? error.problem : error
  }
  return undefined
}

test('recognizes the type of an address by its form', () => {
  assert.deepEqual([segwit, taproot, legacy, nested, P2WSH, TESTNET, `B${segwit.slice(1)}`].map(addressTypeOf), [
    'p2wpkh',
    'p2tr',
    'p2pkh',
    'p2sh',
    undefined,
    undefined,
    undefined,
  ])
})

test('offers SegWit first, then Taproot, then the other types, each once', () => {
  assert.deepEqual(toAddresses([nested, legacy, taproot, segwit, taproot]), [segwit, taproot, legacy, nested])
})

test('reads addresses from the objects that wallets answer with', () => {
  const shared = [
    { address: taproot, purpose: 'ordinals', addressType: 'p2tr' },
    { address: nested, purpose: 'payment', addressType: 'p2sh' },
    { address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', purpose: 'stacks' },
    { address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', symbol: 'STX' },
    { address: 'So11111111111111111111111111111111111111112', chains: ['solana:mainnet'] },
  ]
  assert.deepEqual(toAddresses(shared), [taproot, nested])
})

test('writes bech32 addresses in lower case', () => {
  assert.deepEqual(toAddresses([segwit.toUpperCase()]), [segwit])
})

test('ignores what is not an address', () => {
  for (const values of [undefined, null, 'text', {}, [], [1, null, {}, [], { address: 7 }]])
    assert.deepEqual(toAddresses(values), [])
})

test('leaves out test networks beside a main network address', () => {
  assert.deepEqual(toAddresses([TESTNET, segwit]), [segwit])
})

test('says that test networks are not supported', () => {
  const others = [TESTNET, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn']
  for (const address of others)
    assert.deepEqual(problemOf([address]), { code: 'network_unsupported', remedy: 'other_wallet' }, address)
})

test('says that script types are not supported', () => {
  assert.deepEqual(problemOf([P2WSH]), { code: 'address_unsupported', remedy: 'other_wallet' })
  assert.deepEqual(problemOf([`bc1Q${segwit.slice(4)}`]), { code: 'address_unsupported', remedy: 'other_wallet' })
})

test('an event with unsupported addresses has no account', () => {
  assert.deepEqual(toAddressesOrNone([TESTNET]), [])
  assert.deepEqual(toAddressesOrNone([TESTNET, taproot]), [taproot])
})
