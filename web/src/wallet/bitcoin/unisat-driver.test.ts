import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BITCOIN_MAINNET } from '@countersign/contract/family/family.ts'
import { settled } from '../../../../test/support/fake-page.ts'
import { newBitcoinAccount } from '../../../../test/support/families/bitcoin.ts'
import { createUniSat, standardRejection } from '../../../../test/support/wallets/bitcoin-wallets.ts'
import { exampleChallenge as challenge } from '../../../../test/support/web/fake-wallet-env.ts'
import { recordDriver } from '../../../../test/support/web/record-driver.ts'
import { createUniSatDriver } from './unisat-driver.ts'

const segwit = newBitcoinAccount('p2wpkh')
const legacy = newBitcoinAccount('p2pkh', 'legacy')
const MESSAGE = 'A message'

async function sign(text: string, address: string): Promise<string> {
  return (await (address === legacy.address ? legacy : segwit).sign(text)).signature
}

function openUniSat(script: Partial<Parameters<typeof createUniSat>[0]> = {}) {
  const fake = createUniSat({ accounts: [{ address: segwit.address }], ...script }, sign)
  return { fake, driver: createUniSatDriver(fake.unisat) }
}

test('connects with one prompt, sent in the task of the click', async () => {
  const { fake, driver } = openUniSat()
  const connecting = driver.requestAccounts()
  assert.deepEqual(fake.methods(), ['requestAccounts'])
  assert.deepEqual(await connecting, [segwit.address])
  assert.equal(await driver.readChain(), BITCOIN_MAINNET)
})

test('reads the accounts without a prompt', async () => {
  const { fake, driver } = openUniSat()
  assert.deepEqual(await driver.readAccounts(), [])
  fake.permit()
  assert.deepEqual(await driver.readAccounts(), [segwit.address])
  assert.deepEqual(fake.methods(), ['getAccounts', 'getAccounts'])
})

test('asks for BIP-322, and for an ECDSA signature with a P2PKH address', async () => {
  for (const [account, type] of [
    [segwit, 'bip322-simple'],
    [legacy, 'ecdsa'],
  ] as const) {
    const { fake, driver } = openUniSat({ accounts: [{ address: account.address }], permitted: true })
    const { signature } = await account.sign(MESSAGE)
    assert.deepEqual(await driver.sign({ account, message: MESSAGE, challenge }), { signature })
    assert.deepEqual(fake.calls, [{ method: 'signMessage', params: { text: MESSAGE, type } }])
  }
})

test('says that other networks are not supported, also those with the same addresses', async () => {
  for (const chain of ['BITCOIN_TESTNET', 'BITCOIN_SIGNET', 'FRACTAL_BITCOIN_MAINNET']) {
    const { driver } = openUniSat({ chain })
    const problem = { code: 'network_unsupported', remedy: 'other_wallet' }
    await assert.rejects(driver.requestAccounts(), { problem }, chain)
    await assert.rejects(driver.readChain(), { problem }, chain)
  }
})

test('reads the network of older versions', async () => {
  const { fake } = openUniSat()
  const { getChain: _, ...older } = fake.unisat
  const live = createUniSatDriver({ ...older, getNetwork: async () => 'livenet' })
  assert.deepEqual(await live.requestAccounts(), [segwit.address])
  const test3 = createUniSatDriver({ ...older, getNetwork: async () => 'testnet' })
  await assert.rejects(test3.requestAccounts(), { problem: { code: 'network_unsupported', remedy: 'other_wallet' } })
})

test('passes rejections on', async () => {
  const prompts = { connect: standardRejection, sign: standardRejection }
  const { driver } = openUniSat({ prompts, permitted: true })
  await assert.rejects(driver.requestAccounts(), { code: 4001 })
  await assert.rejects(driver.sign({ account: segwit, message: MESSAGE, challenge }), { code: 4001 })
})

test('reports changed accounts and networks', async () => {
  const { fake, driver } = openUniSat({ permitted: true })
  const events = recordDriver(driver)
  fake.switchAccounts([{ address: legacy.address }])
  fake.switchChain('FRACTAL_BITCOIN_MAINNET')
  await settled()
  fake.switchChain('BITCOIN_MAINNET')
  await settled()
  fake.emit('accountsChanged', 'garbage')
  assert.deepEqual(events, [
    ['accountsChanged', [legacy.address]],
    ['accountsChanged', []],
    ['chainChanged', BITCOIN_MAINNET],
    ['accountsChanged', []],
  ])
})

test('has no account picker, and disconnects if the wallet can', async () => {
  const { fake, driver } = openUniSat({ permitted: true })
  await assert.rejects(driver.pickAccount(), { code: 4200 })
  await driver.revoke()
  assert.deepEqual(await driver.readAccounts(), [])
  const { disconnect: _, ...older } = fake.unisat
  await assert.rejects(createUniSatDriver(older).revoke(), { code: 4200 })
})

test('survives answers of any form', async () => {
  for (const answer of [undefined, null, 7, 'text', {}, [null]]) {
    const { fake } = openUniSat()
    const answers = { requestAccounts: () => answer, getAccounts: () => answer, signMessage: () => answer }
    const driver = createUniSatDriver({ ...fake.unisat, ...answers })
    assert.deepEqual(await driver.requestAccounts(), [])
    assert.deepEqual(await driver.readAccounts(), [])
    assert.deepEqual(await driver.sign({ account: segwit, message: MESSAGE, challenge }), { signature: undefined })
  }
})
