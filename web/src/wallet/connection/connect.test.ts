import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settled } from '../../../../test/support/fake-page.ts'
import {
  ALICE,
  accountOf,
  alice,
  BOB,
  bob,
  connectedPage,
  labelOf,
  metaMask,
  openWallets,
  rabby,
  rejection,
} from '../../../../test/support/web/fake-wallet-env.ts'

test('follows a wallet that connects without a request', async () => {
  const page = openWallets()
  const wallet = page.install(metaMask)
  page.wallets.start()
  await page.timers.advance(300)
  wallet.permit(true)
  wallet.emit('accountsChanged', [ALICE])
  await settled()
  assert.deepEqual(accountOf(page), alice)
})

test('a click connects, and the wallet is remembered', async () => {
  const page = openWallets()
  const wallet = page.install({ ...metaMask, answers: { wallet_requestPermissions: 'ask' } })
  page.wallets.start()
  await page.timers.advance(300)
  const connecting = page.wallets.connect('io.metamask')
  await settled()
  assert.deepEqual(page.wallets.getConnection(), { status: 'connecting', wallet: labelOf('io.metamask') })
  wallet.approve()
  assert.deepEqual(await connecting, alice)
  assert.deepEqual(page.history, ['disconnected', 'connecting', 'connected'])
  assert.deepEqual(wallet.calledMethods, ['wallet_requestPermissions', 'eth_accounts', 'eth_chainId'])
})

test('falls back to eth_requestAccounts without wallet_requestPermissions', async () => {
  const page = openWallets()
  page.install({ ...metaMask, lacks: ['wallet_requestPermissions'] })
  page.wallets.start()
  assert.deepEqual(await page.wallets.connect('io.metamask'), alice)
})

test('a rejected request ends in disconnected', async () => {
  const page = openWallets()
  page.install({ ...metaMask, answers: { wallet_requestPermissions: rejection } })
  page.wallets.start()
  await assert.rejects(page.wallets.connect('io.metamask'), { code: 4001 })
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
})

test('reports a request that is already pending', async () => {
  const page = openWallets()
  page.install({ ...metaMask, answers: { wallet_requestPermissions: { code: -32002, message: 'pending' } } })
  page.wallets.start()
  await assert.rejects(page.wallets.connect('io.metamask'), { code: -32002 })
})

test('three clicks send one request', async () => {
  const page = openWallets()
  const wallet = page.install({ ...metaMask, answers: { wallet_requestPermissions: 'ask' } })
  page.wallets.start()
  const connecting = [1, 2, 3].map(() => page.wallets.connect('io.metamask'))
  await settled()
  assert.deepEqual(wallet.calledMethods, ['wallet_requestPermissions'])
  wallet.approve()
  assert.deepEqual(await Promise.all(connecting), [alice, alice, alice])
})

test('passes on any other error and ends in disconnected', async () => {
  const page = openWallets()
  const broken = { code: -32603, message: 'Internal error' }
  page.install({ ...metaMask, answers: { wallet_requestPermissions: broken, eth_requestAccounts: broken } })
  page.wallets.start()
  await assert.rejects(page.wallets.connect('io.metamask'), { code: -32603 })
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
})

test('stays connecting until a silent wallet is abandoned', async () => {
  const page = openWallets()
  page.install({ ...metaMask, answers: { wallet_requestPermissions: 'hang' } })
  page.wallets.start()
  page.wallets.connect('io.metamask').catch(() => undefined)
  await page.timers.advance(600_000)
  assert.equal(page.wallets.getConnection().status, 'connecting')
  page.wallets.abandon('io.metamask')
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
})

test('a late approval becomes a connection', async () => {
  const page = openWallets()
  const wallet = page.install({ ...metaMask, answers: { wallet_requestPermissions: 'ask' } })
  page.wallets.start()
  const connecting = page.wallets.connect('io.metamask')
  await settled()
  page.wallets.abandon('io.metamask')
  await page.timers.advance(60_000)
  wallet.approve()
  assert.deepEqual(await connecting, alice)
  assert.deepEqual(accountOf(page), alice)
})

test('a wallet that shares an account is not asked to connect again, until it ends that', async () => {
  const page = await connectedPage()
  page.install(rabby)
  await page.wallets.connect('io.rabby')
  page.wallet.calledMethods.length = 0
  assert.deepEqual(await page.wallets.connect('io.metamask'), alice)
  assert.deepEqual(page.wallet.calledMethods, ['eth_accounts', 'eth_chainId'])
  await page.wallets.connect('io.rabby')
  page.wallet.switchAccounts([])
  page.wallet.switchAccounts([ALICE])
  page.wallet.calledMethods.length = 0
  await page.wallets.connect('io.metamask')
  assert.equal(page.wallet.calledMethods[0], 'wallet_requestPermissions')
})

test('accepts an approval however late', async () => {
  const page = openWallets()
  const wallet = page.install({ ...metaMask, answers: { wallet_requestPermissions: 'ask' }, silent: true })
  page.wallets.start()
  void page.wallets.connect('io.metamask')
  await settled()
  page.wallets.abandon('io.metamask')
  await page.timers.advance(3_600_000)
  wallet.approve()
  await settled()
  assert.deepEqual(accountOf(page), alice)
})

test('a late approval does not replace the wallet chosen meanwhile', async () => {
  for (const order of ['before', 'after'] as const) {
    const page = openWallets()
    const first = page.install({ ...metaMask, answers: { wallet_requestPermissions: 'ask' } })
    const second = page.install({ ...rabby, answers: { wallet_requestPermissions: 'ask' } })
    page.wallets.start()
    void page.wallets.connect('io.metamask')
    await settled()
    const connecting = page.wallets.connect('io.rabby')
    await settled()
    if (order === 'before') first.approve()
    await settled()
    assert.equal(page.wallets.getConnection().status, 'connecting')
    second.approve()
    assert.deepEqual(await connecting, bob)
    if (order === 'after') first.approve()
    await settled()
    assert.deepEqual(accountOf(page), bob)
    assert.deepEqual(page.history, ['disconnected', 'connecting', 'connected'].slice(-page.history.length))
  }
})

test('a click on an abandoned wallet joins its open request', async () => {
  const page = openWallets()
  const wallet = page.install({ ...metaMask, answers: { wallet_requestPermissions: 'ask' } })
  page.wallets.start()
  void page.wallets.connect('io.metamask')
  await settled()
  page.wallets.abandon('io.metamask')
  const again = page.wallets.connect('io.metamask')
  assert.equal(page.wallets.getConnection().status, 'connecting')
  wallet.approve()
  assert.deepEqual(await again, alice)
  assert.deepEqual(
    wallet.calledMethods.filter((method) => method === 'wallet_requestPermissions'),
    ['wallet_requestPermissions'],
  )
})

test('follows a wallet that connected during another request once that ends', async () => {
  const page = openWallets()
  const wallet = page.install({ ...metaMask, answers: { wallet_requestPermissions: 'ask' } })
  const other = page.install(rabby)
  page.wallets.start()
  const connecting = page.wallets.connect('io.metamask')
  await settled()
  other.permit(true)
  other.emit('accountsChanged', [BOB])
  await settled()
  assert.equal(page.wallets.getConnection().status, 'connecting')
  wallet.reject()
  await assert.rejects(connecting)
  await settled()
  assert.deepEqual(accountOf(page), bob)
})

test('connecting the connected wallet again succeeds without a request', async () => {
  const page = await connectedPage()
  page.wallet.calledMethods.length = 0
  assert.deepEqual(await page.wallets.connect('io.metamask'), alice)
  assert.deepEqual(page.wallet.calledMethods, [])
})

test('another wallet replaces the first, which keeps its permission', async () => {
  const page = await connectedPage()
  const second = page.install({ ...rabby, answers: { wallet_requestPermissions: 'ask' } })
  const connecting = page.wallets.connect('io.rabby')
  await settled()
  assert.deepEqual(page.wallets.getConnection(), { status: 'connecting', wallet: labelOf('io.rabby') })
  second.approve()
  assert.deepEqual(await connecting, bob)
  assert.equal(page.wallet.calledMethods.includes('wallet_revokePermissions'), false)
  page.wallet.switchAccounts([])
  await settled()
  assert.deepEqual(accountOf(page), bob)
})

test('rejects a wallet that shares no account', async () => {
  const page = openWallets()
  page.install({ ...metaMask, accounts: [] })
  page.wallets.start()
  await assert.rejects(page.wallets.connect('io.metamask'), { name: 'NoAccountError' })
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
})

test('rejects a wallet that answers with an invalid address', async () => {
  const page = openWallets()
  page.install({ ...metaMask, accounts: ['0x12'] })
  page.wallets.start()
  await assert.rejects(page.wallets.connect('io.metamask'))
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
})

test('rejects an unknown wallet', async () => {
  await assert.rejects(openWallets().wallets.connect('io.unknown'), { name: 'WalletNotFoundError' })
})
