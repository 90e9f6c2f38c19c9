import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BITCOIN_MAINNET } from '@countersign/contract/family/family.ts'
import { settled } from '../../../../test/support/fake-page.ts'
import { type BitcoinAccount, newBitcoinAccount } from '../../../../test/support/families/bitcoin.ts'
import { createRpcBitcoinProvider, rpcErrors } from '../../../../test/support/wallets/bitcoin-wallets.ts'
import { exampleChallenge as challenge } from '../../../../test/support/web/fake-wallet-env.ts'
import { recordDriver } from '../../../../test/support/web/record-driver.ts'
import { createRpcDriver } from './rpc-driver.ts'

const segwit = newBitcoinAccount('p2wpkh')
const taproot = newBitcoinAccount('p2tr')
const legacy = newBitcoinAccount('p2pkh', 'legacy')
const accounts = [
  { address: taproot.address, purpose: 'ordinals' },
  { address: segwit.address, purpose: 'payment' },
]
const MESSAGE = 'A message'

async function sign(text: string, address: string): Promise<string> {
  const account = [segwit, taproot, legacy].find((each) => each.address === address)
  return account ? (await account.sign(text)).signature : ''
}

type Script = Partial<Parameters<typeof createRpcBitcoinProvider>[0]>

function openXverse(script: Script = {}, methods: string[] = []) {
  const wallet = createRpcBitcoinProvider({ accounts, ...script }, sign)
  return { wallet, driver: createRpcDriver(wallet.provider, { methods, readsSilently: true }) }
}

function openLeather(script: Script = {}) {
  const wallet = createRpcBitcoinProvider({ accounts, leather: true, ...script }, sign)
  const options = { methods: ['getAddresses', 'signMessage', 'sendTransfer'], readsSilently: false }
  return { wallet, driver: createRpcDriver(wallet.provider, options) }
}

const request = (account: BitcoinAccount) => ({ account, message: MESSAGE, challenge })

test('connects with one prompt and offers the payment address first', async () => {
  const { wallet, driver } = openXverse()
  assert.deepEqual(await driver.requestAccounts(), [segwit.address, taproot.address])
  assert.equal(await driver.readChain(), BITCOIN_MAINNET)
  assert.deepEqual(wallet.calls, [
    { method: 'wallet_connect', params: { addresses: ['payment', 'ordinals'], network: 'Mainnet' } },
  ])
})

test('sends the first request in the task of the click', () => {
  const { wallet, driver } = openXverse()
  void driver.requestAccounts()
  assert.deepEqual(wallet.methods(), ['wallet_connect'])
})

test('falls back to older methods of wallets that list none', async () => {
  const { wallet, driver } = openXverse({ supports: ['getAddresses'] })
  assert.deepEqual(await driver.requestAccounts(), [segwit.address, taproot.address])
  assert.deepEqual(wallet.methods(), ['wallet_connect', 'getAccounts', 'getAddresses'])
})

test('asks a wallet of sats-connect with the newest method, which it does not list', async () => {
  const { wallet, driver } = openXverse({}, ['getInfo', 'getAddresses', 'getAccounts', 'signMessage'])
  assert.deepEqual(await driver.requestAccounts(), [segwit.address, taproot.address])
  assert.deepEqual(wallet.methods(), ['wallet_connect'])
})

test('reads the list that getAccounts returns', async () => {
  const { wallet, driver } = openXverse({ supports: ['getAccounts'] }, ['getAccounts'])
  assert.deepEqual(await driver.requestAccounts(), [segwit.address, taproot.address])
  assert.deepEqual(wallet.methods(), ['wallet_connect', 'getAccounts'])
})

test('rejects when the wallet supports no method to connect', async () => {
  const { driver } = openXverse({ supports: [] })
  await assert.rejects(driver.requestAccounts(), { code: -32601 })
})

test('reads the accounts without a prompt once the wallet permits it', async () => {
  const { wallet, driver } = openXverse()
  assert.deepEqual(await driver.readAccounts(), [])
  await driver.requestAccounts()
  assert.deepEqual(await driver.readAccounts(), [segwit.address, taproot.address])
  assert.deepEqual(wallet.methods(), ['wallet_getAccount', 'wallet_connect', 'wallet_getAccount'])
})

test('sends no request to restore a wallet that might prompt', async () => {
  const { wallet, driver } = openLeather({ permitted: true })
  assert.deepEqual(await driver.readAccounts(), [])
  assert.deepEqual(wallet.methods(), [])
  await driver.requestAccounts()
  assert.deepEqual(await driver.readAccounts(), [segwit.address, taproot.address])
  assert.deepEqual(wallet.methods(), ['getAddresses'])
  await driver.revoke().catch(() => undefined)
  assert.deepEqual(await driver.readAccounts(), [])
})

test('asks for the protocol of the address type', async () => {
  const shared = [...accounts, { address: legacy.address }]
  const { wallet, driver } = openXverse({ accounts: shared, permitted: true })
  for (const account of [segwit, taproot, legacy]) {
    const { signature } = await account.sign(MESSAGE)
    assert.deepEqual(await driver.sign(request(account)), { signature })
  }
  assert.deepEqual(
    wallet.calls.map(({ params }) => params),
    [
      { address: segwit.address, message: MESSAGE, protocol: 'BIP322', paymentType: 'p2wpkh' },
      { address: taproot.address, message: MESSAGE, protocol: 'BIP322', paymentType: 'p2tr' },
      { address: legacy.address, message: MESSAGE, protocol: 'ECDSA', paymentType: 'p2pkh' },
    ],
  )
})

test('connects and signs with Leather', async () => {
  const { wallet, driver } = openLeather()
  assert.deepEqual(await driver.requestAccounts(), [segwit.address, taproot.address])
  const { signature } = await taproot.sign(MESSAGE)
  assert.deepEqual(await driver.sign(request(taproot)), { signature, message: MESSAGE })
  assert.deepEqual(wallet.methods(), ['getAddresses', 'signMessage'])
})

test('a rejection is a rejection in both dialects, returned or thrown', async () => {
  const prompts = { connect: rpcErrors.rejected, sign: rpcErrors.rejected }
  const { driver } = openXverse({ prompts })
  await assert.rejects(driver.requestAccounts(), { code: 4001 })
  const permitted = openXverse({ prompts, permitted: true })
  await assert.rejects(permitted.driver.sign(request(segwit)), { code: 4001 })
  const thrown = { code: 4001, message: 'User rejected request.' }
  const leather = openLeather({ prompts: { connect: thrown, sign: thrown }, permitted: true })
  await assert.rejects(leather.driver.requestAccounts(), { code: 4001 })
  await assert.rejects(leather.driver.sign(request(segwit)), { code: 4001 })
})

test('reads the answers that the sats-connect library returns', async () => {
  const answers: Record<string, unknown> = {
    wallet_connect: { status: 'success', result: { addresses: accounts } },
    signMessage: { status: 'error', error: { code: -32000, message: 'User rejected' } },
  }
  const driver = createRpcDriver({ request: (method) => answers[method] }, { methods: [], readsSilently: false })
  assert.deepEqual(await driver.requestAccounts(), [segwit.address, taproot.address])
  await assert.rejects(driver.sign(request(segwit)), { code: 4001, message: 'User rejected' })
})

test('a missing permission is no pending request', async () => {
  const provider = { request: async () => ({ error: rpcErrors.denied }) }
  const driver = createRpcDriver(provider, { methods: [], readsSilently: true })
  await assert.rejects(driver.sign(request(segwit)), { code: 4100 })
})

test('says that a test network is not supported', async () => {
  const problem = { code: 'network_unsupported', remedy: 'other_wallet' }
  const named = openXverse({ network: 'Testnet4' })
  await assert.rejects(named.driver.requestAccounts(), { problem })
  const unnamed = openLeather({ accounts: [{ address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }] })
  await assert.rejects(unnamed.driver.requestAccounts(), { problem })
})

test('says that the account changed when another address signed', async () => {
  const provider = { request: async () => ({ result: { signature: 'any', address: taproot.address } }) }
  const driver = createRpcDriver(provider, { methods: [], readsSilently: false })
  const problem = { code: 'wallet/account_missing', remedy: 'try_again' }
  await assert.rejects(driver.sign(request(segwit)), { problem })
})

test('survives answers of any form', async () => {
  for (const answer of [undefined, null, 7, 'text', [], {}, { result: null }, { result: { addresses: 'none' } }]) {
    const driver = createRpcDriver({ request: async () => answer }, { methods: [], readsSilently: true })
    assert.deepEqual(await driver.requestAccounts(), [])
    assert.deepEqual(await driver.readAccounts(), [])
    assert.deepEqual(await driver.sign(request(segwit)), { signature: undefined })
  }
  const throwing = createRpcDriver(
    {
      request() {
        throw 'closed'
      },
    },
    { methods: [], readsSilently: true },
  )
  await assert.rejects(throwing.requestAccounts(), { message: 'closed' })
})

test('reports changed accounts and the end of the permission', async () => {
  const { wallet, driver } = openXverse({ permitted: true })
  const events = recordDriver(driver)
  wallet.emit('accountChange', { type: 'accountChange', addresses: [{ address: taproot.address }] })
  wallet.emit('accountChange', { type: 'accountChange' })
  await settled()
  wallet.emit('networkChange', { bitcoin: { name: 'Signet' }, addresses: [{ address: 'tb1qw508d6qejxtdg4y5r3' }] })
  wallet.emit('disconnect', { type: 'disconnect' })
  assert.deepEqual(events, [
    ['accountsChanged', [taproot.address]],
    ['accountsChanged', [segwit.address, taproot.address]],
    ['accountsChanged', []],
    ['disconnected', undefined],
  ])
})

test('an account that the wallet no longer shares is gone', async () => {
  const { wallet, driver } = openXverse()
  const events = recordDriver(driver)
  wallet.emit('accountChange', undefined)
  await settled()
  assert.deepEqual(events, [['accountsChanged', []]])
})

test('asks to connect again to choose another account, and disconnects', async () => {
  const { wallet, driver } = openXverse({ permitted: true })
  await driver.pickAccount()
  await driver.revoke()
  assert.deepEqual(wallet.methods(), ['wallet_connect', 'wallet_disconnect'])
  await assert.rejects(openLeather().driver.revoke(), { code: -32601 })
})

test('follows account changes of a wallet that might prompt', async () => {
  const { wallet, driver } = openLeather()
  const events = recordDriver(driver)
  await driver.requestAccounts()
  wallet.emit('accountChange', { type: 'accountChange', addresses: [{ address: legacy.address }] })
  assert.deepEqual(await driver.readAccounts(), [legacy.address])
  wallet.emit('accountChange', { type: 'accountChange' })
  await settled()
  assert.deepEqual(await driver.readAccounts(), [])
  assert.deepEqual(events, [
    ['accountsChanged', [legacy.address]],
    ['accountsChanged', []],
  ])
  assert.deepEqual(wallet.methods(), ['getAddresses'])
})

test('forgets the accounts of a wallet that disconnected', async () => {
  const { wallet, driver } = openLeather()
  recordDriver(driver)
  await driver.requestAccounts()
  wallet.emit('disconnect', { type: 'disconnect' })
  assert.deepEqual(await driver.readAccounts(), [])
})
