/** The rows of the transition table in the wallet research (1.3) that concern a page, in their order. */

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fakeBus, fakeStorage, settled } from '../../../test/support/fake-page.ts'
import { ALICE, BOB, metaMask, openWallets, rabby, rainbow, recently } from './fake-env.ts'

const alice = { address: ALICE, chainId: 1 }
const bob = { address: BOB, chainId: 1 }
const rejection = { code: 4001, message: 'User rejected the request.' }

describe('restore', () => {
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
      wallet: labelOf(page, 'io.metamask'),
      account: alice,
    })
  })

  test('2: while it is being restored the address is not on show', async () => {
    const page = openWallets({ localStorage: fakeStorage(recently(metaMask)) })
    page.install({ ...metaMask, permitted: true, answers: { eth_accounts: 'hang' } })
    page.wallets.start()
    await page.timers.advance(0)
    assert.deepEqual(page.wallets.getConnection(), { status: 'reconnecting', wallet: labelOf(page, 'io.metamask') })
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
})

describe('connect', () => {
  test('10: a wallet that connects by itself is followed', async () => {
    const page = openWallets()
    const wallet = page.install(metaMask)
    page.wallets.start()
    await page.timers.advance(300)
    wallet.permit(true)
    wallet.emit('accountsChanged', [ALICE])
    await settled()
    assert.deepEqual(accountOf(page), alice)
  })

  test('11, 12: a click is connecting, then connected, and the wallet is remembered', async () => {
    const page = openWallets()
    const wallet = page.install({ ...metaMask, answers: { wallet_requestPermissions: 'ask' } })
    page.wallets.start()
    await page.timers.advance(300)
    const answer = page.wallets.connect('io.metamask')
    await settled()
    assert.deepEqual(page.wallets.getConnection(), { status: 'connecting', wallet: labelOf(page, 'io.metamask') })
    wallet.approve()
    assert.deepEqual(await answer, alice)
    assert.deepEqual(page.history, ['disconnected', 'connecting', 'connected'])
    assert.deepEqual(wallet.asked, ['wallet_requestPermissions', 'eth_accounts', 'eth_chainId'])
  })

  test('11: a wallet without permissions is asked for accounts', async () => {
    const page = openWallets()
    page.install({ ...metaMask, lacks: ['wallet_requestPermissions'] })
    page.wallets.start()
    assert.deepEqual(await page.wallets.connect('io.metamask'), alice)
  })

  test('13: a refusal ends in disconnected', async () => {
    const page = openWallets()
    page.install({ ...metaMask, answers: { wallet_requestPermissions: rejection } })
    page.wallets.start()
    await assert.rejects(page.wallets.connect('io.metamask'), { code: 4001 })
    assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  })

  test('14: a request that already waits is told as such', async () => {
    const page = openWallets()
    page.install({ ...metaMask, answers: { wallet_requestPermissions: { code: -32002, message: 'pending' } } })
    page.wallets.start()
    await assert.rejects(page.wallets.connect('io.metamask'), { code: -32002 })
  })

  test('15: three clicks are one request', async () => {
    const page = openWallets()
    const wallet = page.install({ ...metaMask, answers: { wallet_requestPermissions: 'ask' } })
    page.wallets.start()
    const answers = [1, 2, 3].map(() => page.wallets.connect('io.metamask'))
    await settled()
    assert.deepEqual(wallet.asked, ['wallet_requestPermissions'])
    wallet.approve()
    assert.deepEqual(await Promise.all(answers), [alice, alice, alice])
  })

  test('16: any other error is passed on, and the status is disconnected', async () => {
    const page = openWallets()
    const broken = { code: -32603, message: 'Internal error' }
    page.install({ ...metaMask, answers: { wallet_requestPermissions: broken, eth_requestAccounts: broken } })
    page.wallets.start()
    await assert.rejects(page.wallets.connect('io.metamask'), { code: -32603 })
    assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  })

  test('17, 18: a wallet that never answers stays connecting until it is given up', async () => {
    const page = openWallets()
    page.install({ ...metaMask, answers: { wallet_requestPermissions: 'hang' } })
    page.wallets.start()
    page.wallets.connect('io.metamask').catch(() => undefined)
    await page.timers.advance(600_000)
    assert.equal(page.wallets.getConnection().status, 'connecting')
    page.wallets.abandon('io.metamask')
    assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  })

  test('19: an approval after that is a connection', async () => {
    const page = openWallets()
    const wallet = page.install({ ...metaMask, answers: { wallet_requestPermissions: 'ask' } })
    page.wallets.start()
    const answer = page.wallets.connect('io.metamask')
    await settled()
    page.wallets.abandon('io.metamask')
    await page.timers.advance(60_000)
    wallet.approve()
    assert.deepEqual(await answer, alice)
    assert.deepEqual(accountOf(page), alice)
  })

  test('19: ten minutes later it is ignored in silence', async () => {
    const page = openWallets()
    const wallet = page.install({ ...metaMask, answers: { wallet_requestPermissions: 'ask' }, silent: true })
    page.wallets.start()
    void page.wallets.connect('io.metamask')
    await settled()
    page.wallets.abandon('io.metamask')
    await page.timers.advance(600_001)
    wallet.approve()
    await settled()
    assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  })

  test('19: it does not push aside the wallet chosen meanwhile, before or after that one answered', async () => {
    for (const order of ['before', 'after'] as const) {
      const page = openWallets()
      const first = page.install({ ...metaMask, answers: { wallet_requestPermissions: 'ask' } })
      const second = page.install({ ...rabby, answers: { wallet_requestPermissions: 'ask' } })
      page.wallets.start()
      void page.wallets.connect('io.metamask')
      await settled()
      const answer = page.wallets.connect('io.rabby')
      await settled()
      if (order === 'before') first.approve()
      await settled()
      assert.equal(page.wallets.getConnection().status, 'connecting')
      second.approve()
      assert.deepEqual(await answer, bob)
      if (order === 'after') first.approve()
      await settled()
      assert.deepEqual(accountOf(page), bob)
      assert.deepEqual(page.history, ['disconnected', 'connecting', 'connected'].slice(-page.history.length))
    }
  })

  test('a click on a wallet that was given up joins the request that is still open in it', async () => {
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
      wallet.asked.filter((method) => method === 'wallet_requestPermissions'),
      ['wallet_requestPermissions'],
    )
  })

  test('20: a wallet that connects by itself during a request is looked at when that ends', async () => {
    const page = openWallets()
    const asked = page.install({ ...metaMask, answers: { wallet_requestPermissions: 'ask' } })
    const other = page.install(rabby)
    page.wallets.start()
    const answer = page.wallets.connect('io.metamask')
    await settled()
    other.permit(true)
    other.emit('accountsChanged', [BOB])
    await settled()
    assert.equal(page.wallets.getConnection().status, 'connecting')
    asked.reject()
    await assert.rejects(answer)
    await settled()
    assert.deepEqual(accountOf(page), bob)
  })

  test('21: connecting the connected wallet again is a success and asks nothing', async () => {
    const page = await connectedPage()
    page.wallet.asked.length = 0
    assert.deepEqual(await page.wallets.connect('io.metamask'), alice)
    assert.deepEqual(page.wallet.asked, [])
  })

  test('22, 23: another wallet takes the place of the first, which keeps its permission', async () => {
    const page = await connectedPage()
    const second = page.install({ ...rabby, answers: { wallet_requestPermissions: 'ask' } })
    const answer = page.wallets.connect('io.rabby')
    await settled()
    assert.deepEqual(page.wallets.getConnection(), { status: 'connecting', wallet: labelOf(page, 'io.rabby') })
    second.approve()
    assert.deepEqual(await answer, bob)
    assert.equal(page.wallet.asked.includes('wallet_revokePermissions'), false)
    page.wallet.switchAccounts([])
    await settled()
    assert.deepEqual(accountOf(page), bob)
  })

  test('a wallet that shares no account is no connection', async () => {
    const page = openWallets()
    page.install({ ...metaMask, accounts: [] })
    page.wallets.start()
    await assert.rejects(page.wallets.connect('io.metamask'), { name: 'NoAccountError' })
    assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  })

  test('a wallet that answers with rubbish is no connection', async () => {
    const page = openWallets()
    page.install({ ...metaMask, accounts: ['0x12'] })
    page.wallets.start()
    await assert.rejects(page.wallets.connect('io.metamask'))
    assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  })

  test('an unknown wallet is told as such', async () => {
    await assert.rejects(openWallets().wallets.connect('io.nobody'), { name: 'WalletNotFoundError' })
  })
})

describe('connected', () => {
  test('24: another account in the wallet is another account here', async () => {
    const page = await connectedPage()
    page.wallet.switchAccounts([BOB, ALICE])
    await settled()
    assert.deepEqual(accountOf(page), bob)
  })

  test('24: also in a wallet that had connected by itself', async () => {
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

  test('25: no account is disconnected', async () => {
    const page = await connectedPage()
    page.wallet.switchAccounts([])
    await settled()
    assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  })

  test('27, 28: the network follows the wallet, whichever it is', async () => {
    const page = await connectedPage()
    page.wallet.switchChain(424_242)
    assert.deepEqual(accountOf(page), { address: ALICE, chainId: 424_242 })
    page.wallet.switchChain(1)
    assert.deepEqual(accountOf(page), alice)
  })

  test('29: a network that changed without a word is read before signing', async () => {
    const page = openWallets()
    const wallet = page.install({ ...metaMask, silent: true })
    page.wallets.start()
    await page.wallets.connect('io.metamask')
    wallet.switchChain(10)
    assert.deepEqual(await page.wallets.readAccount(), { address: ALICE, chainId: 10 })
  })

  test('30: a service worker that restarts is not a disconnect', async () => {
    const page = await connectedPage()
    page.wallet.emit('disconnect', { code: 1013, message: 'Disconnected' })
    await settled()
    assert.deepEqual(accountOf(page), alice)
  })

  test('31: any other disconnect is one, and 1011 asks for a reload', async () => {
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

  test('32: after "Disconnect wallet" a wallet that connects by itself is ignored until the next click', async () => {
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

  test('33: "Disconnect wallet" takes the permission back, and waits for nobody', async () => {
    const page = await connectedPage({ answers: { wallet_revokePermissions: 'hang' } })
    await page.wallets.disconnect()
    assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
    await settled()
    assert.equal(page.wallet.asked.at(-1), 'wallet_revokePermissions')
  })

  test('34: the other tabs hear of it, also when the wallet cannot tell them', async () => {
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

  test('34: it is not restored on reload, and keeps its badge', async () => {
    const page = await connectedPage({ lacks: ['wallet_revokePermissions'] })
    await page.wallets.disconnect()
    const reloaded = openWallets({ localStorage: page.localStorage })
    const wallet = reloaded.install({ ...metaMask, permitted: true })
    reloaded.wallets.start()
    await reloaded.timers.advance(5000)
    assert.deepEqual(reloaded.wallets.getConnection(), { status: 'disconnected' })
    assert.deepEqual(wallet.asked, [])
    assert.deepEqual(
      reloaded.wallets.getWallets().map(({ recent }) => recent),
      [true],
    )
  })

  test('35, 36: there is never a second connection to fall over to', async () => {
    const page = await connectedPage()
    const other = page.install({ ...rabby, permitted: true })
    other.emit('connect', { chainId: '0x1' })
    other.emit('accountsChanged', [BOB])
    await settled()
    assert.deepEqual(accountOf(page), alice)
    await page.wallets.release()
    assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  })

  test('38: a refusal after a reload finds no stale wallet', async () => {
    const page = openWallets({ localStorage: fakeStorage(recently(metaMask)) })
    page.install({ ...metaMask, answers: { wallet_requestPermissions: rejection } })
    page.wallets.start()
    await page.timers.advance(300)
    await assert.rejects(page.wallets.connect('io.metamask'))
    assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  })

  test('a page that comes back to the foreground reads the account again', async () => {
    const page = await connectedPage({ silent: true })
    page.wallet.switchAccounts([BOB])
    page.returns.fire()
    await settled()
    assert.deepEqual(accountOf(page), bob)
  })

  test('letting go leaves the permission and can be taken up again without a prompt', async () => {
    const page = await connectedPage()
    await page.wallets.release()
    page.wallet.asked.length = 0
    assert.deepEqual(await page.wallets.resume('io.metamask'), alice)
    assert.deepEqual(accountOf(page), alice)
    assert.equal(page.wallet.asked.includes('wallet_requestPermissions'), false)
  })

  test('a wallet that shares nothing is not taken up', async () => {
    const page = openWallets()
    page.install(metaMask)
    page.wallets.start()
    assert.equal(await page.wallets.resume('io.metamask'), undefined)
    assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  })

  test('forgetting leaves nothing in storage, and no address was ever there', async () => {
    const page = await connectedPage()
    assert.equal(JSON.stringify([...page.localStorage.items]).includes(ALICE), false)
    await page.wallets.forget()
    assert.deepEqual([...page.localStorage.items], [])
    assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  })
})

async function connectedPage(script: Partial<typeof metaMask> & Record<string, unknown> = {}) {
  const page = openWallets()
  const wallet = page.install({ ...metaMask, ...script })
  page.wallets.start()
  await page.wallets.connect('io.metamask')
  await settled()
  return { ...page, wallets: page.wallets, wallet }
}

type Page = Pick<ReturnType<typeof openWallets>, 'wallets'>

function accountOf(page: Page) {
  const connection = page.wallets.getConnection()
  return connection.status === 'connected' ? connection.account : connection.status
}

function labelOf(_page: Page, id: string) {
  const name = { 'io.metamask': 'MetaMask', 'io.rabby': 'Rabby' }[id]
  return { id, name, icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E', rdns: id }
}
