import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeStorage, fakeTimers, settled } from '../../../../test/support/fake-page.ts'
import {
  connectedFlow,
  manualSigner,
  manualWallet,
  openFlow,
  signingFlow,
} from '../../../../test/support/web/fake-flow.ts'
import { ALICE, BOB, metaMask } from '../../../../test/support/web/fake-wallet-env.ts'

type Page = Awaited<ReturnType<typeof openFlow>>

const hintsOf = ({ signIn }: Page) => {
  const view = signIn.getView()
  return 'silent' in view || 'earlier' in view ? { silent: view.silent, earlier: view.earlier } : undefined
}
const isHidden = ({ signIn }: Page) => {
  const view = signIn.getView()
  assert.equal(view.screen, 'awaiting_signature')
  return view.screen === 'awaiting_signature' && view.hidden
}
const silent = { silent: true, earlier: undefined }
const earlier = { silent: undefined, earlier: true }

/** A restarted extension answers no request and emits no event. */
function restartExtension({ wallet }: Page): void {
  for (const method of ['eth_chainId', 'eth_accounts', 'wallet_requestPermissions', 'personal_sign'])
    wallet.answer(method, 'hang')
}

test('offers a reload when the wallet answers nothing, and keeps the request', async () => {
  const flow = await openFlow({ wallets: [manualWallet] })
  restartExtension(flow)
  flow.signIn.choose('io.metamask')
  await flow.timers.advance(5999)
  assert.equal(hintsOf(flow), undefined)
  await flow.timers.advance(1)
  assert.deepEqual(hintsOf(flow), silent)
  assert.equal(flow.signIn.getView().screen, 'connecting')
})

test('notices a wallet that restarts during a signature request', async () => {
  const flow = await signingFlow()
  await flow.timers.advance(60_000)
  assert.equal(hintsOf(flow), undefined)
  restartExtension(flow)
  await flow.timers.advance(14_000)
  assert.deepEqual(hintsOf(flow), silent)
})

test('removes the hint when a slow wallet answers, and accepts its signature', async () => {
  const flow = await signingFlow()
  flow.wallet.answer('eth_chainId', 'hang')
  await flow.timers.advance(6000)
  assert.deepEqual(hintsOf(flow), silent)
  flow.wallet.answer('eth_chainId', 'approve')
  await flow.timers.advance(10_000)
  assert.equal(hintsOf(flow), undefined)
  flow.wallet.approve()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
})

test('after a reload of a wallet that did not answer, mentions no earlier request', async () => {
  const sessionStorage = fakeStorage()
  const before = await openFlow({ wallets: [manualWallet], sessionStorage })
  restartExtension(before)
  before.signIn.choose('io.metamask')
  await before.timers.advance(6000)
  assert.deepEqual(hintsOf(before), silent)
  const flow = await openFlow({ wallets: [manualWallet], sessionStorage, timers: fakeTimers(before.timers.now()) })
  flow.signIn.choose('io.metamask')
  await settled()
  assert.equal(hintsOf(flow), undefined)
})

test('says where the prompt is two seconds after the page has the focus again', async () => {
  const flow = await signingFlow()
  flow.signals.focus.fire(true)
  await flow.timers.advance(1999)
  assert.equal(isHidden(flow), undefined)
  await flow.timers.advance(1)
  assert.equal(isHidden(flow), true)
})

test('does not say where the prompt is while the wallet’s window has the focus', async () => {
  const flow = await signingFlow()
  flow.signals.focus.fire(true)
  await flow.timers.advance(1000)
  flow.signals.focus.fire(false)
  await flow.timers.advance(10_000)
  assert.equal(isHidden(flow), undefined)
  flow.signals.focus.fire(true)
  await flow.timers.advance(2000)
  assert.equal(isHidden(flow), true)
  flow.signals.focus.fire(false)
  assert.equal(isHidden(flow), undefined)
})

test('does not say where the prompt is when an answer follows the focus', async () => {
  const flow = await signingFlow()
  flow.signals.focus.fire(true)
  await flow.timers.advance(1999)
  flow.wallet.reject({ code: 4001, message: 'User rejected the request.' })
  await settled()
  assert.equal(flow.signIn.getView().screen, 'connected')
  flow.signIn.continue()
  await settled()
  await flow.timers.advance(1999)
  assert.equal(isHidden(flow), undefined)
})

test('treats an error as an answer', async () => {
  const flow = await signingFlow()
  flow.wallet.answer('eth_chainId', { code: 4900, message: 'Disconnected' })
  await flow.timers.advance(30_000)
  assert.equal(hintsOf(flow), undefined)
})

test('sends no probe without an open request', async () => {
  const flow = await signingFlow()
  flow.signIn.cancel()
  await settled()
  const before = flow.wallet.calledMethods.length
  await flow.timers.advance(60_000)
  assert.equal(flow.wallet.calledMethods.length, before)
})

test('mentions a canceled request that the wallet still shows first', async () => {
  const flow = await signingFlow()
  assert.equal(hintsOf(flow), undefined)
  flow.signIn.cancel()
  flow.signIn.continue()
  await settled()
  assert.deepEqual(hintsOf(flow), earlier)
  flow.wallet.approve() // the first in its queue is the one that was canceled
  await settled()
  assert.deepEqual([flow.signIn.getView().screen, flow.sent.length], ['awaiting_signature', 0])
  assert.equal(hintsOf(flow), undefined)
  flow.wallet.approve()
  await settled()
  assert.deepEqual([flow.signIn.getView().screen, flow.sent.length], ['signed_in', 1])
})

test('"Do it here" mentions the open request of the other tab', async () => {
  const lock = {
    take: async (mode: string) => (mode === 'steal' ? { release() {} } : undefined),
    whenFree: neverSettles,
  }
  const flow = await connectedFlow({ wallets: [manualSigner], lock })
  flow.signIn.continue()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'other_tab')
  flow.signIn.takeOver()
  await settled()
  assert.deepEqual(hintsOf(flow), earlier)
})

test('does not mention a request that is open in another wallet', async () => {
  const other = { ...metaMask, name: 'Rabby', rdns: 'io.rabby', accounts: [BOB], answers: manualWallet.answers }
  const flow = await openFlow({ wallets: [{ ...manualWallet, accounts: [ALICE] }, other] })
  flow.signIn.choose('io.metamask')
  await settled()
  flow.signIn.choose('io.rabby')
  await settled()
  assert.equal(hintsOf(flow), undefined)
})

function neverSettles(): Promise<void> {
  return new Promise(() => {})
}
