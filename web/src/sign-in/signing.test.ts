/** Waiting for the signature: rows of the transition table in the wallet research (2.3), through the front door of the flow. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settled } from '../../../test/support/fake-page.ts'
import { connectedFlow, signingFlow, signs } from '../../../test/support/web/fake-flow.ts'
import { BOB } from '../../../test/support/web/fake-wallet-env.ts'

test('a hint after 20 seconds', async () => {
  const flow = await signingFlow()
  await flow.timers.advance(20_000)
  const view = flow.signIn.getView()
  assert.equal(view.screen === 'awaiting_signature' && view.wait, 'slow')
})

test('23: another account in the wallet ends it, and the signature of the first is never sent', async () => {
  const flow = await signingFlow()
  flow.wallet.switchAccounts([BOB])
  await settled()
  const view = flow.signIn.getView()
  assert.deepEqual(view.screen === 'connected' && [view.account.address, view.notice], [
    BOB,
    { kind: 'account_changed' },
  ])
  flow.wallet.approve()
  await settled()
  assert.deepEqual(flow.sent, [])
})

test('a click on a wallet at this moment asks nothing', async () => {
  const flow = await signingFlow()
  flow.wallet.asked.length = 0
  flow.signIn.choose('io.metamask')
  flow.signIn.continue()
  flow.signIn.useOtherAccount()
  flow.signIn.retry()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'awaiting_signature')
  assert.deepEqual(flow.wallet.asked, [])
})

test('24: another network changes nothing', async () => {
  const flow = await signingFlow()
  flow.wallet.switchChain(10)
  await settled()
  assert.equal(flow.signIn.getView().screen, 'awaiting_signature')
})

test('25: a refusal is a calm line, and the second within ten seconds says more', async () => {
  const flow = await signingFlow()
  const notices: unknown[] = []
  for (const wait of [0, 10_000, 10_001]) {
    await flow.timers.advance(wait)
    if (wait > 0) flow.signIn.continue()
    await settled()
    flow.wallet.reject()
    await settled()
    const view = flow.signIn.getView()
    notices.push(view.screen === 'connected' && view.notice)
  }
  assert.deepEqual(
    notices,
    [false, true, false].map((twice) => ({ kind: 'declined_signature', wallet: 'MetaMask', twice })),
  )
})

test('26: a signature after cancel is never sent', async () => {
  const flow = await signingFlow()
  flow.signIn.cancel()
  const view = flow.signIn.getView()
  assert.deepEqual(view.screen === 'connected' && view.notice, { kind: 'cancelled' })
  flow.wallet.approve()
  await settled()
  assert.deepEqual(flow.sent, [])
  assert.equal(flow.signIn.getView().screen, 'connected')
})

test('26: nor is it taken for the answer to the next request, which has another challenge', async () => {
  const flow = await signingFlow()
  flow.signIn.cancel()
  await settled()
  flow.signIn.continue()
  await settled()
  flow.wallet.approve()
  await settled()
  assert.deepEqual(flow.sent, [])
  flow.wallet.approve()
  await settled()
  assert.deepEqual(
    flow.sent.map(({ idempotencyKey }) => idempotencyKey),
    ['chl_01JCQ2Z8Y7ABCDEFGHJKMNPQ01'],
  )
})

test('27: it ends 30 seconds before its challenge, and a new one is there for the next click', async () => {
  const flow = await signingFlow()
  await flow.timers.advance(569_999)
  assert.equal(flow.signIn.getView().screen, 'awaiting_signature')
  await flow.timers.advance(1)
  assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], ['challenge_expired', 'try_again'])
  await settled()
  assert.equal(flow.challenges.length, 2)
})

test('28: a wallet that disconnects ends it', async () => {
  const flow = await signingFlow()
  flow.wallet.switchAccounts([])
  await settled()
  assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], ['wallet/disconnected', 'connect_again'])
})

test('28: a wallet that was updated asks for a reload', async () => {
  const flow = await signingFlow()
  flow.wallet.emit('disconnect', { code: 1011, message: 'Page reload required' })
  await settled()
  assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], ['wallet/restarted', 'reload'])
  flow.signIn.retry()
  assert.deepEqual(flow.opened, ['reload'])
})

test('a wallet that closed and sent nothing is named a minute after the person came back', async () => {
  const flow = await signingFlow()
  flow.returns.fire()
  await flow.timers.advance(60_000)
  assert.equal(flow.problem()?.code, 'wallet/no_signature')
})

test('what is not a signature is never sent', async () => {
  for (const [answer, code] of [
    ['0x1234', 'wallet/bad_signature_format'],
    ['yes', 'wallet/bad_signature_format'],
    [{}, 'wallet/bad_signature_format'],
    ['0x', 'wallet/multisig'],
  ]) {
    const flow = await signingFlow()
    flow.wallet.approve(answer)
    await settled()
    assert.deepEqual([flow.problem()?.code, flow.sent], [code, []])
  }
})

test('the signature of a contract wallet is sent', async () => {
  const flow = await signingFlow()
  flow.wallet.approve(`0x${'ab'.repeat(400)}`)
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
})

test('a request that already waits in the wallet is named, and the remedy asks again', async () => {
  const flow = await signingFlow()
  flow.wallet.reject({ code: -32002, message: 'Already pending' })
  await settled()
  assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], ['wallet/pending', 'try_again'])
  flow.signIn.retry()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'awaiting_signature')
})

test('a wallet that is restarting is asked once more in silence', async () => {
  const flow = await signingFlow()
  flow.wallet.reject({ code: 1013, message: 'Disconnected' })
  await settled()
  assert.equal(flow.signIn.getView().screen, 'awaiting_signature')
  flow.wallet.reject({ code: 1013, message: 'Disconnected' })
  await settled()
  assert.equal(flow.problem()?.code, 'wallet/internal')
})

test('an account the wallet no longer shares is connected again', async () => {
  const flow = await signingFlow()
  flow.wallet.reject({ code: 4100, message: 'Unauthorized' })
  await settled()
  assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], ['wallet/unauthorized', 'connect_again'])
})

test('an account changed without a word is noticed before anything is signed', async () => {
  const flow = await connectedFlow({ wallets: [{ ...signs, silent: true }] })
  flow.wallet.switchAccounts([BOB])
  flow.signIn.continue()
  await settled()
  const view = flow.signIn.getView()
  assert.deepEqual(view.screen === 'connected' && [view.account.address, view.notice], [
    BOB,
    { kind: 'account_changed' },
  ])
  assert.equal(flow.wallet.asked.includes('personal_sign'), false)
})
