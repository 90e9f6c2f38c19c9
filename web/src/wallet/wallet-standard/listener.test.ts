import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ANNOUNCED_WALLETS_MAX } from '@countersign/contract/limits.ts'
import { settled } from '../../../../test/support/fake-page.ts'
import {
  createFamilySource,
  createFamilyWallet,
  registerWallet,
  STANDARD_ICON,
} from '../../../../test/support/web/fake-family.ts'
import { openWallets } from '../../../../test/support/web/fake-wallet-env.ts'
import { discoverEvm } from '../evm/discovery.ts'

function openPage(options: Parameters<typeof createFamilySource>[1] = {}) {
  const source = createFamilySource('solana', options)
  const page = openWallets({ discoveries: [source.discover] })
  const register = (wallet: unknown) => registerWallet(page.env.window, wallet)
  const ids = () => page.wallets.getWallets().map(({ id }) => id)
  return { ...page, wallets: page.wallets, loads: source.loads, register, ids }
}

async function startPage(options: Parameters<typeof createFamilySource>[1] = {}) {
  const page = openPage(options)
  page.wallets.start()
  await page.timers.advance(300)
  return page
}

const walletNamed = (name: string) => createFamilyWallet({ name }).wallet

describe('wallets that register', () => {
  test('are listed whether they are there before the page or come after it', async () => {
    const page = openPage()
    page.register(walletNamed('Before'))
    page.wallets.start()
    await page.timers.advance(300)
    page.register(walletNamed('After'))
    await settled()
    const { families, icon, kind, rdns } = page.wallets.getWallets()[0] ?? {}
    assert.deepEqual(page.ids(), ['solana:Before', 'solana:After'])
    assert.deepEqual(
      { families, icon, kind, rdns },
      {
        families: [{ namespace: 'solana', id: 'solana:Before' }],
        icon: STANDARD_ICON,
        kind: 'announced',
        rdns: undefined,
      },
    )
  })

  test('are listed once, and no longer after they unregister', async () => {
    const page = await startPage()
    const wallet = walletNamed('Phantom')
    page.register(wallet)
    const unregister = page.register(wallet)
    await settled()
    assert.deepEqual(page.ids(), ['solana:Phantom'])
    unregister()
    await settled()
    assert.deepEqual(page.ids(), [])
    page.register(wallet)
    await settled()
    assert.deepEqual(page.ids(), ['solana:Phantom'])
  })

  test('are two rows with two ids if they have the same name', async () => {
    const page = await startPage()
    for (const wallet of [walletNamed('Phantom'), walletNamed('Phantom')]) page.register(wallet)
    await settled()
    assert.deepEqual(page.ids(), ['solana:Phantom', 'solana:Phantom#2'])
  })

  test('are limited to fifty, with few updates', async () => {
    const page = await startPage()
    let drawn = 0
    page.wallets.subscribe(() => drawn++)
    for (let count = 0; count < 1000; count++) page.register(walletNamed(`Wallet ${count}`))
    await settled()
    assert.equal(page.ids().length, ANNOUNCED_WALLETS_MAX)
    assert.ok(drawn <= 4, `drawn ${drawn} times`)
  })

  test('are limited even if each unregisters before the next', async () => {
    const page = await startPage()
    for (let count = 0; count < ANNOUNCED_WALLETS_MAX; count++) page.register(walletNamed(`Wallet ${count}`))()
    page.register(walletNamed('Late'))
    await settled()
    assert.deepEqual(page.ids(), [])
  })

  test('cannot break the page by what they are', async () => {
    const page = await startPage()
    const throwing = (...keys: string[]) => {
      const wallet = { ...walletNamed('Throwing') }
      for (const key of keys)
        Object.defineProperty(wallet, key, {
          get() {
            throw new Error('no')
          },
        })
      return wallet
    }
    const hostile = [
      undefined,
      null,
      7,
      'Phantom',
      {},
      { name: 'No features' },
      { name: 'Features', features: 'solana:' },
      { ...walletNamed('x'), name: { toString: () => 'Object' } },
      { ...walletNamed('x'), name: ' \u202e ' },
      { ...walletNamed('x'), features: { 'solana:signMessage': 1 } },
      new Proxy(walletNamed('Proxy'), {
        get() {
          throw new Error('no')
        },
        ownKeys() {
          throw new Error('no')
        },
      }),
      throwing('features'),
      throwing('name'),
    ]
    for (const wallet of hostile) page.register(wallet)
    const unreadable = throwing('icon', 'chains', 'accounts')
    page.register(unreadable)
    for (const detail of [undefined, 7, {}, () => assert.fail('the wallet failed')])
      page.env.window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
    await settled()
    assert.deepEqual(
      page.wallets.getWallets().map(({ id, icon }) => ({ id, icon })),
      [{ id: 'solana:Throwing', icon: undefined }],
    )
  })

  test('have a clean name and an icon that is an image in the page', async () => {
    const page = await startPage()
    page.register({ ...walletNamed('Pha\u202entom\n wallet'), icon: 'https://wallet.example/icon.png' })
    await settled()
    const [option] = page.wallets.getWallets()
    assert.deepEqual([option?.name, option?.icon], ['Phantom wallet', undefined])
  })

  test('are left out if the family cannot use them', async () => {
    const page = await startPage({
      openStandardWallet({ name }) {
        if (name === 'Broken') throw new Error('no')
        return undefined
      },
    })
    for (const name of ['Broken', 'Other']) page.register(walletNamed(name))
    await settled()
    assert.deepEqual([page.ids(), page.loads.count], [[], 1])
  })
})

describe('the chunk of a family', () => {
  test('is loaded again by the next wallet if it failed', async () => {
    let loads = 0
    const page = await startPage({
      load() {
        loads++
        return Promise.reject(new TypeError('no chunk'))
      },
    })
    page.register(walletNamed('Phantom'))
    await page.timers.advance(2000)
    assert.deepEqual([page.ids(), page.wallets.settled, loads], [[], true, 1])
    page.register(walletNamed('Solflare'))
    await settled()
    assert.equal(loads, 2)
  })

  test('is loaded again a few times if the network failed', async () => {
    let loads = 0
    const { driverOf } = createFamilyWallet().wallet.features['solana:signMessage'] ?? {}
    const page = await startPage({
      async load() {
        loads++
        if (loads < 3) throw new TypeError('no chunk')
        return { openStandardWallet: () => driverOf?.('solana') }
      },
    })
    page.register(walletNamed('Phantom'))
    await page.timers.advance(10_000)
    assert.deepEqual([page.ids(), loads], [['solana:Phantom'], 3])
  })

  test('is not requested for ever', async () => {
    let loads = 0
    const page = await startPage({
      load() {
        loads++
        return Promise.reject(new TypeError('no chunk'))
      },
    })
    page.register(walletNamed('Phantom'))
    await page.timers.advance(60_000)
    assert.equal(loads, 4)
  })

  test('does not hold up a bare window.ethereum', async () => {
    const solana = createFamilySource('solana', { load: () => new Promise(() => {}) })
    const page = openWallets({ discoveries: [discoverEvm, solana.discover] })
    page.env.window.ethereum = { request: async () => [] }
    registerWallet(page.env.window, walletNamed('Phantom'))
    page.wallets.start()
    await page.timers.advance(5000)
    assert.deepEqual(
      page.wallets.getWallets().map(({ id }) => id),
      ['browser'],
    )
  })

  test('is awaited before the page says that there is no wallet', async () => {
    const chunk = Promise.withResolvers<never>()
    const page = openPage({ load: () => chunk.promise })
    page.register(walletNamed('Phantom'))
    page.wallets.start()
    await page.timers.advance(5000)
    assert.equal(page.wallets.settled, false)
    chunk.reject(new TypeError('no chunk'))
    await settled()
    assert.equal(page.wallets.settled, true)
  })
})

describe('wallets that are properties of window', () => {
  const injected = (name: string, provider: object) => {
    const driverOf = createFamilyWallet().wallet.features['solana:signMessage']?.driverOf
    if (!driverOf) throw new Error('no driver')
    return { driver: driverOf('solana'), provider, name, icon: undefined }
  }

  test('are noticed at the start or soon after, and listed once', async () => {
    const provider = {}
    const page = openPage({ globals: ['btc_providers'], findInjectedWallets: () => [injected('Xverse', provider)] })
    page.wallets.start()
    await page.timers.advance(299)
    assert.equal(page.loads.count, 0)
    Object.assign(page.env.window, { btc_providers: [] })
    await page.timers.advance(701)
    assert.deepEqual([page.ids(), page.loads.count], [['solana:Xverse'], 1])
  })

  test('are listed once if another object takes the place of the first', async () => {
    let provider = {}
    const page = openPage({ globals: ['unisat'], findInjectedWallets: () => [injected('UniSat', provider)] })
    Object.assign(page.env.window, { unisat: {} })
    page.wallets.start()
    await page.timers.advance(300)
    provider = {}
    await page.timers.advance(1000)
    assert.deepEqual(page.ids(), ['solana:UniSat#2'])
  })

  test('are the same wallet as a registered one with the name', async () => {
    const page = openPage({
      globals: ['btc_providers'],
      findInjectedWallets: () => [injected('Xverse', page), injected('UniSat', page.env)],
    })
    Object.assign(page.env.window, { btc_providers: [] })
    page.register(walletNamed('Xverse'))
    page.wallets.start()
    await page.timers.advance(1000)
    assert.deepEqual(page.ids(), ['solana:UniSat', 'solana:Xverse'])
  })

  test('do not hide registered wallets when they cannot be read', async () => {
    const page = openPage({
      globals: ['btc_providers'],
      findInjectedWallets() {
        throw new Error('no')
      },
    })
    page.register(walletNamed('Xverse'))
    page.wallets.start()
    await page.timers.advance(1000)
    assert.deepEqual(page.ids(), ['solana:Xverse'])
  })
})
