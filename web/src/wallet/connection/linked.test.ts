import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeStorage, fakeWindow, settled } from '../../../../test/support/fake-page.ts'
import {
  installScriptedWallet,
  type ScriptedWallet,
  type WalletScript,
} from '../../../../test/support/wallets/scripted-wallet.ts'
import {
  accountOf,
  alice,
  bob,
  metaMask,
  openWallets,
  rabby,
  rejection,
} from '../../../../test/support/web/fake-wallet-env.ts'
import type { FoundWallet } from '../discovery/found-wallet.ts'
import type { LinkedProvider, LinkedWallet } from '../env.ts'
import { createLinkedWallet } from './linked.ts'

const phone = { name: 'Phone', rdns: 'phone.example', accounts: metaMask.accounts } satisfies WalletScript
const ICON = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'
const label = { id: 'linked:phone', name: 'Phone', icon: ICON, rdns: undefined }
const code = { uri: 'wc:1', endsAt: 1 }
const recentPhone = { 'cs.recent': JSON.stringify([{ id: 'linked:phone', name: 'Phone', away: false }]) }

/** A linked wallet that loads when the test resolves it. */
function linkedWallet(script: Partial<WalletScript> = {}) {
  const scripted: ScriptedWallet = installScriptedWallet({ ...phone, ...script }, fakeWindow())
  const waiting: { resolve(): void; reject(): void }[] = []
  const calls = { loads: 0, cancels: 0, forgets: 0 }
  const provider: LinkedProvider = {
    ...(scripted.provider as LinkedProvider), // has `on`
    cancel() {
      calls.cancels++
      scripted.reject()
    },
  }
  const wallet: LinkedWallet = {
    id: 'phone',
    name: 'Phone',
    icon: ICON,
    rdns: undefined,
    load() {
      calls.loads++
      return new Promise((resolve, reject) => {
        waiting.push({ resolve: () => resolve(provider), reject: () => reject(new TypeError('no chunk')) })
      })
    },
    forget: () => void calls.forgets++,
  }
  const finishLoad = async (outcome: 'resolve' | 'reject' = 'resolve') => {
    waiting.shift()?.[outcome]()
    await settled()
  }
  return { wallet, scripted, calls, finishLoad }
}

test('lists a linked wallet after installed ones and before the demo wallet, recent or not', async () => {
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

test('a late announcement does not move a linked wallet', async () => {
  const page = openWallets({ linked: [linkedWallet().wallet] })
  page.wallets.start()
  await page.timers.advance(300)
  page.install(rabby)
  assert.deepEqual(page.names(), ['Phone', 'Rabby'])
})

test('an announced wallet cannot take the id of a linked one', async () => {
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

test('loads nothing of a linked wallet that is not chosen', async () => {
  const { wallet, calls } = linkedWallet()
  const page = openWallets({ linked: [wallet] })
  page.install(metaMask)
  page.wallets.start()
  await page.timers.advance(10_000)
  await page.wallets.connect('io.metamask')
  page.returns.fire()
  await page.wallets.disconnect()
  await page.timers.advance(10_000)
  assert.deepEqual(calls, { loads: 0, cancels: 0, forgets: 0 })
})

test('a click loads the wallet once, connects it and follows its events', async () => {
  const { wallet, scripted, calls, finishLoad } = linkedWallet()
  const page = openWallets({ linked: [wallet] })
  page.wallets.start()
  await page.timers.advance(300)
  const connecting = page.wallets.connect('linked:phone')
  assert.deepEqual(page.wallets.getConnection(), { status: 'connecting', wallet: label })
  await finishLoad()
  assert.deepEqual(await connecting, alice)
  scripted.switchAccounts([bob.address])
  await settled()
  assert.deepEqual(accountOf(page), bob)
  assert.equal(calls.loads, 1)
})

test('the link code is part of the connection until the wallet answers', async () => {
  const { wallet, scripted, finishLoad } = linkedWallet({ answers: { wallet_requestPermissions: 'ask' } })
  const page = openWallets({ linked: [wallet] })
  page.wallets.start()
  await page.timers.advance(300)
  const connecting = page.wallets.connect('linked:phone')
  await finishLoad()
  scripted.emit('code', code)
  assert.deepEqual(page.wallets.getConnection(), { status: 'connecting', wallet: label, code })
  scripted.approve()
  await connecting
  assert.deepEqual(page.wallets.getConnection(), { status: 'connected', wallet: label, account: alice })
})

test('abandoning cancels the request, and the next click sends a new one', async () => {
  const { wallet, scripted, calls, finishLoad } = linkedWallet({ answers: { wallet_requestPermissions: 'ask' } })
  const page = openWallets({ linked: [wallet] })
  page.wallets.start()
  await page.timers.advance(300)
  const first = page.wallets.connect('linked:phone')
  await finishLoad()
  scripted.emit('code', code)
  page.wallets.abandon('linked:phone')
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
  const second = page.wallets.connect('linked:phone')
  await assert.rejects(first, rejection)
  assert.deepEqual(page.wallets.getConnection(), { status: 'connecting', wallet: label })
  scripted.approve()
  assert.deepEqual(await second, alice)
  assert.equal(calls.cancels, 1)
})

test('abandoning during loading sends no request', async () => {
  const { wallet, scripted, finishLoad } = linkedWallet()
  const page = openWallets({ linked: [wallet] })
  page.wallets.start()
  await page.timers.advance(300)
  const connecting = page.wallets.connect('linked:phone')
  page.wallets.abandon('linked:phone')
  await Promise.all([assert.rejects(connecting, { code: 4001 }), finishLoad()])
  assert.deepEqual(scripted.calledMethods, [])
})

test('a click fails when the wallet cannot be loaded, and the next one loads it', async () => {
  const { wallet, calls, finishLoad } = linkedWallet()
  const page = openWallets({ linked: [wallet] })
  page.wallets.start()
  await page.timers.advance(300)
  const failed = assert.rejects(page.wallets.connect('linked:phone'), {
    problem: { code: 'wallet/not_loaded', remedy: 'try_again' },
  })
  await finishLoad('reject')
  await finishLoad('reject') // `eth_requestAccounts` is tried as well
  await failed
  const connecting = page.wallets.connect('linked:phone')
  await finishLoad()
  assert.deepEqual(await connecting, alice)
  assert.equal(calls.loads, 3)
})

test('loads and restores the recent linked wallet without a click', async () => {
  const { wallet, finishLoad } = linkedWallet({ permitted: true })
  const page = openWallets({ linked: [wallet], localStorage: fakeStorage(recentPhone) })
  page.wallets.start()
  await settled()
  assert.deepEqual(page.wallets.getConnection(), { status: 'reconnecting', wallet: label })
  await finishLoad()
  assert.deepEqual(page.wallets.getConnection(), { status: 'connected', wallet: label, account: alice })
})

test('forget ends the link and clears its storage, loaded or not', async () => {
  const idle = linkedWallet()
  const used = linkedWallet({ permitted: true })
  const page = openWallets({ linked: [{ ...idle.wallet, id: 'other' }, used.wallet] })
  page.wallets.start()
  await page.timers.advance(300)
  const connecting = page.wallets.connect('linked:phone')
  await used.finishLoad()
  await connecting
  await page.wallets.forget()
  await settled()
  assert.deepEqual([idle.calls.forgets, used.calls.forgets], [1, 1])
  assert.deepEqual([idle.calls.loads, used.scripted.calledMethods.at(-1)], [0, 'wallet_revokePermissions'])
})

test('does not load a wallet that keeps nothing to restore it', async () => {
  const { wallet, calls, finishLoad } = linkedWallet()
  const page = openWallets({ linked: [{ ...wallet, keepsNothing: true }], localStorage: fakeStorage(recentPhone) })
  page.wallets.start()
  await page.timers.advance(5_000)
  assert.deepEqual([page.wallets.getConnection(), calls.loads], [{ status: 'disconnected' }, 0])
  const connecting = page.wallets.connect('linked:phone')
  await finishLoad()
  assert.deepEqual([await connecting, calls.loads], [alice, 1])
})

/** A page that lists linked wallets when the test resolves them. */
function listLater(options: Parameters<typeof openWallets>[0] = {}) {
  const rows = Promise.withResolvers<FoundWallet[]>()
  const page = openWallets({ loadLinked: () => rows.promise, ...options })
  page.wallets.start()
  return { ...page, rows }
}

test('is not settled while linked wallets are being loaded', async () => {
  const { wallets, timers, names, rows } = listLater()
  await timers.advance(10_000)
  assert.deepEqual([wallets.settled, names()], [false, []])
  rows.resolve([createLinkedWallet(linkedWallet().wallet)])
  await settled()
  assert.deepEqual([wallets.settled, names()], [true, ['Phone']])
})

test('lists the other wallets when linked ones cannot be loaded', async () => {
  const { wallets, timers, names, rows, install } = listLater()
  install(rabby)
  await timers.advance(300)
  rows.reject(new TypeError('no chunk'))
  await timers.advance(1_000)
  assert.deepEqual([wallets.settled, names()], [true, ['Rabby']])
})

test('restores a linked wallet that is listed late', async () => {
  const { wallet, finishLoad } = linkedWallet({ permitted: true })
  const { wallets, timers, rows } = listLater({ localStorage: fakeStorage(recentPhone) })
  await timers.advance(900)
  rows.resolve([createLinkedWallet(wallet)])
  await settled()
  await finishLoad()
  assert.deepEqual(wallets.getConnection(), { status: 'connected', wallet: label, account: alice })
})

test('restores a linked wallet over a slow connection', async () => {
  const { wallet, finishLoad } = linkedWallet({ permitted: true })
  const { wallets, timers, rows } = listLater({ localStorage: fakeStorage(recentPhone) })
  await timers.advance(10_000)
  assert.deepEqual(wallets.getConnection(), { status: 'reconnecting', wallet: undefined })
  rows.resolve([createLinkedWallet(wallet)])
  await timers.advance(10_000)
  await finishLoad()
  assert.deepEqual(wallets.getConnection(), { status: 'connected', wallet: label, account: alice })
})

test('stops waiting for a linked wallet whose code does not load', async () => {
  const { wallet, calls } = linkedWallet({ permitted: true })
  const page = openWallets({ linked: [wallet], localStorage: fakeStorage(recentPhone) })
  page.wallets.start()
  await page.timers.advance(19_999)
  assert.deepEqual([page.wallets.getConnection().status, calls.loads], ['reconnecting', 1])
  await page.timers.advance(1)
  assert.deepEqual(page.wallets.getConnection(), { status: 'disconnected' })
})

test('stops waiting for a linked wallet that is never listed', async () => {
  const { wallets, timers } = listLater({ localStorage: fakeStorage(recentPhone) })
  await timers.advance(19_999)
  assert.equal(wallets.getConnection().status, 'reconnecting')
  await timers.advance(1)
  assert.deepEqual(wallets.getConnection(), { status: 'disconnected' })
})

test('reports a linked wallet that the operator disabled as missing', async () => {
  const { wallets, timers, rows } = listLater({ localStorage: fakeStorage(recentPhone) })
  rows.resolve([])
  await timers.advance(1_000)
  assert.deepEqual([wallets.getConnection(), wallets.missing], [{ status: 'disconnected' }, 'Phone'])
})
