/** The rows of the transition table in the wallet research (2.3), through the front door of the flow. */

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError, type ErrorCode } from '@countersign/contract/errors.ts'
import { fakeStorage, fakeTimers, settled } from '../../../test/support/fake-page.ts'
import { ConnectionError } from '../api/connection-error.ts'
import { ALICE, BOB, metaMask, rabby, recently } from '../wallet/fake-env.ts'
import { type FlowOptions, openFlow, SIGNATURE, started } from './fake-flow.ts'

const MESSAGE = `id.example wants you to sign in with your Ethereum account:
${ALICE}

Sign in to Acme.

URI: https://id.example/sign-in
Version: 1
Chain ID: 1
Nonce: abcdefghijklmnopqrstuvwx
Issued At: 2026-01-01T00:00:00.000Z
Expiration Time: 2026-01-01T00:10:00.000Z
Request ID: chl_01JCQ2Z8Y7ABCDEFGHJKMNPQ00`

const asks = { ...metaMask, answers: { wallet_requestPermissions: 'ask', personal_sign: 'ask' } } as const
const signs = { ...metaMask, answers: { personal_sign: 'ask' } } as const
const label = {
  id: 'io.metamask',
  name: 'MetaMask',
  icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
  rdns: 'io.metamask',
}
const account = { address: ALICE, chainId: 1 } as const

describe('the way in', () => {
  test('2: someone signed out chooses, and a challenge is fetched ahead', async () => {
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

  test('4, 7, 9, 22, 29: one click connects, signs and signs in', async () => {
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
          idempotencyKey: 'chl_01JCQ2Z8Y7ABCDEFGHJKMNPQ00',
        },
      ],
    )
  })

  test('4: while it is connecting the wallet is named', async () => {
    const flow = await openFlow({ wallets: [asks] })
    flow.signIn.choose('io.metamask')
    await settled()
    assert.deepEqual(flow.signIn.getView(), { screen: 'connecting', wallet: label, wait: 'opening', pending: false })
  })

  test('5: a second and third click is the same request', async () => {
    const flow = await openFlow({ wallets: [asks] })
    for (let click = 0; click < 3; click++) flow.signIn.choose('io.metamask')
    await settled()
    assert.deepEqual(flow.wallet.waiting(), ['wallet_requestPermissions'])
  })

  test('6: a wallet that is already connected is a question, never a signature', async () => {
    const flow = await openFlow({
      wallets: [{ ...metaMask, permitted: true }],
      localStorage: fakeStorage(recently(metaMask)),
    })
    await flow.timers.advance(5000)
    assert.deepEqual(flow.signIn.getView(), { screen: 'connected', wallet: label, account, notice: undefined })
    assert.equal(flow.wallet.asked.includes('personal_sign'), false)
  })

  test('6: while the recent wallet is being restored the list says so', async () => {
    const flow = await openFlow({
      wallets: [{ ...metaMask, answers: { eth_accounts: 'hang' } }],
      localStorage: fakeStorage(recently(metaMask)),
    })
    const view = flow.signIn.getView()
    assert.equal(view.screen === 'choosing' && view.checking, 'io.metamask')
  })

  test('10: a wallet that opens a window of its own needs another click', async () => {
    const base = { ...metaMask, name: 'Base', rdns: 'app.base.account' }
    const flow = await openFlow({ wallets: [base] })
    flow.signIn.choose('app.base.account')
    await settled()
    assert.equal(flow.signIn.getView().screen, 'connected')
    flow.signIn.continue()
    await settled()
    assert.equal(flow.signIn.getView().screen, 'signed_in')
  })

  test('the keep choice is sent as it stands when the signature is', async () => {
    const flow = await openFlow()
    flow.signIn.setKeep(true)
    flow.signIn.choose('io.metamask')
    await settled()
    assert.deepEqual(
      flow.sent.map(({ keep }) => keep),
      [true],
    )
  })

  test('the message has the live network of the wallet', async () => {
    const flow = await openFlow({ wallets: [{ ...metaMask, chainId: 137 }] })
    flow.signIn.choose('io.metamask')
    await settled()
    assert.match(flow.sent[0]?.proof.message ?? '', /^Chain ID: 137$/m)
    assert.equal(flow.sent[0]?.proof.account, `eip155:137:${ALICE}`)
  })

  test('a wallet that left is named in the list', async () => {
    const flow = await openFlow({ wallets: [rabby], localStorage: fakeStorage(recently(metaMask)) })
    await flow.timers.advance(1000)
    const view = flow.signIn.getView()
    assert.deepEqual(view.screen === 'choosing' && view.notice, { kind: 'wallet_missing', wallet: 'MetaMask' })
  })
})

describe('waiting for the wallet', () => {
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

  test('13: a refusal to connect is a calm line in the list', async () => {
    const flow = await openFlow({ wallets: [asks] })
    flow.signIn.choose('io.metamask')
    await settled()
    flow.wallet.reject()
    await settled()
    const view = flow.signIn.getView()
    assert.deepEqual(view.screen === 'choosing' && view.notice, { kind: 'declined_connect', wallet: 'MetaMask' })
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

  test('a reload while the wallet is open finds the wait again, and asks for a click to sign', async () => {
    const sessionStorage = fakeStorage()
    const before = await openFlow({ wallets: [asks], sessionStorage })
    before.signIn.choose('io.metamask')
    await before.timers.advance(20_000)
    const timers = fakeTimers(before.timers.now())
    const flow = await openFlow({ wallets: [asks], sessionStorage, timers })
    const view = flow.signIn.getView()
    assert.deepEqual([view.screen, view.screen === 'connecting' && view.wait], ['connecting', 'slow'])
    flow.wallet.permit(true)
    flow.wallet.emit('accountsChanged', [ALICE])
    await settled()
    assert.equal(flow.signIn.getView().screen, 'connected')
    assert.equal(flow.wallet.asked.includes('personal_sign'), false)
    assert.equal(sessionStorage.items.has('cs.attempt'), false)
  })

  test('after a reload "Try again" is a click of this page, so it goes on to the signature', async () => {
    const sessionStorage = fakeStorage()
    const before = await openFlow({ wallets: [asks], sessionStorage })
    before.signIn.choose('io.metamask')
    await settled()
    const timers = fakeTimers(before.timers.now() + 5000)
    const flow = await openFlow({ wallets: [{ ...metaMask, permitted: true }], sessionStorage, timers })
    flow.signIn.retry()
    await settled()
    assert.equal(flow.signIn.getView().screen, 'signed_in')
    assert.deepEqual(flow.sent[0]?.proof.wallet, { name: 'MetaMask', rdns: 'io.metamask' })
  })

  test('two minutes after the click there is nothing to find', async () => {
    const sessionStorage = fakeStorage()
    const before = await openFlow({ wallets: [asks], sessionStorage })
    before.signIn.choose('io.metamask')
    await settled()
    const timers = fakeTimers(before.timers.now() + 120_000)
    const flow = await openFlow({ wallets: [asks], sessionStorage, timers })
    assert.equal(flow.signIn.getView().screen, 'choosing')
  })
})

describe('connected', () => {
  test('16: with a good challenge the wallet is asked without waiting for the server', async () => {
    const flow = await connectedFlow({ wallets: [signs] })
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

  test('17, 19: an old challenge is replaced first', async () => {
    let hold = Promise.resolve()
    const flow = await connectedFlow({ wallets: [signs], server: { challenge: () => hold } })
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

  test('17: a challenge that cannot be had is told, and the remedy fetches it', async () => {
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

  test('18: a click that is two minutes old signs nothing', async () => {
    let release = () => {}
    const flow = await connectedFlow({
      wallets: [signs],
      server: { challenge: () => new Promise<void>((resolve) => (release = () => resolve())) },
    })
    flow.signals.offline.fire()
    flow.signIn.continue()
    await flow.timers.advance(121_000)
    release()
    await settled()
    assert.equal(flow.signIn.getView().screen, 'connected')
    assert.equal(flow.wallet.asked.includes('personal_sign'), false)
  })

  test('20: another account is said', async () => {
    const flow = await connectedFlow()
    flow.wallet.switchAccounts([BOB])
    await settled()
    assert.deepEqual(flow.signIn.getView(), {
      screen: 'connected',
      wallet: label,
      account: { address: BOB, chainId: 1 },
      notice: { kind: 'account_changed' },
    })
  })

  test('21: a wallet that disconnects leads back to the list', async () => {
    const flow = await connectedFlow()
    flow.wallet.switchAccounts([])
    await settled()
    assert.equal(flow.signIn.getView().screen, 'choosing')
  })

  test('"Use another account" opens the wallet’s picker and ends in a question', async () => {
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

  test('"Use another account" in a wallet without a picker says where to switch', async () => {
    const flow = await connectedFlow({ wallets: [{ ...metaMask, lacks: ['wallet_requestPermissions'] }] })
    flow.signIn.useOtherAccount()
    await settled()
    const view = flow.signIn.getView()
    assert.deepEqual(view.screen === 'connected' && view.notice, { kind: 'switch_in_wallet', wallet: 'MetaMask' })
  })

  test('"Use another account" can be cancelled, and the connection stays', async () => {
    const flow = await connectedFlow()
    flow.wallet.answer('wallet_requestPermissions', 'ask')
    flow.signIn.useOtherAccount()
    await settled()
    flow.wallet.reject()
    await settled()
    assert.deepEqual(flow.signIn.getView(), { screen: 'connected', wallet: label, account, notice: undefined })
  })

  test('"Another wallet" goes back to the list without taking the permission back', async () => {
    const flow = await connectedFlow()
    flow.signIn.useOtherWallet()
    await settled()
    assert.equal(flow.signIn.getView().screen, 'choosing')
    assert.equal(flow.wallet.asked.includes('wallet_revokePermissions'), false)
  })
})

describe('waiting for the signature', () => {
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
})

describe('waiting for the server', () => {
  test('31: a suspended person is told so', async () => {
    const flow = await verifiedFlow(new AppError('person_suspended'))
    assert.deepEqual(flow.signIn.getView(), { screen: 'suspended' })
  })

  test('32: a used or expired challenge is signed anew, with one tap', async () => {
    for (const code of ['challenge_used', 'challenge_expired'] as const) {
      const flow = await verifiedFlow(new AppError(code))
      assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], [code, 'try_again'])
      flow.signIn.retry()
      await settled()
      assert.equal(flow.signIn.getView().screen, 'signed_in')
      assert.equal(new Set(flow.sent.map(({ idempotencyKey }) => idempotencyKey)).size, 2)
    }
  })

  test('33: a signature by the wallet’s other account is named as that', async () => {
    const flow = await openFlow({
      server: { session: [refusal('signature_invalid')] },
      wallets: [{ ...signs, silent: true }],
    })
    flow.signIn.choose('io.metamask')
    await settled()
    flow.wallet.switchAccounts([BOB])
    flow.wallet.approve()
    await settled()
    assert.equal(flow.problem()?.code, 'wallet/account_missing')
  })

  test('33: any other bad signature is named as that', async () => {
    const flow = await verifiedFlow(new AppError('signature_invalid'))
    assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], ['signature_invalid', 'try_again'])
  })

  test('34: when the server is not able, the same signature is sent again', async () => {
    for (const code of ['db_unavailable', 'maintenance', 'internal', 'rate_limited', 'setup_code_invalid'] as const) {
      const flow = await verifiedFlow(new AppError(code, { retryAfter: 2 }))
      assert.equal(flow.problem()?.retryAfter, 2)
      flow.signIn.retry()
      await settled()
      assert.equal(flow.signIn.getView().screen, 'signed_in')
      assert.deepEqual(new Set(flow.sent.map(({ idempotencyKey }) => idempotencyKey)).size, 1)
      assert.equal(flow.wallet.asked.filter((method) => method === 'personal_sign').length, 1)
    }
  })

  test('34: after the challenge has ended it is signed anew', async () => {
    const flow = await verifiedFlow(new AppError('db_unavailable'))
    await flow.timers.advance(600_000)
    flow.signIn.retry()
    await settled()
    assert.equal(flow.signIn.getView().screen, 'signed_in')
    assert.equal(flow.wallet.asked.filter((method) => method === 'personal_sign').length, 2)
  })

  test('35: a broken connection is tried once more by itself, with the same key', async () => {
    const flow = await openFlow({ server: { session: [unreachable, async () => started] } })
    flow.signIn.choose('io.metamask')
    await settled()
    assert.deepEqual(flow.signIn.getView(), { screen: 'verifying', wallet: label, wait: 'offline' })
    await flow.timers.advance(1000)
    assert.equal(flow.signIn.getView().screen, 'signed_in')
    assert.equal(new Set(flow.sent.map(({ idempotencyKey }) => idempotencyKey)).size, 1)
  })

  test('35, 56: offline it waits for the network, and time stands still', async () => {
    const flow = await openFlow({ server: { session: [unreachable, async () => started] } })
    flow.facts.online = false
    flow.signals.offline.fire()
    flow.signIn.choose('io.metamask')
    await flow.timers.advance(300_000)
    assert.equal(flow.signIn.getView().screen, 'verifying')
    assert.equal(flow.sent.length, 1)
    flow.facts.online = true
    flow.signals.online.fire()
    await settled()
    assert.equal(flow.signIn.getView().screen, 'signed_in')
  })

  test('35: the second time it is told', async () => {
    const flow = await openFlow({ server: { session: [unreachable, unreachable, async () => started] } })
    flow.signIn.choose('io.metamask')
    await flow.timers.advance(1000)
    assert.deepEqual([flow.problem()?.code, flow.sent.length], ['server/unreachable', 2])
    flow.signIn.retry()
    await settled()
    assert.equal(flow.signIn.getView().screen, 'signed_in')
  })

  test('a note after 5 seconds, the end after 30, and then the same signature may go again', async () => {
    const flow = await openFlow({ server: { session: [() => new Promise(() => {}), async () => started] } })
    flow.signIn.choose('io.metamask')
    await flow.timers.advance(5000)
    assert.deepEqual(flow.signIn.getView(), { screen: 'verifying', wallet: label, wait: 'slow' })
    await flow.timers.advance(25_000)
    assert.equal(flow.problem()?.code, 'server/slow')
    assert.equal(flow.sent[0]?.signal.aborted, true)
    flow.signIn.retry()
    await settled()
    assert.equal(flow.signIn.getView().screen, 'signed_in')
  })

  test('it can be cancelled from the fifth second on', async () => {
    const flow = await openFlow({ server: { session: [() => new Promise(() => {})] } })
    flow.signIn.choose('io.metamask')
    await flow.timers.advance(4999)
    flow.signIn.cancel()
    assert.equal(flow.signIn.getView().screen, 'verifying')
    await flow.timers.advance(1)
    flow.signIn.cancel()
    assert.equal(flow.signIn.getView().screen, 'connected')
    assert.equal(flow.sent[0]?.signal.aborted, true)
  })

  test('what the server says is kept to be quoted', async () => {
    const error = new AppError('internal', { detail: 'Something went wrong.' })
    error.traceId = 'trace 1'
    const flow = await verifiedFlow(error)
    assert.deepEqual([flow.problem()?.detail, flow.problem()?.traceId], ['Something went wrong.', 'trace 1'])
  })

  test('an account that cannot be checked here asks for another wallet', async () => {
    const flow = await verifiedFlow(new AppError('network_not_configured'))
    assert.equal(flow.problem()?.remedy, 'other_wallet')
    flow.signIn.retry()
    await settled()
    assert.equal(flow.signIn.getView().screen, 'choosing')
  })
})

const unreachable = () => Promise.reject(new ConnectionError('server/unreachable'))
const refusal = (code: ErrorCode) => () => Promise.reject(new AppError(code))

async function connectedFlow(options: FlowOptions = {}) {
  const [first = metaMask, ...others] = options.wallets ?? []
  const flow = await openFlow({
    ...options,
    wallets: [{ ...first, permitted: true }, ...others],
    localStorage: fakeStorage(recently(metaMask)),
  })
  await settled()
  assert.equal(flow.signIn.getView().screen, 'connected')
  return flow
}

async function signingFlow() {
  const flow = await connectedFlow({ wallets: [signs] })
  flow.signIn.continue()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'awaiting_signature')
  return flow
}

/** Signed, and refused once with this error. */
async function verifiedFlow(error: AppError) {
  const flow = await openFlow({ server: { session: [() => Promise.reject(error), async () => started] } })
  flow.signIn.choose('io.metamask')
  await settled()
  return flow
}
