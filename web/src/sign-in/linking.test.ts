import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeTimers, fakeWindow, settled } from '../../../test/support/fake-page.ts'
import { installScriptedWallet } from '../../../test/support/wallets/scripted-wallet.ts'
import { MESSAGE, openFlow, SIGNATURE } from '../../../test/support/web/fake-flow.ts'
import { ALICE, alice } from '../../../test/support/web/fake-wallet-env.ts'
import type { LinkedProvider, LinkedWallet } from '../wallet/env.ts'

const PHONE = 'linked:phone'
const wallet = { id: PHONE, name: 'Phone', icon: undefined, rdns: undefined }
const MINUTE = 60_000

async function linkingFlow() {
  const answers = { eth_requestAccounts: 'ask', personal_sign: 'ask' } as const
  const phone = installScriptedWallet(
    { name: 'Phone', rdns: 'phone.example', accounts: [ALICE], answers, lacks: ['wallet_requestPermissions'] },
    fakeWindow(),
    async () => SIGNATURE,
  )
  const provider: LinkedProvider = {
    ...(phone.provider as LinkedProvider), // has `on`
    cancel: () => phone.reject(),
    appLink: () => 'phone://wc?sessionTopic=1',
  }
  const linked: LinkedWallet = { ...wallet, id: 'phone', load: async () => provider }
  const flow = await openFlow({ linked: [linked] })
  const showCode = (uri: string) => phone.emit('code', { uri, endsAt: flow.timers.now() + 5 * MINUTE })
  flow.signIn.choose(PHONE)
  await settled()
  showCode('wc:first')
  return { ...flow, signIn: flow.signIn, phone, showCode }
}

test('shows the code until the wallet answers, then requests the signature', async () => {
  const flow = await linkingFlow()
  assert.deepEqual(flow.signIn.getView(), { screen: 'linking', wallet, uri: 'wc:first' })
  await flow.timers.advance(MINUTE)
  flow.phone.approve()
  await settled()
  assert.deepEqual(flow.signIn.getView(), {
    screen: 'awaiting_signature',
    wallet,
    account: alice,
    message: MESSAGE,
    wait: 'fresh',
    appLink: 'phone://wc?sessionTopic=1',
  })
})

test('opens the app for the signature when the code was opened on this device', async () => {
  const flow = await linkingFlow()
  flow.signIn.linkCodeOpened()
  flow.phone.approve()
  await settled()
  const view = flow.signIn.getView()
  assert.equal(view.screen === 'awaiting_signature' && view.openApp, true)
})

test('asks for another click when pairing takes longer than two minutes', async () => {
  const flow = await linkingFlow()
  await flow.timers.advance(3 * MINUTE)
  assert.equal(flow.signIn.getView().screen, 'linking')
  flow.phone.approve()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'connected')
  assert.deepEqual(flow.phone.waiting(), [])
})

test('reports an expired code, and the remedy creates a new one', async () => {
  const flow = await linkingFlow()
  await flow.timers.advance(5 * MINUTE)
  const { code, remedy } = flow.problem() ?? {}
  assert.deepEqual({ code, remedy }, { code: 'wallet/code_expired', remedy: 'try_again' })
  assert.deepEqual(flow.phone.waiting(), [])
  flow.signIn.retry()
  await settled()
  flow.showCode('wc:second')
  assert.deepEqual(flow.signIn.getView(), { screen: 'linking', wallet, uri: 'wc:second' })
})

test('cancel withdraws the code', async () => {
  const flow = await linkingFlow()
  flow.signIn.cancel()
  await settled()
  const view = flow.signIn.getView()
  assert.deepEqual([view.screen, view.screen === 'choosing' && view.notice], ['choosing', { kind: 'canceled' }])
  assert.deepEqual(flow.phone.waiting(), [])
})

test('a decline on the other device is a notice', async () => {
  const flow = await linkingFlow()
  flow.phone.reject({ code: 5000, message: 'User rejected.' })
  await settled()
  const view = flow.signIn.getView()
  assert.deepEqual(
    [view.screen, view.screen === 'choosing' && view.notice],
    ['choosing', { kind: 'declined_connect', wallet: 'Phone', id: PHONE, after: 0 }],
  )
})

test('a reload during pairing starts at the list', async () => {
  const { sessionStorage, timers } = await linkingFlow()
  const flow = await openFlow({ sessionStorage, timers: fakeTimers(timers.now()) })
  const view = flow.signIn.getView()
  assert.deepEqual([view.screen, view.screen === 'choosing' && view.notice], ['choosing', undefined])
})
