import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { settled } from '../../../test/support/fake-page.ts'
import { connectedFlow, openFlow } from '../../../test/support/web/fake-flow.ts'
import { metaMask, rabby } from '../../../test/support/web/fake-wallet-env.ts'
import { createPromptLock } from './prompt-lock.ts'

const manualWallet = { ...metaMask, answers: { wallet_requestPermissions: 'ask' } } as const

describe('the page', () => {
  test('asks no wallet under another origin, and the remedy opens the right one', async () => {
    const flow = await openFlow({ page: { href: 'http://127.0.0.1:3000/sign-in', origin: 'http://127.0.0.1:3000' } })
    assert.deepEqual(flow.problem(), {
      code: 'wallet/wrong_address',
      remedy: 'new_tab',
      detail: 'https://id.example',
      at: flow.timers.now(),
    })
    for (const method of ['useOtherWallet', 'cancel'] as const) flow.signIn[method]()
    flow.signIn.choose('io.metamask')
    await settled()
    assert.equal(flow.problem()?.code, 'wallet/wrong_address')
    assert.deepEqual(flow.wallet.calledMethods, [])
    flow.signIn.retry()
    assert.deepEqual(flow.opened, ['https://id.example/sign-in'])
  })

  test('reports an insecure or framed page', async () => {
    assert.equal((await openFlow({ page: { secure: false } })).problem()?.code, 'wallet/insecure_page')
    const framed = await openFlow({ page: { framed: true } })
    assert.equal(framed.problem()?.code, 'wallet/framed')
    framed.signIn.retry()
    assert.deepEqual(framed.opened, ['https://id.example/sign-in?return_to=%2Fhome'])
  })

  test('reports a script blocked by our policy only while no wallet is found', async () => {
    const late = { ...metaMask, announces: 'later' } as const
    const flow = await openFlow({ wallets: [late] })
    flow.signals.policy.fire()
    assert.equal(flow.signIn.getView().screen, 'choosing')
    await flow.timers.advance(1000)
    assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], ['wallet/blocked_by_csp', 'reload'])
    flow.wallet.announce()
    assert.equal(flow.signIn.getView().screen, 'choosing')

    const fine = await openFlow()
    fine.signals.policy.fire()
    await fine.timers.advance(1000)
    assert.equal(fine.signIn.getView().screen, 'choosing')
  })

  test('returns the same view object until it changes', async () => {
    const flow = await openFlow()
    await flow.timers.advance(1000)
    const before = flow.signIn.getView()
    flow.returns.fire()
    await settled()
    assert.equal(flow.signIn.getView(), before)
  })
})

describe('other tabs', () => {
  const lock = () => createPromptLock(navigator.locks)

  test('only one tab has a wallet prompt; the other is blocked until it is released', async () => {
    const first = await openFlow({ wallets: [manualWallet], lock: lock() })
    const second = await openFlow({ wallets: [manualWallet], lock: lock() })
    first.signIn.choose('io.metamask')
    await settled()
    second.signIn.choose('io.metamask')
    await settled()
    assert.deepEqual(second.signIn.getView(), { screen: 'other_tab' })
    assert.deepEqual(second.wallet.calledMethods, [])
    first.signIn.cancel()
    await settled()
    assert.equal(second.signIn.getView().screen, 'choosing')
  })

  test('"Do it here" takes the prompt over, and blocks the first tab', async () => {
    const first = await openFlow({ wallets: [manualWallet], lock: lock() })
    const second = await openFlow({ wallets: [metaMask], lock: lock() })
    first.signIn.choose('io.metamask')
    await settled()
    second.signIn.choose('io.metamask')
    await settled()
    second.signIn.takeOver()
    await settled()
    assert.equal(second.signIn.getView().screen, 'signed_in')
    assert.deepEqual(
      first.screens.filter((screen) => screen === 'other_tab'),
      ['other_tab'],
    )
    first.wallet.approve()
    await settled()
    assert.equal(first.wallet.calledMethods.includes('personal_sign'), false)
  })

  test('"Do it here" opens the account list again where another tab interrupted it', async () => {
    const first = await connectedFlow({ wallets: [metaMask], lock: lock() })
    const second = await openFlow({ wallets: [manualWallet], lock: lock() })
    first.wallet.answer('wallet_requestPermissions', 'ask')
    first.signIn.useOtherAccount()
    await settled()
    second.signIn.choose('io.metamask')
    await settled()
    second.signIn.takeOver()
    await settled()
    assert.deepEqual(first.signIn.getView(), { screen: 'other_tab' })
    first.signIn.takeOver()
    await settled()
    assert.deepEqual(first.wallet.calledMethods.slice(-1), ['wallet_requestPermissions'])
    first.signIn.dispose()
    await settled()
  })

  test('a blocked tab can cancel or choose another wallet', async () => {
    const first = await openFlow({ wallets: [manualWallet], lock: lock() })
    const second = await openFlow({ wallets: [manualWallet, rabby], lock: lock() })
    first.signIn.choose('io.metamask')
    await settled()
    second.signIn.choose('io.metamask')
    await settled()
    second.signIn.cancel()
    assert.equal(second.signIn.getView().screen, 'choosing')
    first.signIn.dispose()
    await settled()
    second.signIn.choose('io.rabby')
    await settled()
    assert.equal(second.signIn.getView().screen, 'signed_in')
  })

  test('works in a browser without Web Locks', async () => {
    const flow = await openFlow({ lock: createPromptLock(undefined) })
    flow.signIn.choose('io.metamask')
    await settled()
    assert.equal(flow.signIn.getView().screen, 'signed_in')
  })

  test('a sign-in in another tab signs in here, and a late signature is not sent', async () => {
    const flow = await openFlow({ wallets: [{ ...metaMask, answers: { personal_sign: 'ask' } }] })
    flow.signIn.choose('io.metamask')
    await settled()
    flow.signedInElsewhere.fire('/apps')
    assert.deepEqual(flow.signIn.getView(), { screen: 'signed_in', next: '/apps' })
    flow.wallet.approve()
    await settled()
    assert.deepEqual(flow.sent, [])
  })

  test('dispose abandons everything that is open', async () => {
    const flow = await openFlow({ wallets: [manualWallet] })
    flow.signIn.choose('io.metamask')
    await settled()
    flow.signIn.dispose()
    assert.equal(flow.wallets.getConnection().status, 'disconnected')
    assert.equal(flow.sessionStorage.items.has('cs.attempt'), false)
    const before = flow.challenges.length
    await flow.timers.advance(3_600_000)
    assert.equal(flow.challenges.length, before)
  })
})
