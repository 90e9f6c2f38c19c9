import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BITCOIN_MAINNET } from '@countersign/contract/family/family.ts'
import type { DriverListener, WalletDriver } from '../driver.ts'
import { withAddressChoice } from './address-choice.ts'

function openDriver(initial: string[]) {
  const wallet = { addresses: initial, picks: 0, listener: undefined as DriverListener | undefined }
  const driver: WalletDriver = {
    namespace: 'bip122',
    requestAccounts: async () => wallet.addresses,
    readAccounts: async () => wallet.addresses,
    readChain: async () => BITCOIN_MAINNET,
    async pickAccount() {
      wallet.picks++
    },
    sign: async () => ({ signature: undefined }),
    listen(listener) {
      wallet.listener = listener
    },
    revoke: async () => undefined,
  }
  return { wallet, driver: withAddressChoice(driver) }
}

test('every address has its turn', async () => {
  const { wallet, driver } = openDriver(['a', 'b', 'c'])
  const first = [(await driver.requestAccounts())[0]]
  for (let pick = 0; pick < 3; pick++) {
    await driver.pickAccount()
    first.push((await driver.readAccounts())[0])
  }
  assert.deepEqual(first, ['a', 'b', 'c', 'a'])
  assert.equal(wallet.picks, 0)
})

test('opens the picker of a wallet that shares one address', async () => {
  const { wallet, driver } = openDriver(['a'])
  await driver.requestAccounts()
  await driver.pickAccount()
  assert.equal(wallet.picks, 1)
})

test('keeps the choice while the wallet is locked and when it repeats its addresses', async () => {
  const { wallet, driver } = openDriver(['a', 'b'])
  await driver.requestAccounts()
  await driver.pickAccount()
  wallet.addresses = []
  assert.deepEqual(await driver.readAccounts(), [])
  wallet.addresses = ['a', 'b']
  assert.deepEqual(await driver.readAccounts(), ['b', 'a'])
  const changes: string[][] = []
  driver.listen({
    connected() {},
    accountsChanged: (addresses) => void changes.push(addresses),
    chainChanged() {},
    disconnected() {},
  })
  wallet.listener?.accountsChanged(['a', 'b'])
  wallet.listener?.accountsChanged(['c', 'd'])
  assert.deepEqual(changes, [
    ['b', 'a'],
    ['c', 'd'],
  ])
})

test('follows another account that the person selected in the wallet', async () => {
  const { wallet, driver } = openDriver(['a', 'b'])
  await driver.requestAccounts()
  await driver.pickAccount()
  assert.deepEqual(await driver.readAccounts(), ['b', 'a'])
  wallet.addresses = ['b', 'a', 'c']
  assert.deepEqual(await driver.readAccounts(), ['b', 'a', 'c'])
  wallet.addresses = ['c', 'b', 'a']
  assert.deepEqual(await driver.readAccounts(), ['c', 'b', 'a'])
})
