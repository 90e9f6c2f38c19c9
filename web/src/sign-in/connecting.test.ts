/** Waiting for the wallet: rows of the transition table in the wallet research (2.3), through the front door of the flow. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeStorage, fakeTimers, settled } from '../../../test/support/fake-page.ts'
import { account, asks, label, openFlow, signs } from '../../../test/support/web/fake-flow.ts'
import { ALICE, BOB, metaMask, rabby } from '../../../test/support/web/fake-wallet-env.ts'

test('12: cancel goes back to the list, with a calm line', async () => {
  const flow = await openFlow({ wallets: [asks] })
  flow.signIn.choose('io.metamask')
  await settled()
  flow.signIn.cancel()
  const view = flow.signIn.getView()
  assert.deepEqual(view.screen === 'choosing' && view.notice, { kind: 'cancelled' })
  assert.equal(flow.wallets.getConnection().status, 'disconnected')
})

test('12: choosing another wallet gives up the first', async () => {
  const flow = await openFlow({ wallets: [asks, rabby] })
  flow.signIn.choose('io.metamask')
  await settled()
  flow.signIn.choose('io.rabby')
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.equal(flow.sent[0]?.proof.account, `eip155:1:${BOB}`)
})

test('12: an approval by the first wallet after another was chosen asks it for no signature', async () => {
  const flow = await openFlow({ wallets: [asks, { ...rabby, answers: { personal_sign: 'ask' } }] })
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
    flow.wallet.asked.filter((method) => /^(wallet_request|personal_sign)/.test(method)),
    ['wallet_requestPermissions'],
  )
})

test('13: a refusal to connect is a calm line in the list', async () => {
  const flow = await openFlow({ wallets: [asks] })
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

test('13: an error is named, and the remedy asks again', async () => {
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
    traceId: undefined,
    at: flow.timers.now(),
  })
  flow.wallet.answer('wallet_requestPermissions', 'approve')
  flow.signIn.retry()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
})

test('14: hints after 15 and 60 seconds, and the end after 120', async () => {
  const flow = await openFlow({ wallets: [asks] })
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

test('14: a tab that slept is told the right time when it wakes', async () => {
  const clock = fakeTimers()
  let asleep = false
  const after = (ms: number, run: () => void) => clock.after(ms, () => asleep || run())
  const flow = await openFlow({ wallets: [asks], timers: { ...clock, after } })
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

test('15: an approval after that is a question, never a signature', async () => {
  for (const end of ['cancel', 'time'] as const) {
    const flow = await openFlow({ wallets: [asks] })
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
      notice: { kind: 'late_answer', wallet: 'MetaMask' },
    })
    assert.equal(flow.wallet.asked.includes('personal_sign'), false)
  }
})

test('-32002 keeps the wait and says where the request is; "I’ve done it" looks before it asks', async () => {
  const pending = { code: -32002, message: 'Request already pending' }
  const flow = await openFlow({ wallets: [{ ...metaMask, answers: { wallet_requestPermissions: pending } }] })
  flow.signIn.choose('io.metamask')
  await settled()
  assert.deepEqual(flow.signIn.getView(), { screen: 'connecting', wallet: label, wait: 'slow', pending: true })
  flow.wallet.permit(true)
  flow.signIn.retry()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.equal(flow.wallet.asked.filter((method) => method === 'wallet_requestPermissions').length, 1)
})

test('-32002 goes on by itself when the wallet says that it was approved', async () => {
  const pending = { code: -32002, message: 'Request already pending' }
  const flow = await openFlow({ wallets: [{ ...metaMask, answers: { wallet_requestPermissions: pending } }] })
  flow.signIn.choose('io.metamask')
  await settled()
  flow.wallet.permit(true)
  flow.wallet.emit('accountsChanged', [ALICE])
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
})

test('"Try again" on a window that was closed without an answer opens it anew', async () => {
  const flow = await openFlow({ wallets: [{ ...metaMask, answers: { wallet_requestPermissions: 'hang' } }] })
  flow.signIn.choose('io.metamask')
  await flow.timers.advance(61_000)
  flow.wallet.answer('wallet_requestPermissions', 'approve')
  flow.signIn.retry()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
})

test('after a reload with a request open the page can be used at once, and says what waits in the wallet', async () => {
  const sessionStorage = fakeStorage()
  const before = await openFlow({ wallets: [asks], sessionStorage })
  before.signIn.choose('io.metamask')
  await before.timers.advance(20_000)
  const timers = fakeTimers(before.timers.now())
  const flow = await openFlow({ wallets: [asks], sessionStorage, timers })
  const view = flow.signIn.getView()
  assert.deepEqual(
    [view.screen, view.screen === 'choosing' && view.notice],
    ['choosing', { kind: 'earlier_request', wallet: 'MetaMask' }],
  )
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

test('an approval of the request from before the reload asks for no signature', async () => {
  const sessionStorage = fakeStorage()
  const before = await openFlow({ wallets: [asks], sessionStorage })
  before.signIn.choose('io.metamask')
  await settled()
  const timers = fakeTimers(before.timers.now())
  const flow = await openFlow({ wallets: [asks], sessionStorage, timers })
  flow.wallet.permit(true)
  flow.wallet.emit('accountsChanged', [ALICE])
  await settled()
  assert.equal(flow.signIn.getView().screen, 'connected')
  assert.equal(flow.wallet.asked.includes('personal_sign'), false)
})

test('a reload with a signature request open says so too, for as long as its message could count', async () => {
  const notices: unknown[] = []
  for (const minutes of [0, 9, 10]) {
    const sessionStorage = fakeStorage()
    const before = await openFlow({ wallets: [signs], sessionStorage })
    before.signIn.choose('io.metamask')
    await settled()
    assert.equal(before.signIn.getView().screen, 'awaiting_signature')
    const timers = fakeTimers(before.timers.now() + minutes * 60_000)
    const view = (await openFlow({ wallets: [signs], sessionStorage, timers })).signIn.getView()
    notices.push(view.screen === 'choosing' && view.notice?.kind)
  }
  assert.deepEqual(notices, ['earlier_request', 'earlier_request', undefined])
})

test('nothing is said after a reload when every request was answered', async () => {
  const sessionStorage = fakeStorage()
  const before = await openFlow({ wallets: [asks], sessionStorage })
  before.signIn.choose('io.metamask')
  await settled()
  before.wallet.reject()
  await settled()
  const flow = await openFlow({ wallets: [asks], sessionStorage, timers: fakeTimers(before.timers.now()) })
  const view = flow.signIn.getView()
  assert.deepEqual([view.screen, view.screen === 'choosing' && view.notice], ['choosing', undefined])
})

test('how soon a wallet declined is known: quicker than a person does one that is not set up yet', async () => {
  const seen: unknown[] = []
  for (const ms of [0, 5000]) {
    const flow = await openFlow({ wallets: [asks] })
    flow.signIn.choose('io.metamask')
    await flow.timers.advance(ms)
    flow.wallet.reject()
    await settled()
    const view = flow.signIn.getView()
    seen.push(view.screen === 'choosing' && view.notice?.kind === 'declined_connect' && view.notice.after)
  }
  assert.deepEqual(seen, [0, 5000])
})
