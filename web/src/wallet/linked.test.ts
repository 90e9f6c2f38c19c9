/** Wallets the operator switched on: offered before a byte of them is loaded. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeStorage, fakeWindow, settled } from '../../../test/support/fake-page.ts'
import {
  installScriptedWallet,
  type ScriptedWallet,
  type WalletScript,
} from '../../../test/support/wallets/scripted-wallet.ts'
import {
  accountOf,
  alice,
  bob,
  metaMask,
  openWallets,
  rabby,
  rejection,
} from '../../../test/support/web/fake-wallet-env.ts'
import type { Found } from './discovery.ts'
import type { LinkedProvider, LinkedWallet } from './env.ts'
import { findLinked } from './linked.ts'

const phone = { name: 'Phone', rdns: 'phone.example', accounts: metaMask.accounts } satisfies WalletScript
const ICON = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'
const label = { id: 'linked:phone', name: 'Phone', icon: ICON, rdns: undefined }
const code = { uri: 'wc:1', endsAt: 1 }
const wasRecent = { 'cs.recent': JSON.stringify([{ id: 'linked:phone', name: 'Phone', away: false }]) }

/** A linked wallet whose code comes when the test says so. */
function linkedWallet(script: Partial<WalletScript> = {}) {
  const scripted: ScriptedWallet = installScriptedWallet({ ...phone, ...script }, fakeWindow())
  const waiting: { resolve(): void; reject(): void }[] = []
  const told = { loads: 0, givenUp: 0, forgotten: 0 }
  const provider: LinkedProvider = {
    ...(scripted.provider as LinkedProvider), // it has `on` as well
    giveUp() {
      told.givenUp++
      scripted.reject()
    },
  }
  const wallet: LinkedWallet = {
    id: 'phone',
    name: 'Phone',
    icon: ICON,
    rdns: undefined,
    load() {
      told.loads++
      return new Promise((resolve, reject) => {
        waiting.push({ resolve: () => resolve(provider), reject: () => reject(new TypeError('no chunk')) })
      })
    },
    forget: () => void told.forgotten++,
  }
  const arrive = async (how: 'resolve' | 'reject' = 'resolve') => {
    waiting.shift()?.[how]()
    await settled()
  }
  return { wallet, scripted, told, arrive }
}

test('a linked wallet is offered after those in this browser and before the demo wallet, recent or not', async () => {
  const { wallet } = linkedWallet()
  const demo = { ...metaMask, name: 'A demo', rdns: 'localhost.countersign.demo', announces: 'later' as const }
  const page: ReturnType<typeof openWallets> = openWallets({
    linked: [wallet],
    localStorage: fakeStorage({ 'cs.recent': JSON.stringify([{ id: 'linked:phone', name: 'Phone', away: true }]) }),
    loadDemo: async () => {
      const installed = page.install(demo)
      return { provider: installed.provider as never, announce: installed.announce }
    },
  })
  page.install(rabby)
  page.wallets.start()
  await page.timers.advance(300)
  assert.deepEqual(
    page.wallets.getWallets().map(({ name, kind, recent }) => [name, kind, recent]),
    [
      ['Rabby', 'announced', false],
      ['Phone', 'linked', true],
      ['A demo', 'demo', false],
    ],
  )
})

test('a wallet that announces itself late moves no linked one', async () => {
  const page = openWallets({ linked: [linkedWallet().wallet] })
  page.wallets.start()
  await page.timers.advance(300)
  page.install(rabby)
  assert.deepEqual(page.names(), ['Phone', 'Rabby'])
})

test('no wallet can announce itself in the place of a linked one', async () => {
  const page = openWallets({ linked: [linkedWallet().wallet] })
  page.install({ ...rabby, rdns: 'linked:phone' })
  page.wallets.start()
  await page.timers.advance(300)
  assert.deepEqual(
    page.wallets.getWallets().map(({ id, kind }) => [id, kind]),
    [
      ['wallet', 'announced'],
      ['linked:phone', 'linked'],
    ],
  )
})

test('nothing of it is loaded for somebody who does not choose it', async () => {
  const { wallet, told } = linkedWallet()
  const page = openWallets({ linked: [wallet] })
  page.install(metaMask)
  page.wallets.start()
  await page.timers.advance(10_000)
  await page.wallets.connect('io.metamask')
  page.returns.fire()
  await page.wallets.disconnect()
  await page.timers.advance(10_000)
  assert.deepEqual(told, { loads: 0, givenUp: 0, forgotten: 0 })
})

test('a click loads it once, asks it, and follows it from then on', async () => {
  const { wallet, scripted, told, arrive } = linkedWallet()
  const page = openWallets({ linked: [wallet] })
  page.wallets.start()
  await page.timers.advance(300)
  const answer = page.wallets.connect('linked:phone')
  assert.deepEqual(page.wallets.getConnection(), { status: 'connecting', wallet: label })
  await arrive()
  assert.deepEqual(await answer, alice)
  scripted.switchAccounts([bob.address])
  await settled()
  assert.deepEqual(accountOf(page), bob)
  assert.equal(told.loads, 1)
})

test('the code it shows is part of the connection until the wallet has answered', async () => {
  const { wallet, scripted, arrive } = linkedWallet({ answers: { wallet_requestPermissions: 'ask' } })
  const page = openWallets({ linked: [wallet] })
  page.wallets.start()
  await page.timers.advance(300)
  const answer = page.wallets.connect('linked:phone')
  await arrive()
  scripted.emit('code', code)
  assert.deepEqual(page.wallets.getConnection(), { status: 'connecting', wallet: label, code })
  scripted.approve()
  await answer
  assert.deepEqual(page.wallets.getConnection(), { status: 'connected', wallet: label, account: alice })
})

test('giving it up takes the request back, and the next click is a new one', async () => {
  const { wallet, scripted, told, arrive } = linkedWallet({ answers: { wallet_requestPermissions: 'ask' } })
  const page = openWallets({ linked: [wallet] })
  page.wallets.start()
  await page.timers.advance(300)
  const first = page.wallets.connect('linked:phone')
  await arrive()
  scripted.emit('code', code)
  page.wallets.abandon('linked:phone')
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  const second = page.wallets.connect('linked:phone')
  await assert.rejects(first, rejection)
  assert.deepEqual(page.wallets.getConnection(), { status: 'connecting', wallet: label })
  scripted.approve()
  assert.deepEqual(await second, alice)
  assert.equal(told.givenUp, 1)
})

test('giving it up while it is loaded asks nothing when it arrives', async () => {
  const { wallet, scripted, arrive } = linkedWallet()
  const page = openWallets({ linked: [wallet] })
  page.wallets.start()
  await page.timers.advance(300)
  const answer = page.wallets.connect('linked:phone')
  page.wallets.abandon('linked:phone')
  await Promise.all([assert.rejects(answer, { code: 4001 }), arrive()])
  assert.deepEqual(scripted.asked, [])
})

test('when it cannot be loaded the click fails, and the next one loads it', async () => {
  const { wallet, told, arrive } = linkedWallet()
  const page = openWallets({ linked: [wallet] })
  page.wallets.start()
  await page.timers.advance(300)
  const failed = assert.rejects(page.wallets.connect('linked:phone'), {
    problem: { code: 'wallet/not_loaded', remedy: 'try_again' },
  })
  await arrive('reject')
  await arrive('reject') // the connector asks in the older way before it gives up
  await failed
  const answer = page.wallets.connect('linked:phone')
  await arrive()
  assert.deepEqual(await answer, alice)
  assert.equal(told.loads, 3)
})

test('the one used last is loaded and restored without a click', async () => {
  const { wallet, arrive } = linkedWallet({ permitted: true })
  const page = openWallets({ linked: [wallet], localStorage: fakeStorage(wasRecent) })
  page.wallets.start()
  await settled()
  assert.deepEqual(page.wallets.getConnection(), { status: 'reconnecting', wallet: label })
  await arrive()
  assert.deepEqual(page.wallets.getConnection(), { status: 'connected', wallet: label, account: alice })
})

test('forgetting ends the link and removes what it keeps, loaded or not', async () => {
  const idle = linkedWallet()
  const used = linkedWallet({ permitted: true })
  const page = openWallets({ linked: [{ ...idle.wallet, id: 'other' }, used.wallet] })
  page.wallets.start()
  await page.timers.advance(300)
  const answer = page.wallets.connect('linked:phone')
  await used.arrive()
  await answer
  await page.wallets.forget()
  await settled()
  assert.deepEqual([idle.told.forgotten, used.told.forgotten], [1, 1])
  assert.deepEqual([idle.told.loads, used.scripted.asked.at(-1)], [0, 'wallet_revokePermissions'])
})

test('a wallet that keeps nothing is not loaded to be restored, and is asked when it is chosen', async () => {
  const { wallet, told, arrive } = linkedWallet()
  const page = openWallets({ linked: [{ ...wallet, keepsNothing: true }], localStorage: fakeStorage(wasRecent) })
  page.wallets.start()
  await page.timers.advance(5_000)
  assert.deepEqual([page.wallets.getConnection(), told.loads], [{ status: 'disconnected' }, 0])
  const connecting = page.wallets.connect('linked:phone')
  await arrive()
  assert.deepEqual([await connecting, told.loads], [alice, 1])
})

/** A page whose rows of linked wallets come when the test says so. */
function rowsLater(options: Parameters<typeof openWallets>[0] = {}) {
  const rows = Promise.withResolvers<Found[]>()
  const page = openWallets({ loadLinked: () => rows.promise, ...options })
  page.wallets.start()
  return { ...page, rows }
}

test('nobody is told that there is no wallet while linked ones are on their way', async () => {
  const { wallets, timers, names, rows } = rowsLater()
  await timers.advance(10_000)
  assert.deepEqual([wallets.settled, names()], [false, []])
  rows.resolve([findLinked(linkedWallet().wallet)])
  await settled()
  assert.deepEqual([wallets.settled, names()], [true, ['Phone']])
})

test('without linked wallets, because they cannot be had, the others are there as ever', async () => {
  const { wallets, timers, names, rows, install } = rowsLater()
  install(rabby)
  await timers.advance(300)
  rows.reject(new TypeError('no chunk'))
  await timers.advance(1_000)
  assert.deepEqual([wallets.settled, names()], [true, ['Rabby']])
})

test('one used before is restored although its row comes a moment later', async () => {
  const { wallet, arrive } = linkedWallet({ permitted: true })
  const { wallets, timers, rows } = rowsLater({ localStorage: fakeStorage(wasRecent) })
  await timers.advance(900)
  rows.resolve([findLinked(wallet)])
  await settled()
  await arrive()
  assert.deepEqual(wallets.getConnection(), { status: 'connected', wallet: label, account: alice })
})

test('one used before is restored over a slow line as well', async () => {
  const { wallet, arrive } = linkedWallet({ permitted: true })
  const { wallets, timers, rows } = rowsLater({ localStorage: fakeStorage(wasRecent) })
  await timers.advance(10_000)
  assert.deepEqual(wallets.getConnection(), { status: 'reconnecting', wallet: undefined })
  rows.resolve([findLinked(wallet)])
  await timers.advance(10_000)
  await arrive()
  assert.deepEqual(wallets.getConnection(), { status: 'connected', wallet: label, account: alice })
})

test('one used before whose code does not come is not waited for without end', async () => {
  const { wallet, told } = linkedWallet({ permitted: true })
  const page = openWallets({ linked: [wallet], localStorage: fakeStorage(wasRecent) })
  page.wallets.start()
  await page.timers.advance(19_999)
  assert.deepEqual([page.wallets.getConnection().status, told.loads], ['reconnecting', 1])
  await page.timers.advance(1)
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
})

test('one used before whose name does not come either is not waited for without end', async () => {
  const { wallets, timers } = rowsLater({ localStorage: fakeStorage(wasRecent) })
  await timers.advance(19_999)
  assert.equal(wallets.getConnection().status, 'reconnecting')
  await timers.advance(1)
  assert.deepEqual(wallets.getConnection(), { status: 'disconnected' })
})

test('one used before that the operator has switched off since is missing', async () => {
  const { wallets, timers, rows } = rowsLater({ localStorage: fakeStorage(wasRecent) })
  rows.resolve([])
  await timers.advance(1_000)
  assert.deepEqual([wallets.getConnection(), wallets.missing], [{ status: 'disconnected' }, 'Phone'])
})
