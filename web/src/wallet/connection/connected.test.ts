import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBus, fakeStorage, settled } from '../../../../test/support/fake-page.ts'
import {
  ALICE,
  accountOf,
  alice,
  BOB,
  bob,
  connectedPage,
  metaMask,
  openWallets,
  rabby,
  recentWallets,
  rejection,
} from '../../../../test/support/web/fake-wallet-env.ts'

test('follows an account switch in the wallet', async () => {
  const page = await connectedPage()
  page.wallet.switchAccounts([BOB, ALICE])
  await settled()
  assert.deepEqual(accountOf(page), bob)
})

test('follows an account switch in a wallet that connected without a request', async () => {
  const page = openWallets()
  const wallet = page.install({ ...metaMask, permitted: true })
  page.wallets.start()
  await settled()
  wallet.emit('connect', { chainId: '0x1' })
  await settled()
  wallet.switchAccounts([BOB])
  await settled()
  assert.deepEqual(accountOf(page), bob)
})

test('an empty account list disconnects', async () => {
  const page = await connectedPage()
  page.wallet.switchAccounts([])
  await settled()
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
})

test('follows the wallet to any chain', async () => {
  const page = await connectedPage()
  page.wallet.switchChain(424_242)
  assert.deepEqual(accountOf(page), { ...alice, chain: '424242' })
  page.wallet.switchChain(1)
  assert.deepEqual(accountOf(page), alice)
})

test('reads a chain that changed without an event before signing', async () => {
  const page = openWallets()
  const wallet = page.install({ ...metaMask, silent: true })
  page.wallets.start()
  await page.wallets.connect('io.metamask')
  wallet.switchChain(10)
  assert.deepEqual(await page.wallets.readAccount(), { ...alice, chain: '10' })
})

test('a restarting service worker does not disconnect', async () => {
  const page = await connectedPage()
  page.wallet.emit('disconnect', { code: 1013, message: 'Disconnected' })
  await settled()
  assert.deepEqual(accountOf(page), alice)
})

test('any other disconnect event disconnects, and 1011 requires a reload', async () => {
  for (const [code, expected] of [
    [4900, { status: 'disconnected' }],
    [1011, { status: 'disconnected', restarted: true }],
  ] as const) {
    const page = await connectedPage()
    page.wallet.emit('disconnect', { code, message: 'Disconnected' })
    await settled()
    assert.deepEqual(page.wallets.getConnection(), expected)
  }
})

test('after "Disconnect wallet", ignores wallets that connect without a request until the next click', async () => {
  const page = await connectedPage({ lacks: ['wallet_revokePermissions'] })
  await page.wallets.disconnect()
  page.wallet.emit('connect', { chainId: '0x1' })
  page.wallet.emit('accountsChanged', [ALICE])
  await settled()
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  assert.deepEqual(await page.wallets.connect('io.metamask'), alice)
  page.wallet.switchAccounts([BOB])
  await settled()
  assert.deepEqual(accountOf(page), bob)
})

test('after "Disconnect wallet" during a request, a wallet that connected meanwhile is not followed', async () => {
  const page = openWallets()
  page.install({ ...metaMask, answers: { wallet_requestPermissions: 'hang' } })
  const other = page.install({ ...rabby, permitted: true })
  page.wallets.start()
  page.wallets.connect('io.metamask').catch(() => undefined)
  await settled()
  other.emit('accountsChanged', [BOB])
  await settled()
  await page.wallets.disconnect()
  await settled()
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
})

test('"Disconnect wallet" revokes the permission without waiting', async () => {
  const page = await connectedPage({ answers: { wallet_revokePermissions: 'hang' } })
  await page.wallets.disconnect()
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  await settled()
  assert.equal(page.wallet.calledMethods.at(-1), 'wallet_revokePermissions')
})

test('disconnects the other tabs, also when the wallet cannot revoke', async () => {
  const bus = fakeBus<'gone'>()
  const script = { ...metaMask, permitted: true, lacks: ['wallet_revokePermissions'] }
  const tabs = [openWallets({ bus }), openWallets({ bus })] as const
  for (const tab of tabs) {
    tab.install(script)
    tab.wallets.start()
    await tab.wallets.connect('io.metamask')
  }
  await tabs[0].wallets.disconnect()
  await settled()
  assert.deepEqual(
    tabs.map(({ wallets }) => wallets.getConnection()),
    [{ status: 'disconnected' }, { status: 'disconnected' }],
  )
})

test('asks the wallet again after another tab disconnected it', async () => {
  const bus = fakeBus<'gone'>()
  const tabs = [openWallets({ bus }), openWallets({ bus })] as const
  const script = { ...metaMask, permitted: true, lacks: ['wallet_revokePermissions'] }
  const [, wallet] = tabs.map((tab) => tab.install(script))
  for (const { wallets } of tabs) {
    wallets.start()
    await wallets.connect('io.metamask')
  }
  await tabs[0].wallets.disconnect()
  wallet?.calledMethods.splice(0)
  await tabs[1].wallets.connect('io.metamask')
  assert.equal(wallet?.calledMethods[0], 'wallet_requestPermissions')
})

test('does not restore it on reload, and keeps its badge', async () => {
  const page = await connectedPage({ lacks: ['wallet_revokePermissions'] })
  await page.wallets.disconnect()
  const reloaded = openWallets({ localStorage: page.localStorage })
  const wallet = reloaded.install({ ...metaMask, permitted: true })
  reloaded.wallets.start()
  await reloaded.timers.advance(5000)
  assert.deepEqual(reloaded.wallets.getConnection(), { status: 'disconnected' })
  assert.deepEqual(wallet.calledMethods, [])
  assert.deepEqual(
    reloaded.wallets.getWallets().map(({ recent }) => recent),
    [true],
  )
})

test('keeps at most one connection', async () => {
  const page = await connectedPage()
  const other = page.install({ ...rabby, permitted: true })
  other.emit('connect', { chainId: '0x1' })
  other.emit('accountsChanged', [BOB])
  await settled()
  assert.deepEqual(accountOf(page), alice)
  await page.wallets.release()
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
})

test('a rejection after a reload restores no stale wallet', async () => {
  const page = openWallets({ localStorage: fakeStorage(recentWallets(metaMask)) })
  page.install({ ...metaMask, answers: { wallet_requestPermissions: rejection } })
  page.wallets.start()
  await page.timers.advance(300)
  await assert.rejects(page.wallets.connect('io.metamask'))
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
})

test('reads the account again when the page returns to the foreground', async () => {
  const page = await connectedPage({ silent: true })
  page.wallet.switchAccounts([BOB])
  page.returns.fire()
  await settled()
  assert.deepEqual(accountOf(page), bob)
})

test('release keeps the permission, and resume connects without a prompt', async () => {
  const page = await connectedPage()
  await page.wallets.release()
  page.wallet.calledMethods.length = 0
  assert.deepEqual(await (await page.wallets.extras()).resume('io.metamask'), alice)
  assert.deepEqual(accountOf(page), alice)
  assert.equal(page.wallet.calledMethods.includes('wallet_requestPermissions'), false)
})

test('resume does not connect a wallet that shares nothing', async () => {
  const page = openWallets()
  page.install(metaMask)
  page.wallets.start()
  assert.equal(await (await page.wallets.extras()).resume('io.metamask'), undefined)
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
})

test('forget leaves nothing in storage, which never held an address', async () => {
  const page = await connectedPage()
  assert.equal(JSON.stringify([...page.localStorage.items]).includes(ALICE), false)
  await page.wallets.forget()
  assert.deepEqual([...page.localStorage.items], [])
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
})
