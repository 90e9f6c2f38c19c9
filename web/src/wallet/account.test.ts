import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBus, settled } from '../../../test/support/fake-page.ts'
import {
  ALICE,
  accountOf,
  alice,
  BOB,
  bob,
  CAROL,
  connectedPage,
  exampleChallenge,
  metaMask,
  openWallets,
} from '../../../test/support/web/fake-wallet-env.ts'

test('signs the message as hex-encoded text with the requested account', async () => {
  const page = await connectedPage()
  const calls: unknown[] = []
  const request = page.wallet.provider.request
  page.wallet.provider.request = (args) => {
    calls.push(args)
    return args.method === 'personal_sign' ? Promise.resolve('0xabcd') : request(args)
  }
  const signed = await page.wallets.sign({ account: alice, message: 'hi\nthere', challenge: exampleChallenge })
  assert.deepEqual(signed, { signature: '0xabcd' })
  assert.deepEqual(calls, [{ method: 'personal_sign', params: ['0x68690a7468657265', ALICE] }])
})

test('reads account and chain from the wallet before signing', async () => {
  const page = await connectedPage({ silent: true })
  page.wallet.switchAccounts([BOB])
  page.wallet.switchChain(137)
  assert.deepEqual(await page.wallets.readAccount(), { ...bob, chain: '137' })
  const connection = page.wallets.getConnection()
  assert.equal(connection.status === 'connected' && connection.account.address, BOB)
})

test('keeps the last account when a locked wallet shares none', async () => {
  const page = await connectedPage()
  page.wallet.answer('eth_accounts', { result: [] })
  assert.deepEqual(await page.wallets.readAccount(), alice)
})

test('waits three seconds for a locked wallet', async () => {
  const page = await connectedPage()
  page.wallet.answer('eth_accounts', 'hang')
  const account = page.wallets.readAccount()
  await page.timers.advance(3000)
  assert.deepEqual(await account, alice)
})

test('treats a wallet without a valid chain id as on Ethereum', async () => {
  const page = await connectedPage({ answers: { eth_chainId: { result: 'main' } } })
  assert.deepEqual(await page.wallets.readAccount(), alice)
})

test('never asks the wallet to switch chains', async () => {
  const page = await connectedPage({ chainId: 424_242 })
  await page.wallets.readAccount()
  await page.wallets.sign({ account: alice, message: 'hi', challenge: exampleChallenge }).catch(() => undefined)
  assert.equal(
    page.wallet.calledMethods.some((method) => /chain/i.test(method) && method !== 'eth_chainId'),
    false,
  )
})

test("uses the account that was chosen in the wallet's picker", async () => {
  const page = await connectedPage({ silent: true })
  page.wallet.switchAccounts([BOB])
  assert.deepEqual(await (await page.wallets.extras()).chooseAccount(), {
    account: bob,
    changed: true,
  })
})

test('uses a newly shared account wherever the wallet lists it, without an event', async () => {
  const page = await connectedPage({ silent: true })
  page.wallet.switchAccounts([ALICE, BOB])
  assert.deepEqual(await (await page.wallets.extras()).chooseAccount(), {
    account: bob,
    changed: true,
  })
  assert.deepEqual(accountOf(page), bob)
  assert.deepEqual(await page.wallets.readAccount(), bob)
})

for (const place of ['this tab', 'another tab'])
  test(`stays disconnected when the account is chosen after "Disconnect wallet" in ${place}`, async () => {
    const bus = fakeBus<'gone'>()
    const page = openWallets({ bus })
    const wallet = page.install({ ...metaMask, silent: true, lacks: ['wallet_revokePermissions'] })
    page.wallets.start()
    await page.wallets.connect('io.metamask')
    wallet.answer('wallet_requestPermissions', 'ask')
    const chosen = (await page.wallets.extras()).chooseAccount()
    await settled()
    await (place === 'this tab' ? page : openWallets({ bus })).wallets.disconnect()
    wallet.approve()
    await assert.rejects(chosen, { name: 'WalletNotConnectedError' })
    assert.equal(accountOf(page), 'disconnected')
  })

test('prefers an acceptable account to one that was just shared', async () => {
  const page = await connectedPage({ silent: true })
  page.wallet.switchAccounts([ALICE, CAROL, BOB])
  const picked = await (await page.wallets.extras()).chooseAccount((address) => address === BOB)
  assert.deepEqual(picked, { account: bob, changed: true })
})

test('reports no change when the same accounts are shared again', async () => {
  const page = await connectedPage({ silent: true })
  const same = { account: alice, changed: false }
  assert.deepEqual(await (await page.wallets.extras()).chooseAccount(), same)
  assert.deepEqual(await (await page.wallets.extras()).chooseAccount((address) => address === BOB), same)
})

test('follows a switch in the wallet after an account was preferred here', async () => {
  const page = await connectedPage({ accounts: [ALICE, BOB] })
  ;(await page.wallets.extras()).preferAccount(BOB)
  assert.deepEqual(accountOf(page), bob)
  page.wallet.switchAccounts([CAROL, ALICE, BOB])
  await settled()
  assert.deepEqual(accountOf(page), { ...bob, address: CAROL })
})

test('does not use an account that is no longer shared', async () => {
  const page = await connectedPage({ accounts: [ALICE, BOB] })
  ;(await page.wallets.extras()).preferAccount(BOB)
  page.wallet.switchAccounts([ALICE])
  await settled()
  assert.deepEqual(accountOf(page), alice)
  ;(await page.wallets.extras()).preferAccount(BOB)
  assert.deepEqual(accountOf(page), alice)
})

test('rejects signing without a connection', async () => {
  const page = openWallets()
  await settled()
  await assert.rejects(page.wallets.sign({ account: alice, message: 'hi', challenge: exampleChallenge }), {
    name: 'WalletNotConnectedError',
  })
  await assert.rejects(page.wallets.readAccount(), { name: 'WalletNotConnectedError' })
})

test('sends no request to any server', async (t) => {
  const fetches = t.mock.method(globalThis, 'fetch', () => Promise.reject(new Error('offline')))
  const page = await connectedPage({ chainId: 10 })
  await page.wallets.readAccount()
  await page.wallets.disconnect()
  assert.equal(fetches.mock.callCount(), 0)
})
