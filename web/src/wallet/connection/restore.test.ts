import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeStorage, settled } from '../../../../test/support/fake-page.ts'
import {
  accountOf,
  alice,
  BOB,
  labelOf,
  metaMask,
  openWallets,
  rabby,
  rainbow,
  recentWallets,
} from '../../../../test/support/web/fake-wallet-env.ts'

test('a first visit sends no request and stays disconnected', async () => {
  const page = openWallets()
  const wallet = page.install({ ...metaMask, permitted: true })
  page.wallets.start()
  await page.timers.advance(10_000)
  assert.deepEqual(wallet.calledMethods, [])
  assert.deepEqual(page.history, ['disconnected'])
})

test('the recent wallet is reconnecting, then connected', async () => {
  const page = openWallets({ localStorage: fakeStorage(recentWallets(metaMask)) })
  page.install({ ...metaMask, permitted: true })
  page.wallets.start()
  await settled()
  assert.deepEqual(page.history, ['disconnected', 'reconnecting', 'connected'].slice(-page.history.length))
  assert.deepEqual(page.wallets.getConnection(), {
    status: 'connected',
    wallet: labelOf('io.metamask'),
    account: alice,
  })
})

test('exposes no address while reconnecting', async () => {
  const page = openWallets({ localStorage: fakeStorage(recentWallets(metaMask)) })
  page.install({ ...metaMask, permitted: true, answers: { eth_accounts: 'hang' } })
  page.wallets.start()
  await page.timers.advance(0)
  assert.deepEqual(page.wallets.getConnection(), { status: 'reconnecting', wallet: labelOf('io.metamask') })
})

test('a locked wallet ends in disconnected and keeps its badge', async () => {
  const page = openWallets({ localStorage: fakeStorage(recentWallets(metaMask)) })
  page.install({ ...metaMask, permitted: false })
  page.wallets.start()
  await page.timers.advance(300)
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  assert.deepEqual(
    page.wallets.getWallets().map(({ recent }) => recent),
    [true],
  )
})

test('gives a silent wallet three seconds', async () => {
  const page = openWallets({ localStorage: fakeStorage(recentWallets(rainbow)) })
  page.install({ ...rainbow, permitted: true, answers: { eth_accounts: 'hang' } })
  page.wallets.start()
  await page.timers.advance(2999)
  assert.equal(page.wallets.getConnection().status, 'reconnecting')
  await page.timers.advance(1)
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
})

test('sends no request to any other wallet', async () => {
  const page = openWallets({ localStorage: fakeStorage(recentWallets(metaMask, rainbow)) })
  page.install({ ...metaMask, permitted: true })
  const other = page.install({ ...rainbow, answers: { eth_accounts: 'hang' } })
  page.wallets.start()
  await settled()
  assert.equal(page.wallets.getConnection().status, 'connected')
  assert.deepEqual(other.calledMethods, [])
})

test('a missing extension ends in disconnected and is named', async () => {
  const page = openWallets({ localStorage: fakeStorage(recentWallets(metaMask)) })
  page.install(rabby)
  page.wallets.start()
  await page.timers.advance(300)
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  assert.equal(page.wallets.missing, 'MetaMask')
})

test('restores a wallet that announces within 300 ms', async () => {
  const page = openWallets({ localStorage: fakeStorage(recentWallets(metaMask)) })
  const wallet = page.install({ ...metaMask, permitted: true, announces: 'later' })
  page.wallets.start()
  await page.timers.advance(299)
  wallet.announce()
  await settled()
  assert.equal(page.wallets.getConnection().status, 'connected')
})

test('waits three seconds for the announcement on a phone', async () => {
  const page = openWallets({ announcesLate: true, localStorage: fakeStorage(recentWallets(metaMask)) })
  const wallet = page.install({ ...metaMask, permitted: true, announces: 'later' })
  page.wallets.start()
  await page.timers.advance(2999)
  wallet.announce()
  await settled()
  assert.equal(page.wallets.getConnection().status, 'connected')
})

test('does not restore a wallet when two claim its reverse domain name', async () => {
  const page = openWallets({ localStorage: fakeStorage(recentWallets(metaMask)) })
  const real = page.install({ ...metaMask, uuid: 'a', permitted: true })
  const other = page.install({ ...metaMask, uuid: 'b', permitted: true })
  page.wallets.start()
  await page.timers.advance(300)
  assert.equal(page.wallets.getConnection().status, 'disconnected')
  assert.deepEqual([real.calledMethods, other.calledMethods], [[], []])
})

test('restores a bare window.ethereum', async () => {
  const page = openWallets({ localStorage: fakeStorage(recentWallets({ rdns: 'browser', name: 'Browser wallet' })) })
  page.install({ ...metaMask, announces: 'never', permitted: true })
  page.wallets.start()
  await page.timers.advance(1000)
  assert.equal(page.wallets.getConnection().status, 'connected')
})

test('a click takes precedence over the restore', async () => {
  const page = openWallets({ localStorage: fakeStorage(recentWallets(rainbow)) })
  const hung = page.install({ ...rainbow, permitted: true, answers: { eth_accounts: 'ask' } })
  page.install(metaMask)
  page.wallets.start()
  await page.timers.advance(0)
  assert.deepEqual(await page.wallets.connect('io.metamask'), alice)
  hung.approve([BOB])
  await page.timers.advance(5000)
  assert.deepEqual(accountOf(page), alice)
})

test('restores the demo wallet when its code loads late', async () => {
  const demo = { ...metaMask, name: 'Demo wallet', rdns: 'localhost.countersign.demo', announces: 'later' as const }
  const loading = Promise.withResolvers<void>()
  const page: ReturnType<typeof openWallets> = openWallets({
    localStorage: fakeStorage(recentWallets(demo)),
    loadDemo: async () => {
      await loading.promise
      const wallet = page.install({ ...demo, permitted: true })
      return { provider: wallet.provider as never, announce: wallet.announce } // only `request` is used
    },
  })
  page.wallets.start()
  await page.timers.advance(10_000)
  assert.equal(page.wallets.getConnection().status, 'reconnecting')
  loading.resolve()
  await settled()
  assert.equal(page.wallets.getConnection().status, 'connected')
})

test('reports the demo wallet as missing where it is disabled', async () => {
  const demo = { ...metaMask, name: 'Demo wallet', rdns: 'localhost.countersign.demo' }
  const page = openWallets({ localStorage: fakeStorage(recentWallets(demo)) })
  page.wallets.start()
  await page.timers.advance(1000)
  assert.deepEqual([page.wallets.getConnection(), page.wallets.missing], [{ status: 'disconnected' }, 'Demo wallet'])
})
