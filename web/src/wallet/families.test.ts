import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fakeStorage, settled } from '../../../test/support/fake-page.ts'
import {
  createFamilySource,
  createFamilyWallet,
  registerWallet,
  SOL_ALICE,
  SOL_BOB,
  solAlice,
} from '../../../test/support/web/fake-family.ts'
import {
  accountOf,
  alice,
  exampleChallenge,
  metaMask,
  openWallets,
  recentWallets,
} from '../../../test/support/web/fake-wallet-env.ts'
import { discoverEvm } from './evm/discovery.ts'
import { discoveriesOf, usableNamespaces } from './families.ts'

const PHANTOM = 'solana:Phantom'
const recentPhantom = { 'cs.recent': JSON.stringify([{ id: PHANTOM, name: 'Phantom', away: false }]) }

type PageOptions = Parameters<typeof createFamilyWallet>[0] & {
  stored?: Record<string, string>
  isInstalled?: boolean
  announcesLate?: boolean
}

async function openPage({ stored = {}, isInstalled = true, announcesLate = false, ...script }: PageOptions = {}) {
  const solana = createFamilySource('solana')
  const bitcoin = createFamilySource('bip122')
  const discoveries = [discoverEvm, solana.discover, bitcoin.discover]
  const localStorage = fakeStorage(stored)
  const page = openWallets({ discoveries, localStorage, announcesLate })
  const phantom = createFamilyWallet(script)
  if (isInstalled) registerWallet(page.env.window, phantom.wallet)
  return { ...page, wallets: page.wallets, localStorage, phantom, solana, bitcoin }
}

async function startPage(options: PageOptions = {}) {
  const page = await openPage(options)
  page.wallets.start()
  await settled()
  return page
}

async function connectPage(options: PageOptions = {}) {
  const page = await startPage(options)
  await page.wallets.connect(PHANTOM)
  await settled()
  page.phantom.calls.length = 0
  return page
}

describe('a wallet of another chain family', () => {
  test('connects by a click, with one prompt', async () => {
    const page = await startPage()
    assert.deepEqual(page.phantom.calls, []) // a first visit sends no request
    assert.deepEqual(await page.wallets.connect(PHANTOM), solAlice)
    assert.deepEqual(page.phantom.calls, ['requestAccounts', 'readChain'])
    assert.deepEqual(accountOf(page), solAlice)
    assert.deepEqual(page.history, ['disconnected', 'connecting', 'connected'])
    assert.match(page.localStorage.getItem('cs.recent') ?? '', /"solana:Phantom"/)
  })

  test('signs through its driver', async () => {
    const signed = { signature: 'abc', envelope: 'def' }
    const page = await connectPage({ signed })
    const request = { account: solAlice, message: 'hi', challenge: exampleChallenge }
    assert.deepEqual(await page.wallets.sign(request), signed)
    assert.deepEqual(page.phantom.calls, ['sign'])
  })

  test('is restored without a prompt', async () => {
    const page = await startPage({ stored: recentPhantom, permitted: true })
    assert.deepEqual(accountOf(page), solAlice)
    assert.deepEqual(page.phantom.calls, ['readAccounts', 'readChain'])
    assert.deepEqual(page.history, ['reconnecting', 'connected'])
  })

  test('is restored when it registers late', async () => {
    const page = await openPage({ stored: recentPhantom, permitted: true, isInstalled: false })
    page.wallets.start()
    await page.timers.advance(250)
    registerWallet(page.env.window, page.phantom.wallet)
    await settled()
    assert.deepEqual(accountOf(page), solAlice)
  })

  test('is restored when it registers within three seconds on a phone', async () => {
    const page = await openPage({ stored: recentPhantom, permitted: true, isInstalled: false, announcesLate: true })
    page.wallets.start()
    await page.timers.advance(2999)
    registerWallet(page.env.window, page.phantom.wallet)
    await settled()
    assert.deepEqual(accountOf(page), solAlice)
  })

  test('is given up after three seconds on a phone', async () => {
    const page = await openPage({ stored: recentPhantom, isInstalled: false, announcesLate: true })
    page.wallets.start()
    await page.timers.advance(3000)
    assert.deepEqual([accountOf(page), page.wallets.missing], ['disconnected', 'Phantom'])
  })

  test('stays disconnected if it shares no account', async () => {
    const page = await startPage({ stored: recentPhantom })
    assert.deepEqual(page.history, ['reconnecting', 'disconnected'])
    assert.equal(page.wallets.missing, undefined)
  })

  test('is reported as missing when it is not in this browser', async () => {
    const page = await openPage({ stored: recentPhantom, isInstalled: false })
    page.wallets.start()
    await page.timers.advance(1000)
    assert.deepEqual([accountOf(page), page.wallets.missing], ['disconnected', 'Phantom'])
    assert.equal(page.solana.loads.count, 0)
  })

  test('is given up after three seconds if it is locked and does not answer', async () => {
    const page = await openPage({ stored: recentPhantom, permitted: true })
    page.phantom.held.add('readAccounts')
    page.wallets.start()
    await page.timers.advance(2999)
    assert.equal(accountOf(page), 'reconnecting')
    await page.timers.advance(1)
    assert.equal(accountOf(page), 'disconnected')
    page.phantom.answer('readAccounts')
    await settled()
    assert.equal(accountOf(page), 'disconnected')
  })

  test('keeps its account for three seconds of a read that a locked wallet does not answer', async () => {
    const page = await connectPage()
    page.phantom.held.add('readAccounts')
    const account = page.wallets.readAccount()
    await page.timers.advance(3000)
    assert.deepEqual(await account, solAlice)
    page.phantom.held.delete('readAccounts')
    page.phantom.permit(false)
    assert.deepEqual(await page.wallets.readAccount(), solAlice)
  })

  test('becomes a connection if it answers after the person stopped waiting', async () => {
    const page = await startPage()
    page.phantom.held.add('requestAccounts')
    const connecting = page.wallets.connect(PHANTOM)
    page.wallets.abandon(PHANTOM)
    assert.equal(accountOf(page), 'disconnected')
    page.phantom.answer('requestAccounts')
    assert.deepEqual(await connecting, solAlice)
    assert.deepEqual(accountOf(page), solAlice)
  })

  test('gets one request for several clicks', async () => {
    const page = await startPage()
    page.phantom.held.add('requestAccounts')
    const answers = [page.wallets.connect(PHANTOM), page.wallets.connect(PHANTOM)]
    page.phantom.answer('requestAccounts')
    assert.deepEqual(await Promise.all(answers), [solAlice, solAlice])
    assert.deepEqual(page.phantom.calls, ['requestAccounts', 'readChain'])
  })

  test('is disconnected when it refuses', async () => {
    const page = await startPage()
    page.phantom.held.add('requestAccounts')
    const connecting = page.wallets.connect(PHANTOM)
    page.phantom.fail('requestAccounts', Object.assign(new Error('User rejected the request.'), { code: 4001 }))
    await assert.rejects(connecting, { code: 4001 })
    assert.equal(accountOf(page), 'disconnected')
  })

  test('switches its account, with an event or without', async () => {
    const page = await connectPage()
    page.phantom.emit(({ accountsChanged }) => accountsChanged([SOL_BOB]))
    assert.deepEqual(accountOf(page), { ...solAlice, address: SOL_BOB })
    page.phantom.setAccounts([SOL_ALICE])
    assert.deepEqual(await page.wallets.readAccount(), solAlice)
    assert.deepEqual(accountOf(page), solAlice)
  })

  test('is disconnected by its event, or when it shares no account any more', async () => {
    const page = await connectPage()
    page.phantom.emit(({ disconnected }) => disconnected(undefined))
    await settled()
    assert.equal(accountOf(page), 'disconnected')
    await page.wallets.connect(PHANTOM)
    page.phantom.emit(({ accountsChanged }) => accountsChanged([]))
    await settled()
    assert.equal(accountOf(page), 'disconnected')
  })

  test('is followed when it is approved in the wallet, except after "Disconnect wallet"', async () => {
    const page = await startPage({ permitted: true })
    page.phantom.emit(({ connected }) => connected())
    await settled()
    assert.deepEqual(accountOf(page), solAlice)
    await page.wallets.disconnect()
    assert.equal(page.phantom.calls.at(-1), 'revoke')
    page.phantom.emit(({ connected }) => connected())
    await settled()
    assert.equal(accountOf(page), 'disconnected')
  })

  test('is replaced by the wallet of another family that is chosen', async () => {
    const page = await connectPage()
    page.install(metaMask)
    assert.deepEqual(await page.wallets.connect('io.metamask'), alice)
    page.phantom.emit(({ accountsChanged }) => accountsChanged([SOL_BOB]))
    page.phantom.emit(({ disconnected }) => disconnected(undefined))
    await settled()
    assert.deepEqual(accountOf(page), alice)
  })
})

describe('the code of a chain family', () => {
  const both = { features: ['solana:signMessage', 'bitcoin:signMessage'] }

  test('is loaded once, for a wallet that declares its features', async () => {
    const page = await startPage()
    registerWallet(page.env.window, createFamilyWallet({ name: 'Solflare' }).wallet)
    await settled()
    assert.deepEqual([page.solana.loads.count, page.bitcoin.loads.count], [1, 0])
  })

  test('is not loaded for a wallet of another family', async () => {
    const page = await startPage({ features: ['sui:signMessage'] })
    await page.timers.advance(5000)
    assert.deepEqual([page.solana.loads.count, page.bitcoin.loads.count], [0, 0])
  })

  test('is not loaded while a wallet of another family is restored and connected', async () => {
    const page = await startPage({ ...both, stored: recentPhantom, permitted: true })
    assert.deepEqual(accountOf(page), solAlice)
    assert.deepEqual([page.solana.loads.count, page.bitcoin.loads.count], [1, 0])
    page.wallets.release()
    await settled()
    assert.deepEqual([page.solana.loads.count, page.bitcoin.loads.count], [1, 1])
  })

  test('is not loaded while a wallet of Ethereum is connected', async () => {
    const page = await openPage({ ...both, stored: recentWallets(metaMask) })
    page.install({ ...metaMask, permitted: true })
    page.wallets.start()
    await page.timers.advance(5000)
    assert.deepEqual(accountOf(page), alice)
    assert.deepEqual([page.solana.loads.count, page.bitcoin.loads.count], [0, 0])
    page.wallets.release()
    await settled()
    assert.deepEqual([page.solana.loads.count, page.bitcoin.loads.count], [1, 1])
  })
})

test('discovers only the families that may sign in', () => {
  assert.deepEqual(discoveriesOf(['eip155']), [discoverEvm])
  assert.equal(discoveriesOf(['solana', 'bip122']).includes(discoverEvm), false)
})

test('the family of the session’s wallet stays usable after it was turned off', () => {
  const namespacesFor = (account: string | undefined) =>
    usableNamespaces({
      public: { namespaces: ['eip155'] },
      session: account === undefined ? null : { session: { wallet: { account } } },
    })
  assert.deepEqual(namespacesFor(undefined), ['eip155'])
  assert.deepEqual(namespacesFor('eip155:0:0x52908400098527886e0f7030069857d2e4169ee7'), ['eip155'])
  assert.deepEqual(namespacesFor(`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${SOL_ALICE}`), ['eip155', 'solana'])
})
