import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BITCOIN_MAINNET } from '@countersign/contract/family/family.ts'
import { newBitcoinAccount } from '../../../../test/support/families/bitcoin.ts'
import { createStandardBitcoinWallet, standardRejection } from '../../../../test/support/wallets/bitcoin-wallets.ts'
import { exampleChallenge as challenge } from '../../../../test/support/web/fake-wallet-env.ts'
import { recordDriver } from '../../../../test/support/web/record-driver.ts'
import { readStandardWallet } from '../wallet-standard/standard-wallet.ts'
import { createStandardDriver } from './standard-driver.ts'

const segwit = newBitcoinAccount('p2wpkh')
const taproot = newBitcoinAccount('p2tr')
const MESSAGE = 'A message'
const request = { account: segwit, message: MESSAGE, challenge }

async function sign(text: string, address: string): Promise<string> {
  const account = [segwit, taproot].find((each) => each.address === address)
  return account ? (await account.sign(text)).signature.replace('smp', '') : ''
}

function driverOf(object: object) {
  const wallet = readStandardWallet(object)
  assert.ok(wallet)
  return createStandardDriver(wallet)
}

function openWallet(script: Partial<Parameters<typeof createStandardBitcoinWallet>[0]> = {}) {
  const fake = createStandardBitcoinWallet({ accounts: [{ address: segwit.address }], ...script }, sign)
  return { fake, driver: driverOf(fake.wallet) }
}

test('connects with one prompt', async () => {
  const { fake, driver } = openWallet()
  const connecting = driver.requestAccounts()
  assert.deepEqual(fake.calls, [{ method: 'bitcoin:connect', params: { purposes: ['payment', 'ordinals'] } }])
  assert.deepEqual(await connecting, [segwit.address])
  assert.equal(await driver.readChain(), BITCOIN_MAINNET)
})

test('reads the accounts without a request', async () => {
  const { fake, driver } = openWallet()
  assert.deepEqual(await driver.readAccounts(), [])
  fake.permit(true)
  assert.deepEqual(await driver.readAccounts(), [segwit.address])
  assert.deepEqual(fake.methods(), [])
})

test('connects silently where the wallet supports it', async () => {
  const connected: unknown[] = []
  const connect = async (params: unknown) => {
    connected.push(params)
    return { accounts: [{ address: taproot.address, chains: ['bitcoin:mainnet'] }] }
  }
  const { driver } = openWallet({ features: { 'standard:connect': { version: '1.0.0', connect } } })
  assert.deepEqual(await driver.readAccounts(), [taproot.address])
  assert.deepEqual(connected, [{ silent: true }])
})

test('sends no request to a wallet that was locked, and lets it sign', async () => {
  const connected: unknown[] = []
  const connect = async (params: unknown) => void connected.push(params)
  const { fake } = openWallet({ permitted: true, features: { 'standard:connect': { connect } } })
  const wallet = { ...fake.wallet, accounts: [...fake.wallet.accounts] }
  const driver = driverOf(wallet)
  assert.deepEqual(await driver.readAccounts(), [segwit.address])
  wallet.accounts = []
  assert.deepEqual(await driver.readAccounts(), [])
  assert.deepEqual(connected, [])
  assert.deepEqual(await driver.sign(request), { signature: await sign(MESSAGE, segwit.address) })
})

test('an account without chains is one of Bitcoin', async () => {
  const { fake } = openWallet({ permitted: true })
  const driver = driverOf({ ...fake.wallet, accounts: [{ address: segwit.address, chains: [] }] })
  assert.deepEqual(await driver.readAccounts(), [segwit.address])
})

test('uses the standard features of a wallet that has no others of Bitcoin', async () => {
  const { fake, driver } = openWallet()
  const { features } = fake.wallet
  for (const name of ['connect', 'events', 'disconnect']) {
    features[`standard:${name}`] = features[`bitcoin:${name}`]
    delete features[`bitcoin:${name}`]
  }
  const events = recordDriver(driver)
  assert.deepEqual(await driver.requestAccounts(), [segwit.address])
  await driver.revoke()
  assert.deepEqual(events, [['accountsChanged', []]])
})

test('signs the text as bytes and returns base64', async () => {
  const { fake, driver } = openWallet({ permitted: true })
  assert.deepEqual(await driver.sign(request), { signature: await sign(MESSAGE, segwit.address) })
  const input = fake.calls[0]?.params as { account: { address: string }; message: Uint8Array } // what the page sent
  assert.equal(input.account.address, segwit.address)
  assert.equal(new TextDecoder().decode(input.message), MESSAGE)
})

test('reads a single answer as well as a list', async () => {
  const signature = await sign(MESSAGE, segwit.address)
  const signMessage = async () => ({ signature })
  const { driver } = openWallet({ permitted: true, features: { 'bitcoin:signMessage': { signMessage } } })
  assert.deepEqual(await driver.sign(request), { signature })
})

test('asks for no signature when another account is selected', async () => {
  const { fake, driver } = openWallet({ permitted: true })
  fake.switchAccounts([{ address: taproot.address }])
  await assert.rejects(driver.sign(request), { problem: { code: 'wallet/account_missing', remedy: 'try_again' } })
  assert.deepEqual(fake.methods(), [])
})

test('passes rejections on', async () => {
  const prompts = { connect: standardRejection, sign: standardRejection }
  await assert.rejects(openWallet({ prompts }).driver.requestAccounts(), { code: 4001 })
  await assert.rejects(openWallet({ prompts, permitted: true }).driver.sign(request), { code: 4001 })
})

test('says that test networks and other script types are not supported', async () => {
  const test4 = openWallet({ accounts: [{ address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }] })
  await assert.rejects(test4.driver.requestAccounts(), {
    problem: { code: 'network_unsupported', remedy: 'other_wallet' },
  })
  const script = openWallet({
    accounts: [{ address: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3' }],
  })
  await assert.rejects(script.driver.requestAccounts(), {
    problem: { code: 'address_unsupported', remedy: 'other_wallet' },
  })
})

test('reports changed accounts only', () => {
  const { fake, driver } = openWallet({ permitted: true })
  const events = recordDriver(driver)
  fake.switchAccounts([{ address: taproot.address }])
  fake.permit(false)
  assert.deepEqual(events, [
    ['accountsChanged', [taproot.address]],
    ['accountsChanged', []],
  ])
})

test('has no account picker, and survives a wallet without features', async () => {
  const driver = driverOf({ name: 'Empty', accounts: null, features: undefined })
  await assert.rejects(driver.pickAccount(), { code: 4200 })
  await assert.rejects(driver.requestAccounts(), { code: 4200 })
  await assert.rejects(driver.revoke(), { code: 4200 })
  assert.deepEqual(await driver.readAccounts(), [])
  assert.deepEqual(recordDriver(driver), [])
})

test('survives answers of any form', async () => {
  for (const answer of [undefined, null, 7, 'text', [], {}, [null], { accounts: 7 }, [{ signature: {} }]]) {
    const feature = { connect: async () => answer, signMessage: async () => answer }
    const { driver } = openWallet({
      permitted: true,
      features: { 'bitcoin:connect': feature, 'bitcoin:signMessage': feature },
    })
    assert.deepEqual(await driver.requestAccounts(), [])
    assert.deepEqual(await driver.sign(request), { signature: undefined })
  }
})
