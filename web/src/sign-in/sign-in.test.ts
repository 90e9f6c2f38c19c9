import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeStorage, settled } from '../../../test/support/fake-page.ts'
import {
  account,
  label,
  MESSAGE,
  manualWallet,
  openFlow,
  SIGNATURE,
  started,
} from '../../../test/support/web/fake-flow.ts'
import { ALICE, metaMask, rabby, recentWallets } from '../../../test/support/web/fake-wallet-env.ts'

test('signed out, shows the list and prefetches a challenge', async () => {
  const flow = await openFlow()
  assert.deepEqual(flow.signIn.getView(), {
    screen: 'choosing',
    wallets: flow.wallets.getWallets(),
    settled: false,
    checking: undefined,
    notice: undefined,
  })
  await settled()
  assert.equal(flow.challenges.length, 1)
})

test('one click connects, signs and signs in', async () => {
  const flow = await openFlow()
  await settled()
  flow.signIn.choose('io.metamask')
  await settled()
  assert.deepEqual(flow.screens, ['connecting', 'preparing', 'awaiting_signature', 'verifying', 'signed_in'])
  assert.deepEqual(flow.signIn.getView(), { screen: 'signed_in', next: '/home' })
  assert.deepEqual(flow.signedIn, [started])
  assert.deepEqual(
    flow.sent.map(({ signal: _, ...rest }) => rest),
    [
      {
        proof: {
          namespace: 'eip155',
          challenge: 'token 0',
          account: `eip155:1:${ALICE}`,
          message: MESSAGE,
          signature: SIGNATURE,
          wallet: { name: 'MetaMask', rdns: 'io.metamask' },
        },
        keep: false,
        keepAccount: undefined,
        idempotencyKey: 'chl_01JCQ2Z8Y7ABCDEFGHJKMNPQ00',
      },
    ],
  )
})

test('names the wallet while connecting', async () => {
  const flow = await openFlow({ wallets: [manualWallet] })
  flow.signIn.choose('io.metamask')
  await settled()
  assert.deepEqual(flow.signIn.getView(), { screen: 'connecting', wallet: label, wait: 'opening', pending: false })
})

test('further clicks join the same request', async () => {
  const flow = await openFlow({ wallets: [manualWallet] })
  for (let click = 0; click < 3; click++) flow.signIn.choose('io.metamask')
  await settled()
  assert.deepEqual(flow.wallet.waiting(), ['wallet_requestPermissions'])
})

test('an already connected wallet asks to continue, and never signs', async () => {
  const flow = await openFlow({
    wallets: [{ ...metaMask, permitted: true }],
    localStorage: fakeStorage(recentWallets(metaMask)),
  })
  await flow.timers.advance(5000)
  assert.deepEqual(flow.signIn.getView(), { screen: 'connected', wallet: label, account, notice: undefined })
  assert.equal(flow.wallet.calledMethods.includes('personal_sign'), false)
})

test('shows in the list that the recent wallet is being restored', async () => {
  const flow = await openFlow({
    wallets: [{ ...metaMask, answers: { eth_accounts: 'hang' } }],
    localStorage: fakeStorage(recentWallets(metaMask)),
  })
  const view = flow.signIn.getView()
  assert.equal(view.screen === 'choosing' && view.checking, 'io.metamask')
})

test('a wallet with its own window needs another click', async () => {
  const base = { ...metaMask, name: 'Base', rdns: 'app.base.account' }
  const flow = await openFlow({ wallets: [base] })
  flow.signIn.choose('app.base.account')
  await settled()
  assert.equal(flow.signIn.getView().screen, 'connected')
  flow.signIn.continue()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
})

test('sends the keep choice as it is when the signature is sent', async () => {
  const flow = await openFlow()
  flow.signIn.setKeep(true)
  flow.signIn.choose('io.metamask')
  await settled()
  assert.deepEqual(
    flow.sent.map(({ keep }) => keep),
    [true],
  )
})

test("writes the wallet's current chain into the message", async () => {
  const flow = await openFlow({ wallets: [{ ...metaMask, chainId: 137 }] })
  flow.signIn.choose('io.metamask')
  await settled()
  assert.match(flow.sent[0]?.proof.message ?? '', /^Chain ID: 137$/m)
  assert.equal(flow.sent[0]?.proof.account, `eip155:137:${ALICE}`)
})

test('names a missing wallet in the list', async () => {
  const flow = await openFlow({ wallets: [rabby], localStorage: fakeStorage(recentWallets(metaMask)) })
  await flow.timers.advance(1000)
  const view = flow.signIn.getView()
  assert.deepEqual(view.screen === 'choosing' && view.notice, { kind: 'wallet_missing', wallet: 'MetaMask' })
})
