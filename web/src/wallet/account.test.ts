/** R7: what is signed, by which account, through which wallet. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settled } from '../../../test/support/fake-page.ts'
import { ALICE, accountOf, BOB, CAROL, connectedPage, openWallets } from '../../../test/support/web/fake-wallet-env.ts'

test('a message is signed as text in hex, by the account that was named', async () => {
  const page = await connectedPage()
  const calls: unknown[] = []
  const request = page.wallet.provider.request
  page.wallet.provider.request = (args) => {
    calls.push(args)
    return args.method === 'personal_sign' ? Promise.resolve('0xabcd') : request(args)
  }
  const signature = await page.wallets.sign({ account: { address: ALICE, chainId: 1 }, message: 'hi\nthere' })
  assert.equal(signature, '0xabcd')
  assert.deepEqual(calls, [{ method: 'personal_sign', params: ['0x68690a7468657265', ALICE] }])
})

test('account and network are read from the wallet just before', async () => {
  const page = await connectedPage({ silent: true })
  page.wallet.switchAccounts([BOB])
  page.wallet.switchChain(137)
  assert.deepEqual(await page.wallets.readAccount(), { address: BOB, chainId: 137 })
  const connection = page.wallets.getConnection()
  assert.equal(connection.status === 'connected' && connection.account.address, BOB)
})

test('a locked wallet that answers nothing keeps the account it had', async () => {
  const page = await connectedPage()
  page.wallet.answer('eth_accounts', { result: [] })
  assert.deepEqual(await page.wallets.readAccount(), { address: ALICE, chainId: 1 })
})

test('a locked wallet that never answers has three seconds', async () => {
  const page = await connectedPage()
  page.wallet.answer('eth_accounts', 'hang')
  const account = page.wallets.readAccount()
  await page.timers.advance(3000)
  assert.deepEqual(await account, { address: ALICE, chainId: 1 })
})

test('a wallet without a network number is on Ethereum', async () => {
  const page = await connectedPage({ answers: { eth_chainId: { result: 'main' } } })
  assert.deepEqual(await page.wallets.readAccount(), { address: ALICE, chainId: 1 })
})

test('the wallet is never asked to change its network', async () => {
  const page = await connectedPage({ chainId: 424_242 })
  await page.wallets.readAccount()
  await page.wallets.sign({ account: { address: ALICE, chainId: 1 }, message: 'hi' }).catch(() => undefined)
  assert.equal(
    page.wallet.asked.some((method) => /chain/i.test(method) && method !== 'eth_chainId'),
    false,
  )
})

test('the wallet picks another account', async () => {
  const page = await connectedPage({ silent: true })
  page.wallet.switchAccounts([BOB])
  assert.deepEqual(await (await page.wallets.extras()).chooseAccount(), {
    account: { address: BOB, chainId: 1 },
    changed: true,
  })
})

test('a newly shared account is used wherever the wallet lists it, and no event is needed for that', async () => {
  const page = await connectedPage({ silent: true })
  page.wallet.switchAccounts([ALICE, BOB])
  assert.deepEqual(await (await page.wallets.extras()).chooseAccount(), {
    account: { address: BOB, chainId: 1 },
    changed: true,
  })
  assert.deepEqual(accountOf(page), { address: BOB, chainId: 1 })
  assert.deepEqual(await page.wallets.readAccount(), { address: BOB, chainId: 1 })
})

test('an account that will do is taken before one that was just shared and will not', async () => {
  const page = await connectedPage({ silent: true })
  page.wallet.switchAccounts([ALICE, CAROL, BOB])
  const picked = await (await page.wallets.extras()).chooseAccount((address) => address === BOB)
  assert.deepEqual(picked, { account: { address: BOB, chainId: 1 }, changed: true })
})

test('the same accounts again are no other account', async () => {
  const page = await connectedPage({ silent: true })
  const same = { account: { address: ALICE, chainId: 1 }, changed: false }
  assert.deepEqual(await (await page.wallets.extras()).chooseAccount(), same)
  assert.deepEqual(await (await page.wallets.extras()).chooseAccount((address) => address === BOB), same)
})

test('an account chosen here gives way when the person switches to another in the wallet', async () => {
  const page = await connectedPage({ accounts: [ALICE, BOB] })
  ;(await page.wallets.extras()).preferAccount(BOB)
  assert.deepEqual(accountOf(page), { address: BOB, chainId: 1 })
  page.wallet.switchAccounts([CAROL, ALICE, BOB])
  await settled()
  assert.deepEqual(accountOf(page), { address: CAROL, chainId: 1 })
})

test('an account that is no longer shared is not used', async () => {
  const page = await connectedPage({ accounts: [ALICE, BOB] })
  ;(await page.wallets.extras()).preferAccount(BOB)
  page.wallet.switchAccounts([ALICE])
  await settled()
  assert.deepEqual(accountOf(page), { address: ALICE, chainId: 1 })
  ;(await page.wallets.extras()).preferAccount(BOB)
  assert.deepEqual(accountOf(page), { address: ALICE, chainId: 1 })
})

test('nothing can be signed without a connection', async () => {
  const page = openWallets()
  await settled()
  await assert.rejects(page.wallets.sign({ account: { address: ALICE, chainId: 1 }, message: 'hi' }), {
    name: 'WalletGoneError',
  })
  await assert.rejects(page.wallets.readAccount(), { name: 'WalletGoneError' })
})

test('no request leaves the page', async (t) => {
  const fetches = t.mock.method(globalThis, 'fetch', () => Promise.reject(new Error('offline')))
  const page = await connectedPage({ chainId: 10 })
  await page.wallets.readAccount()
  await page.wallets.disconnect()
  assert.equal(fetches.mock.callCount(), 0)
})
