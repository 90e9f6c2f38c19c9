import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settled } from '../../../test/support/fake-page.ts'
import { account, connectedFlow, label, MESSAGE, manualSigner } from '../../../test/support/web/fake-flow.ts'
import { ALICE, BOB, metaMask } from '../../../test/support/web/fake-wallet-env.ts'
import { ConnectionError } from '../api/connection-error.ts'

test('with a valid challenge the wallet is asked without waiting for the server', async () => {
  const flow = await connectedFlow({ wallets: [manualSigner] })
  const before = flow.challenges.length
  flow.signIn.continue()
  await settled()
  assert.deepEqual(flow.signIn.getView(), {
    screen: 'awaiting_signature',
    wallet: label,
    account,
    message: MESSAGE,
    wait: 'fresh',
  })
  assert.equal(flow.challenges.length, before)
})

test('replaces an old challenge first', async () => {
  let hold = Promise.resolve()
  const flow = await connectedFlow({ wallets: [manualSigner], server: { challenge: () => hold } })
  let release = () => {}
  hold = new Promise((resolve) => {
    release = () => resolve()
  })
  await flow.timers.advance(540_001)
  flow.signIn.continue()
  await settled()
  assert.deepEqual(flow.signIn.getView(), { screen: 'preparing', wallet: label, account })
  release()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'awaiting_signature')
  assert.equal(flow.challenges.length, 2)
})

test('reports a failed challenge request, and the remedy repeats it', async () => {
  let fails = true
  const challenge = async () => {
    if (fails) throw new ConnectionError('server/unreachable')
  }
  const flow = await connectedFlow({ server: { challenge } })
  flow.signIn.continue()
  await settled()
  assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], ['server/unreachable', 'try_again'])
  fails = false
  flow.signIn.retry()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
})

test('does not sign two minutes after the click', async () => {
  let release = () => {}
  const flow = await connectedFlow({
    wallets: [manualSigner],
    server: { challenge: () => new Promise<void>((resolve) => (release = () => resolve())) },
  })
  flow.signals.offline.fire()
  flow.signIn.continue()
  await flow.timers.advance(121_000)
  release()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'connected')
  assert.equal(flow.wallet.calledMethods.includes('personal_sign'), false)
})

test('shows a notice when the account changes', async () => {
  const flow = await connectedFlow()
  flow.wallet.switchAccounts([BOB])
  await settled()
  assert.deepEqual(flow.signIn.getView(), {
    screen: 'connected',
    wallet: label,
    account: { ...account, address: BOB },
    notice: { kind: 'account_changed' },
  })
})

test('returns to the list when the wallet disconnects', async () => {
  const flow = await connectedFlow()
  flow.wallet.switchAccounts([])
  await settled()
  assert.equal(flow.signIn.getView().screen, 'choosing')
})

test('"Use another account" opens the wallet’s picker and asks to continue', async () => {
  const flow = await connectedFlow({ wallets: [{ ...metaMask, accounts: [ALICE, BOB] }] })
  flow.wallet.answer('wallet_requestPermissions', 'ask')
  flow.signIn.useOtherAccount()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'connecting')
  flow.wallet.switchAccounts([BOB, ALICE])
  flow.wallet.approve()
  await settled()
  const view = flow.signIn.getView()
  assert.deepEqual([view.screen, view.screen === 'connected' && view.account.address], ['connected', BOB])
})

test('"Use another account" explains where to switch in a wallet without a picker', async () => {
  const flow = await connectedFlow({ wallets: [{ ...metaMask, lacks: ['wallet_requestPermissions'] }] })
  flow.signIn.useOtherAccount()
  await settled()
  const view = flow.signIn.getView()
  assert.deepEqual(view.screen === 'connected' && view.notice, { kind: 'switch_in_wallet', wallet: 'MetaMask' })
})

for (const code of [4200, -32601]) {
  test(`"Use another account" uses the account switched to in a wallet without a picker (${code})`, async () => {
    const missing = { code, message: 'The method is not supported.' }
    const script = { ...metaMask, silent: true, answers: { wallet_requestPermissions: missing } }
    const flow = await connectedFlow({ wallets: [script] })
    flow.wallet.switchAccounts([BOB])
    flow.signIn.useOtherAccount()
    await settled()
    assert.deepEqual(flow.signIn.getView(), {
      screen: 'connected',
      wallet: label,
      account: { ...account, address: BOB },
      notice: undefined,
    })
  })
}

test('"Use another account" reports that the account is the same', async () => {
  const flow = await connectedFlow()
  flow.signIn.useOtherAccount()
  await settled()
  assert.deepEqual(flow.signIn.getView(), {
    screen: 'connected',
    wallet: label,
    account,
    notice: { kind: 'no_other_account', wallet: 'MetaMask' },
  })
})

test('"Use another account" points to another open request', async () => {
  const pending = { code: -32002, message: 'Request already pending' }
  const flow = await connectedFlow({ wallets: [{ ...metaMask, answers: { wallet_requestPermissions: pending } }] })
  flow.signIn.useOtherAccount()
  await settled()
  const view = flow.signIn.getView()
  assert.deepEqual(view.screen === 'connected' && view.notice, { kind: 'request_waiting', wallet: 'MetaMask' })
})

test('"Use another account" in a wallet that was restarted offers to reload', async () => {
  const reloadRequired = { code: 1011, message: 'Page reload required' }
  const flow = await connectedFlow({
    wallets: [{ ...metaMask, answers: { wallet_requestPermissions: reloadRequired } }],
  })
  flow.signIn.useOtherAccount()
  await settled()
  assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], ['wallet/restarted', 'reload'])
})

test('"Use another account" can be canceled, and the connection stays', async () => {
  const flow = await connectedFlow()
  flow.wallet.answer('wallet_requestPermissions', 'ask')
  flow.signIn.useOtherAccount()
  await settled()
  flow.wallet.reject()
  await settled()
  assert.deepEqual(flow.signIn.getView(), { screen: 'connected', wallet: label, account, notice: undefined })
})

test('"Use another wallet" returns to the list and keeps the connection permission', async () => {
  const flow = await connectedFlow()
  flow.signIn.useOtherWallet()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'choosing')
  assert.equal(flow.wallet.calledMethods.includes('wallet_revokePermissions'), false)
})
