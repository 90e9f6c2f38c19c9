import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settled } from '../../../../test/support/fake-page.ts'
import { connectedFlow, manualSigner, signingFlow } from '../../../../test/support/web/fake-flow.ts'
import { BOB } from '../../../../test/support/web/fake-wallet-env.ts'

test('shows a hint after 20 seconds', async () => {
  const flow = await signingFlow()
  await flow.timers.advance(20_000)
  const view = flow.signIn.getView()
  assert.equal(view.screen === 'awaiting_signature' && view.wait, 'slow')
})

test('an account switch ends the request, and its signature is never sent', async () => {
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

test('ignores a click on a wallet while signing', async () => {
  const flow = await signingFlow()
  flow.wallet.calledMethods.length = 0
  flow.signIn.choose('io.metamask')
  flow.signIn.continue()
  flow.signIn.useOtherAccount()
  flow.signIn.retry()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'awaiting_signature')
  assert.deepEqual(flow.wallet.calledMethods, [])
})

test('a chain switch changes nothing', async () => {
  const flow = await signingFlow()
  flow.wallet.switchChain(10)
  await settled()
  assert.equal(flow.signIn.getView().screen, 'awaiting_signature')
})

test('a declined signature is a notice, and the second within ten seconds explains more', async () => {
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

test('never sends a signature that arrives after cancel', async () => {
  const flow = await signingFlow()
  flow.signIn.cancel()
  const view = flow.signIn.getView()
  assert.deepEqual(view.screen === 'connected' && view.notice, { kind: 'canceled' })
  flow.wallet.approve()
  await settled()
  assert.deepEqual(flow.sent, [])
  assert.equal(flow.signIn.getView().screen, 'connected')
})

test('does not use it for the next request, which has another challenge', async () => {
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

test('ends 30 seconds before the challenge expires, and prefetches a new one', async () => {
  const flow = await signingFlow()
  await flow.timers.advance(569_999)
  assert.equal(flow.signIn.getView().screen, 'awaiting_signature')
  await flow.timers.advance(1)
  assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], ['challenge_expired', 'try_again'])
  await settled()
  assert.equal(flow.challenges.length, 2)
})

test('fails when the wallet disconnects', async () => {
  const flow = await signingFlow()
  flow.wallet.switchAccounts([])
  await settled()
  assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], ['wallet/disconnected', 'connect_again'])
})

test('offers a reload when the wallet was updated', async () => {
  const flow = await signingFlow()
  flow.wallet.emit('disconnect', { code: 1011, message: 'Page reload required' })
  await settled()
  assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], ['wallet/restarted', 'reload'])
  flow.signIn.retry()
  assert.deepEqual(flow.opened, ['reload'])
})

test('fails a minute after the person returned without a signature', async () => {
  const flow = await signingFlow()
  flow.returns.fire()
  await flow.timers.advance(60_000)
  assert.equal(flow.problem()?.code, 'wallet/no_signature')
})

test('never sends an invalid signature', async () => {
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

test('sends the signature of a contract wallet', async () => {
  const flow = await signingFlow()
  flow.wallet.approve(`0x${'ab'.repeat(400)}`)
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
})

test('reports a pending request, and the remedy asks again', async () => {
  const flow = await signingFlow()
  flow.wallet.reject({ code: -32002, message: 'Already pending' })
  await settled()
  assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], ['wallet/pending', 'try_again'])
  flow.signIn.retry()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'awaiting_signature')
})

test('repeats the request once when the wallet is restarting', async () => {
  const flow = await signingFlow()
  flow.wallet.reject({ code: 1013, message: 'Disconnected' })
  await settled()
  assert.equal(flow.signIn.getView().screen, 'awaiting_signature')
  flow.wallet.reject({ code: 1013, message: 'Disconnected' })
  await settled()
  assert.equal(flow.problem()?.code, 'wallet/internal')
})

test('reconnects when the account is no longer shared', async () => {
  const flow = await signingFlow()
  flow.wallet.reject({ code: 4100, message: 'Unauthorized' })
  await settled()
  assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], ['wallet/unauthorized', 'connect_again'])
})

test('notices an account switch without an event before signing', async () => {
  const flow = await connectedFlow({ wallets: [{ ...manualSigner, silent: true }] })
  flow.wallet.switchAccounts([BOB])
  flow.signIn.continue()
  await settled()
  const view = flow.signIn.getView()
  assert.deepEqual(view.screen === 'connected' && [view.account.address, view.notice], [
    BOB,
    { kind: 'account_changed' },
  ])
  assert.equal(flow.wallet.calledMethods.includes('personal_sign'), false)
})
