import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeStorage, fakeTimers, settled } from '../../../../test/support/fake-page.ts'
import { account, label, manualSigner, manualWallet, openFlow } from '../../../../test/support/web/fake-flow.ts'
import { ALICE, BOB, metaMask, rabby } from '../../../../test/support/web/fake-wallet-env.ts'

test('cancel returns to the list with a notice', async () => {
  const flow = await openFlow({ wallets: [manualWallet] })
  flow.signIn.choose('io.metamask')
  await settled()
  flow.signIn.cancel()
  const view = flow.signIn.getView()
  assert.deepEqual(view.screen === 'choosing' && view.notice, { kind: 'canceled' })
  assert.equal(flow.wallets.getConnection().status, 'disconnected')
})

test('choosing another wallet abandons the first', async () => {
  const flow = await openFlow({ wallets: [manualWallet, rabby] })
  flow.signIn.choose('io.metamask')
  await settled()
  flow.signIn.choose('io.rabby')
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.equal(flow.sent[0]?.proof.account, `eip155:1:${BOB}`)
})

test('a late approval of the first wallet requests no signature', async () => {
  const flow = await openFlow({ wallets: [manualWallet, { ...rabby, answers: { personal_sign: 'ask' } }] })
  flow.signIn.choose('io.metamask')
  await settled()
  flow.signIn.choose('io.rabby')
  await settled()
  flow.wallet.approve()
  await settled()
  flow.others[0]?.approve()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.deepEqual([flow.sent.length, flow.sent[0]?.proof.account], [1, `eip155:1:${BOB}`])
  assert.deepEqual(
    flow.wallet.calledMethods.filter((method) => /^(wallet_request|personal_sign)/.test(method)),
    ['wallet_requestPermissions'],
  )
})

test('a declined connection is a notice in the list', async () => {
  const flow = await openFlow({ wallets: [manualWallet] })
  flow.signIn.choose('io.metamask')
  await settled()
  flow.wallet.reject()
  await settled()
  const view = flow.signIn.getView()
  assert.deepEqual(view.screen === 'choosing' && view.notice, {
    kind: 'declined_connect',
    wallet: 'MetaMask',
    id: 'io.metamask',
    after: 0,
  })
})

test('shows an error, and the remedy retries', async () => {
  const broken = { code: -32603, message: 'Response has no error or result' }
  const flow = await openFlow({
    wallets: [{ ...metaMask, answers: { wallet_requestPermissions: broken, eth_requestAccounts: broken } }],
  })
  flow.signIn.choose('io.metamask')
  await settled()
  assert.deepEqual(flow.problem(), {
    code: 'wallet/internal',
    wallet: 'MetaMask',
    remedy: 'try_again',
    retryAfter: undefined,
    detail: '(-32603) Response has no error or result',
    at: flow.timers.now(),
  })
  flow.wallet.answer('wallet_requestPermissions', 'approve')
  flow.signIn.retry()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
})

test('shows hints after 15 and 60 seconds, and fails after 120', async () => {
  const flow = await openFlow({ wallets: [manualWallet] })
  flow.signIn.choose('io.metamask')
  const seen: unknown[] = []
  for (const ms of [14_999, 1, 44_999, 1, 59_999]) {
    await flow.timers.advance(ms)
    const view = flow.signIn.getView()
    seen.push(view.screen === 'connecting' ? view.wait : view.screen)
  }
  assert.deepEqual(seen, ['opening', 'slow', 'slow', 'stalled', 'stalled'])
  await flow.timers.advance(1)
  assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], ['wallet/no_answer', 'try_again'])
  assert.equal(flow.wallets.getConnection().status, 'disconnected')
})

test('uses the wall clock after the tab slept', async () => {
  const clock = fakeTimers()
  let asleep = false
  const after = (ms: number, run: () => void) => clock.after(ms, () => asleep || run())
  const flow = await openFlow({ wallets: [manualWallet], timers: { ...clock, after } })
  flow.signIn.choose('io.metamask')
  await settled()
  asleep = true
  await clock.advance(61_000)
  asleep = false
  flow.returns.fire()
  const view = flow.signIn.getView()
  assert.equal(view.screen === 'connecting' && view.wait, 'stalled')
  await clock.advance(59_000)
  assert.equal(flow.problem()?.code, 'wallet/no_answer')
})

test('a late approval asks to continue, and never signs', async () => {
  for (const end of ['cancel', 'time'] as const) {
    const flow = await openFlow({ wallets: [manualWallet] })
    flow.signIn.choose('io.metamask')
    await settled()
    if (end === 'cancel') flow.signIn.cancel()
    else await flow.timers.advance(120_000)
    await flow.timers.advance(60_000)
    flow.wallet.approve()
    await settled()
    assert.deepEqual(flow.signIn.getView(), {
      screen: 'connected',
      wallet: label,
      account,
      notice: { kind: 'late_answer', wallet: 'MetaMask', ...(end === 'time' ? { timedOut: true } : {}) },
    })
    assert.equal(flow.wallet.calledMethods.includes('personal_sign'), false)
  }
})

test('-32002 keeps waiting and shows where the request is; "I’ve done it" checks before asking again', async () => {
  const pending = { code: -32002, message: 'Request already pending' }
  const flow = await openFlow({ wallets: [{ ...metaMask, answers: { wallet_requestPermissions: pending } }] })
  flow.signIn.choose('io.metamask')
  await settled()
  assert.deepEqual(flow.signIn.getView(), { screen: 'connecting', wallet: label, wait: 'slow', pending: true })
  flow.wallet.permit(true)
  flow.signIn.retry()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.equal(flow.wallet.calledMethods.filter((method) => method === 'wallet_requestPermissions').length, 1)
})

test('-32002 continues when the wallet reports the approval', async () => {
  const pending = { code: -32002, message: 'Request already pending' }
  const flow = await openFlow({ wallets: [{ ...metaMask, answers: { wallet_requestPermissions: pending } }] })
  flow.signIn.choose('io.metamask')
  await settled()
  flow.wallet.permit(true)
  flow.wallet.emit('accountsChanged', [ALICE])
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
})

test('"Try again" reopens a window that was closed without an answer', async () => {
  const flow = await openFlow({ wallets: [{ ...metaMask, answers: { wallet_requestPermissions: 'hang' } }] })
  flow.signIn.choose('io.metamask')
  await flow.timers.advance(61_000)
  flow.wallet.answer('wallet_requestPermissions', 'approve')
  flow.signIn.retry()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
})

test('after a reload with an open request, mentions it while the wallet is asked again', async () => {
  const sessionStorage = fakeStorage()
  const before = await openFlow({ wallets: [manualWallet], sessionStorage })
  before.signIn.choose('io.metamask')
  await before.timers.advance(20_000)
  const timers = fakeTimers(before.timers.now())
  const flow = await openFlow({ wallets: [manualWallet], sessionStorage, timers })
  const view = flow.signIn.getView()
  assert.deepEqual([view.screen, view.screen === 'choosing' && view.notice], ['choosing', undefined])
  flow.signIn.choose('io.metamask')
  await settled()
  assert.deepEqual(flow.signIn.getView(), {
    screen: 'connecting',
    wallet: label,
    wait: 'opening',
    pending: false,
    earlier: true,
  })
  flow.wallet.approve()
  await settled()
  flow.wallet.approve()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.equal(sessionStorage.getItem('cs.request'), 'null')
})

test('an approval of a request from before the reload requests no signature, and is not mentioned again', async () => {
  const sessionStorage = fakeStorage()
  const before = await openFlow({ wallets: [manualWallet], sessionStorage })
  before.signIn.choose('io.metamask')
  await settled()
  const timers = fakeTimers(before.timers.now())
  const flow = await openFlow({ wallets: [manualWallet], sessionStorage, timers })
  flow.wallet.permit(true)
  flow.wallet.emit('accountsChanged', [ALICE])
  await settled()
  assert.equal(flow.signIn.getView().screen, 'connected')
  assert.equal(flow.wallet.calledMethods.includes('personal_sign'), false)
  flow.signIn.continue()
  await settled()
  const view = flow.signIn.getView()
  assert.equal(view.screen === 'awaiting_signature' && view.earlier, undefined)
})

test('after a reload with an open signature request, mentions it while its challenge is valid', async () => {
  const hints: unknown[] = []
  for (const minutes of [0, 9, 10]) {
    const sessionStorage = fakeStorage()
    const before = await openFlow({ wallets: [manualSigner], sessionStorage })
    before.signIn.choose('io.metamask')
    await settled()
    assert.equal(before.signIn.getView().screen, 'awaiting_signature')
    const timers = fakeTimers(before.timers.now() + minutes * 60_000)
    const { signIn } = await openFlow({ wallets: [manualWallet], sessionStorage, timers })
    signIn.choose('io.metamask')
    await settled()
    const view = signIn.getView()
    hints.push(view.screen === 'connecting' && view.earlier)
  }
  assert.deepEqual(hints, [true, true, undefined])
})

test('shows no notice after a reload when every request was answered', async () => {
  const sessionStorage = fakeStorage()
  const before = await openFlow({ wallets: [manualWallet], sessionStorage })
  before.signIn.choose('io.metamask')
  await settled()
  before.wallet.reject()
  await settled()
  const flow = await openFlow({ wallets: [manualWallet], sessionStorage, timers: fakeTimers(before.timers.now()) })
  const view = flow.signIn.getView()
  assert.deepEqual([view.screen, view.screen === 'choosing' && view.notice], ['choosing', undefined])
})

test('measures how fast a wallet declined, to recognize one that is not set up', async () => {
  const seen: unknown[] = []
  for (const ms of [0, 5000]) {
    const flow = await openFlow({ wallets: [manualWallet] })
    flow.signIn.choose('io.metamask')
    await flow.timers.advance(ms)
    flow.wallet.reject()
    await settled()
    const view = flow.signIn.getView()
    seen.push(view.screen === 'choosing' && view.notice?.kind === 'declined_connect' && view.notice.after)
  }
  assert.deepEqual(seen, [0, 5000])
})
