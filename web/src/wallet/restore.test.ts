/** Rows of the transition table in the wallet research (1.3), in their order. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeStorage, settled } from '../../../test/support/fake-page.ts'
import {
  accountOf,
  alice,
  BOB,
  labelOf,
  metaMask,
  openWallets,
  rabby,
  rainbow,
  recently,
} from '../../../test/support/web/fake-wallet-env.ts'

test('1, 3: a first visit sends nothing to any wallet and shows nothing but disconnected', async () => {
  const page = openWallets()
  const wallet = page.install({ ...metaMask, permitted: true })
  page.wallets.start()
  await page.timers.advance(10_000)
  assert.deepEqual(wallet.asked, [])
  assert.deepEqual(page.history, ['disconnected'])
})

test('2, 4: the recent wallet is reconnecting, then connected', async () => {
  const page = openWallets({ localStorage: fakeStorage(recently(metaMask)) })
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

test('2: while it is being restored the address is not on show', async () => {
  const page = openWallets({ localStorage: fakeStorage(recently(metaMask)) })
  page.install({ ...metaMask, permitted: true, answers: { eth_accounts: 'hang' } })
  page.wallets.start()
  await page.timers.advance(0)
  assert.deepEqual(page.wallets.getConnection(), { status: 'reconnecting', wallet: labelOf('io.metamask') })
})

test('5: a locked wallet ends in disconnected and keeps its badge', async () => {
  const page = openWallets({ localStorage: fakeStorage(recently(metaMask)) })
  page.install({ ...metaMask, permitted: false })
  page.wallets.start()
  await page.timers.advance(300)
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  assert.deepEqual(
    page.wallets.getWallets().map(({ recent }) => recent),
    [true],
  )
})

test('6: a wallet that never answers is given three seconds', async () => {
  const page = openWallets({ localStorage: fakeStorage(recently(rainbow)) })
  page.install({ ...rainbow, permitted: true, answers: { eth_accounts: 'hang' } })
  page.wallets.start()
  await page.timers.advance(2999)
  assert.equal(page.wallets.getConnection().status, 'reconnecting')
  await page.timers.advance(1)
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
})

test('7: another wallet that hangs is not asked at all', async () => {
  const page = openWallets({ localStorage: fakeStorage(recently(metaMask, rainbow)) })
  page.install({ ...metaMask, permitted: true })
  const other = page.install({ ...rainbow, answers: { eth_accounts: 'hang' } })
  page.wallets.start()
  await settled()
  assert.equal(page.wallets.getConnection().status, 'connected')
  assert.deepEqual(other.asked, [])
})

test('8: an extension that is gone ends in disconnected, and its name can be told', async () => {
  const page = openWallets({ localStorage: fakeStorage(recently(metaMask)) })
  page.install(rabby)
  page.wallets.start()
  await page.timers.advance(300)
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  assert.equal(page.wallets.missing, 'MetaMask')
})

test('9: a wallet that announces itself within 300 ms is restored', async () => {
  const page = openWallets({ localStorage: fakeStorage(recently(metaMask)) })
  const wallet = page.install({ ...metaMask, permitted: true, announces: 'later' })
  page.wallets.start()
  await page.timers.advance(299)
  wallet.announce()
  await settled()
  assert.equal(page.wallets.getConnection().status, 'connected')
})

test('9: on a phone it has three seconds', async () => {
  const page = openWallets({ announcesLate: true, localStorage: fakeStorage(recently(metaMask)) })
  const wallet = page.install({ ...metaMask, permitted: true, announces: 'later' })
  page.wallets.start()
  await page.timers.advance(2999)
  wallet.announce()
  await settled()
  assert.equal(page.wallets.getConnection().status, 'connected')
})

test('a wallet whose reverse domain name another claims too is not restored', async () => {
  const page = openWallets({ localStorage: fakeStorage(recently(metaMask)) })
  const real = page.install({ ...metaMask, uuid: 'a', permitted: true })
  const other = page.install({ ...metaMask, uuid: 'b', permitted: true })
  page.wallets.start()
  await page.timers.advance(300)
  assert.equal(page.wallets.getConnection().status, 'disconnected')
  assert.deepEqual([real.asked, other.asked], [[], []])
})

test('a bare window.ethereum is restored too', async () => {
  const page = openWallets({ localStorage: fakeStorage(recently({ rdns: 'browser', name: 'Browser wallet' })) })
  page.install({ ...metaMask, announces: 'never', permitted: true })
  page.wallets.start()
  await page.timers.advance(1000)
  assert.equal(page.wallets.getConnection().status, 'connected')
})

test('a click overtakes the restore', async () => {
  const page = openWallets({ localStorage: fakeStorage(recently(rainbow)) })
  const hung = page.install({ ...rainbow, permitted: true, answers: { eth_accounts: 'ask' } })
  page.install(metaMask)
  page.wallets.start()
  await page.timers.advance(0)
  assert.deepEqual(await page.wallets.connect('io.metamask'), alice)
  hung.approve([BOB])
  await page.timers.advance(5000)
  assert.deepEqual(accountOf(page), alice)
})

test('the demo wallet is restored although its code takes its time', async () => {
  const demo = { ...metaMask, name: 'Demo wallet', rdns: 'localhost.countersign.demo', announces: 'later' as const }
  const arriving = Promise.withResolvers<void>()
  const page: ReturnType<typeof openWallets> = openWallets({
    localStorage: fakeStorage(recently(demo)),
    loadDemo: async () => {
      await arriving.promise
      const wallet = page.install({ ...demo, permitted: true })
      return { provider: wallet.provider as never, announce: wallet.announce } // only requests are made of it
    },
  })
  page.wallets.start()
  await page.timers.advance(10_000)
  assert.equal(page.wallets.getConnection().status, 'reconnecting')
  arriving.resolve()
  await settled()
  assert.equal(page.wallets.getConnection().status, 'connected')
})

test('the demo wallet is missing at once where there is none any more', async () => {
  const demo = { ...metaMask, name: 'Demo wallet', rdns: 'localhost.countersign.demo' }
  const page = openWallets({ localStorage: fakeStorage(recently(demo)) })
  page.wallets.start()
  await page.timers.advance(1000)
  assert.deepEqual([page.wallets.getConnection(), page.wallets.missing], [{ status: 'disconnected' }, 'Demo wallet'])
})
