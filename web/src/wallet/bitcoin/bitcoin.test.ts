import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANNOUNCED_WALLETS_MAX } from '@countersign/contract/limits.ts'
import { newBitcoinAccount } from '../../../../test/support/families/bitcoin.ts'
import {
  createRpcBitcoinProvider,
  createStandardBitcoinWallet,
  createUniSat,
} from '../../../../test/support/wallets/bitcoin-wallets.ts'
import { readStandardWallet } from '../wallet-standard/standard-wallet.ts'
import { findInjectedWallets, openStandardWallet } from './bitcoin.ts'

const { address } = newBitcoinAccount()
const script = { accounts: [{ address, purpose: 'payment' }], permitted: true }
const sign = () => ''
const xverse = createRpcBitcoinProvider(script, sign).provider
const leather = createRpcBitcoinProvider({ ...script, leather: true }, sign).provider
const { unisat } = createUniSat(script, sign)

const xverseEntry = { id: 'XverseProviders.BitcoinProvider', name: 'Xverse', icon: 'data:image/png;base64,AA==' }
const leatherEntry = {
  id: 'LeatherProvider',
  name: 'Leather',
  icon: 'data:image/svg;base64,AA==',
  methods: ['getAddresses', 'signMessage'],
}

function labelsOf(window: object) {
  return findInjectedWallets(window).map(({ name, icon }) => ({ name, icon }))
}

function open(object: object) {
  const wallet = readStandardWallet(object)
  return wallet && openStandardWallet(wallet)
}

test('finds the wallets of btc_providers and UniSat', () => {
  const window = {
    btc_providers: [xverseEntry, leatherEntry],
    XverseProviders: { BitcoinProvider: xverse },
    LeatherProvider: leather,
    unisat,
  }
  assert.deepEqual(labelsOf(window), [
    { name: 'Xverse', icon: 'data:image/png;base64,AA==' },
    { name: 'Leather', icon: 'data:image/svg+xml;base64,AA==' },
    { name: 'UniSat', icon: undefined },
  ])
  assert.deepEqual(
    findInjectedWallets(window).map(({ provider }) => provider),
    [xverse, leather, unisat],
  )
})

test('lists UniSat once when it is in btc_providers as well', () => {
  const both = { ...unisat, request: async () => null }
  assert.deepEqual(labelsOf({ btc_providers: [{ id: 'unisat', name: 'UniSat Wallet' }], unisat: both }), [
    { name: 'UniSat', icon: undefined },
  ])
})

test('restores only wallets that are known not to prompt', async () => {
  const listing = { ...leatherEntry, id: 'Listing', methods: ['wallet_getAccount', 'signMessage'] }
  const found = findInjectedWallets({
    btc_providers: [xverseEntry, leatherEntry, listing],
    XverseProviders: { BitcoinProvider: xverse },
    LeatherProvider: createRpcBitcoinProvider(script, sign).provider,
    Listing: createRpcBitcoinProvider(script, sign).provider,
  })
  const read = await Promise.all(found.map(({ driver }) => driver.readAccounts()))
  assert.deepEqual(read, [[address], [], [address]])
})

test('ignores entries without a name or a provider, and those that cannot sign messages', () => {
  const throwing = Object.defineProperty({}, 'id', {
    get() {
      throw new Error('getter')
    },
  })
  const entries = [
    null,
    7,
    'Xverse',
    {},
    throwing,
    { ...xverseEntry, name: '\u202e' },
    { ...xverseEntry, id: 'XverseProviders.Missing' },
    { ...xverseEntry, id: 'Missing.Path.To.Provider' },
    { ...xverseEntry, id: '' },
    { ...xverseEntry, id: ['XverseProviders'] },
    { ...xverseEntry, id: 'a'.repeat(1000) },
    { ...xverseEntry, methods: ['getAddresses', 'signPsbt'] },
  ]
  assert.deepEqual(labelsOf({ btc_providers: entries, XverseProviders: { BitcoinProvider: xverse } }), [])
  for (const btc_providers of [undefined, null, 7, {}, 'text']) assert.deepEqual(labelsOf({ btc_providers }), [])
  for (const broken of [undefined, null, 7, {}, { requestAccounts: 1 }])
    assert.deepEqual(labelsOf({ unisat: broken }), [])
})

test('an entry that throws hides no other wallet', () => {
  const broken = new Proxy([], {
    get() {
      throw new Error('no')
    },
  })
  const revoked = Proxy.revocable([], {})
  revoked.revoke()
  const globals = { XverseProviders: { BitcoinProvider: xverse }, unisat }
  for (const methods of [broken, revoked.proxy])
    assert.deepEqual(
      labelsOf({ ...globals, btc_providers: [{ ...xverseEntry, methods }, xverseEntry] }).map(({ name }) => name),
      ['Xverse', 'Xverse', 'UniSat'],
    )
  for (const btc_providers of [broken, revoked.proxy])
    assert.deepEqual(labelsOf({ ...globals, btc_providers }), [{ name: 'UniSat', icon: undefined }])
})

test('reads a limited number of entries', () => {
  const btc_providers = Array.from({ length: 10_000 }, () => xverseEntry)
  const { length } = findInjectedWallets({ btc_providers, XverseProviders: { BitcoinProvider: xverse } })
  assert.equal(length, ANNOUNCED_WALLETS_MAX)
})

test('opens wallets with the features of Bitcoin', async () => {
  const { wallet } = createStandardBitcoinWallet(script, sign)
  const opened = open(wallet)
  assert.equal(opened?.signIn, undefined)
  assert.deepEqual(await opened?.readAccounts(), [address])
})

test('uses the provider of sats-connect if the wallet cannot sign otherwise', async () => {
  const features = { 'bitcoin:signMessage': undefined, 'sats-connect:': { provider: xverse } }
  const { wallet, methods } = createStandardBitcoinWallet({ ...script, features }, sign)
  assert.deepEqual(await open(wallet)?.requestAccounts(), [address])
  assert.deepEqual(methods(), [])
})

test('restores Xverse when it registers', async () => {
  const features = { 'bitcoin:signMessage': undefined, 'sats-connect:': { provider: xverse } }
  const { wallet } = createStandardBitcoinWallet({ ...script, features }, sign)
  assert.deepEqual(await open({ ...wallet, name: 'Xverse Wallet' })?.readAccounts(), [address])
  assert.deepEqual(await open({ ...wallet, name: 'Other' })?.readAccounts(), [])
})

test('opens no wallet that cannot connect and sign', () => {
  for (const name of ['bitcoin:signMessage', 'bitcoin:connect']) {
    const { wallet } = createStandardBitcoinWallet({ ...script, features: { [name]: undefined } }, sign)
    assert.equal(open(wallet), undefined, name)
  }
  const features = { 'bitcoin:signMessage': undefined, 'sats-connect:': { provider: {} } }
  assert.equal(open(createStandardBitcoinWallet({ ...script, features }, sign).wallet), undefined)
})
