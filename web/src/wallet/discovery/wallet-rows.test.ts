import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeStorage, settled } from '../../../../test/support/fake-page.ts'
import { createFamilySource, createFamilyWallet, registerWallet } from '../../../../test/support/web/fake-family.ts'
import { metaMask, openWallets, rabby } from '../../../../test/support/web/fake-wallet-env.ts'
import { discoverEvm } from '../evm/discovery.ts'

const phantom = { ...metaMask, name: 'Phantom', rdns: 'app.phantom' }
const BOTH = ['solana:signMessage', 'bitcoin:signMessage']

function openPage(recents: { id: string; name: string }[] = []) {
  const sources = [createFamilySource('solana'), createFamilySource('bip122')]
  const discoveries = [discoverEvm, ...sources.map(({ discover }) => discover)]
  const stored = recents.map((recent) => ({ ...recent, away: true })) // not restored
  const page = openWallets({ discoveries, localStorage: fakeStorage({ 'cs.recent': JSON.stringify(stored) }) })
  const register = (name: string, features?: string[]) =>
    registerWallet(page.env.window, createFamilyWallet({ name, ...(features ? { features } : {}) }).wallet)
  /** Each row as the ids of its families. */
  const rows = () => page.wallets.getWallets().map(({ families }) => families.map(({ id }) => id).join(' '))
  return { ...page, wallets: page.wallets, register, rows }
}

async function startPage(page: ReturnType<typeof openPage>) {
  page.wallets.start()
  await page.timers.advance(300)
  return page
}

test('lists a wallet of several chain families as one row, with the id of the first', async () => {
  const page = openPage()
  page.register('Phantom', BOTH)
  page.install(phantom)
  await startPage(page)
  const [row, ...others] = page.wallets.getWallets()
  assert.deepEqual(others, [])
  assert.deepEqual(
    { id: row?.id, name: row?.name, rdns: row?.rdns, recent: row?.recent, families: row?.families },
    {
      id: 'app.phantom',
      name: 'Phantom',
      rdns: 'app.phantom',
      recent: false,
      families: [
        { namespace: 'eip155', id: 'app.phantom' },
        { namespace: 'solana', id: 'solana:Phantom' },
        { namespace: 'bip122', id: 'bip122:Phantom' },
      ],
    },
  )
})

test('lists wallets together once the code of every noticed family is loaded, and after 300 ms at the latest', async () => {
  for (const answers of [true, false]) {
    const loading = Promise.withResolvers<void>()
    const solana = createFamilySource('solana', { wait: loading.promise })
    const page = openWallets({ discoveries: [discoverEvm, solana.discover] })
    const listed = () => page.wallets.getWallets().map(({ id }) => id)
    registerWallet(page.env.window, createFamilyWallet({ name: 'Backpack' }).wallet)
    page.install(metaMask)
    page.wallets.start()
    await page.timers.advance(100)
    assert.deepEqual(listed(), [])
    if (answers) loading.resolve()
    await page.timers.advance(answers ? 0 : 200)
    assert.deepEqual(listed(), answers ? ['solana:Backpack', 'io.metamask'] : ['io.metamask'])
  }
})

test('lists the demo wallet last and once, with the families that may sign in', async () => {
  const demo = { ...metaMask, name: 'Demo wallet', rdns: 'localhost.countersign.demo', announces: 'later' as const }
  const [solana, bitcoin] = [createFamilySource('solana'), createFamilySource('bip122')]
  for (const discoveries of [
    [discoverEvm, solana.discover, bitcoin.discover],
    [solana.discover, bitcoin.discover],
  ]) {
    const page: ReturnType<typeof openWallets> = openWallets({
      discoveries,
      loadDemo: async () => {
        const evm = page.install(demo)
        const standard = createFamilyWallet({ name: demo.name, features: BOTH }).wallet
        const announce = () => {
          evm.announce()
          registerWallet(page.env.window, standard)
        }
        return { provider: evm.provider as never, standard, announce }
      },
    })
    registerWallet(page.env.window, createFamilyWallet({ name: 'Solflare' }).wallet)
    page.wallets.start()
    await page.timers.advance(300)
    assert.deepEqual(
      page.wallets.getWallets().map(({ name, kind, families }) => [name, kind, families.length]),
      [
        ['Solflare', 'announced', 1],
        ['Demo wallet', 'demo', discoveries.length],
      ],
    )
  }
})

test('finds each family of a row by its own id', async () => {
  const page = openPage()
  page.register('Phantom')
  page.install(phantom)
  await startPage(page)
  assert.deepEqual(
    ['app.phantom', 'solana:Phantom', 'bip122:Phantom'].map((id) => page.wallets.findWallet(id)?.driver.namespace),
    ['eip155', 'solana', undefined],
  )
})

test('extends a listed row in place when another family of the wallet is found', async () => {
  const page = openPage()
  page.install(phantom)
  page.install(rabby)
  await startPage(page)
  assert.deepEqual(page.rows(), ['app.phantom', 'io.rabby'])
  page.register('Solflare')
  page.register('Phantom', BOTH)
  await settled()
  assert.deepEqual(page.rows(), ['app.phantom solana:Phantom bip122:Phantom', 'io.rabby', 'solana:Solflare'])
})

test('puts Ethereum first in a row even if it is found last', async () => {
  const page = openPage()
  page.register('Phantom')
  page.register('Solflare')
  await startPage(page)
  page.install(phantom)
  await settled()
  assert.deepEqual(page.rows(), ['app.phantom solana:Phantom', 'solana:Solflare'])
  assert.equal(page.wallets.getWallets()[0]?.id, 'app.phantom')
})

test('merges nothing into the row of an imitation', async () => {
  const page = openPage()
  page.install({ ...phantom, rdns: 'app.phantom.copy', uuid: 'copy' })
  page.install(phantom)
  page.register('Phantom', BOTH)
  await startPage(page)
  assert.deepEqual(page.rows(), ['app.phantom.copy', 'app.phantom', 'solana:Phantom', 'bip122:Phantom'])
})

test('keeps two wallets of one family and name as two rows', async () => {
  const page = openPage()
  page.install(phantom)
  page.register('Phantom')
  page.register('Phantom')
  page.register('Phantom', ['bitcoin:signMessage'])
  await startPage(page)
  assert.deepEqual(page.rows(), ['app.phantom solana:Phantom', 'solana:Phantom#2', 'bip122:Phantom'])
})

test('does not merge an installed wallet with one that is linked', async () => {
  const linked = { id: 'phone', name: 'Phantom', icon: undefined, rdns: undefined, load: () => Promise.reject() }
  const solana = createFamilySource('solana')
  const page = openWallets({ discoveries: [discoverEvm, solana.discover], linked: [linked] })
  registerWallet(page.env.window, createFamilyWallet().wallet)
  page.wallets.start()
  await page.timers.advance(300)
  assert.deepEqual(
    page.wallets.getWallets().map(({ id }) => id),
    ['solana:Phantom', 'linked:phone'],
  )
})

test('lists a row first and as recent if any of its families is, with the one used last before the others', async () => {
  const page = openPage([{ id: 'bip122:Phantom', name: 'Phantom' }])
  page.install(metaMask)
  page.install(phantom)
  page.register('Phantom', BOTH)
  await startPage(page)
  assert.deepEqual(page.rows(), ['bip122:Phantom app.phantom solana:Phantom', 'io.metamask'])
  assert.deepEqual(
    page.wallets.getWallets().map(({ id, recent }) => ({ id, recent })),
    [
      { id: 'bip122:Phantom', recent: true },
      { id: 'io.metamask', recent: false },
    ],
  )
})

test('a click connects the family that was used last, also if that was since the page was loaded, and no row moves', async () => {
  const page = openPage([{ id: 'io.metamask', name: 'MetaMask' }])
  page.install(metaMask)
  page.install(phantom)
  page.register('Phantom', BOTH)
  await startPage(page)
  const listed = () => page.wallets.getWallets().map(({ id, recent }) => `${id} ${recent}`)
  assert.deepEqual(listed(), ['io.metamask true', 'app.phantom false'])
  await page.wallets.connect('solana:Phantom')
  assert.deepEqual(listed(), ['io.metamask true', 'solana:Phantom true'])
  page.wallets.forget()
  assert.deepEqual(listed(), ['io.metamask false', 'app.phantom false'])
})

test('keeps the place of a row that loses a family', async () => {
  const page = openPage()
  const unregister = page.register('Phantom', BOTH)
  page.install(phantom)
  page.install(rabby)
  await startPage(page)
  unregister()
  await settled()
  assert.deepEqual(page.rows(), ['app.phantom', 'io.rabby'])
})
