/** A wallet on another device: the code it has to read is part of connecting. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeTimers, fakeWindow, settled } from '../../../test/support/fake-page.ts'
import { installScriptedWallet } from '../../../test/support/wallets/scripted-wallet.ts'
import { MESSAGE, openFlow, SIGNATURE } from '../../../test/support/web/fake-flow.ts'
import { ALICE } from '../../../test/support/web/fake-wallet-env.ts'
import type { LinkedProvider, LinkedWallet } from '../wallet/env.ts'

const PHONE = 'linked:phone'
const wallet = { id: PHONE, name: 'Phone', icon: undefined, rdns: undefined }
const MINUTE = 60_000

/** A page on which the code of the phone is shown. */
async function linkingFlow() {
  const answers = { eth_requestAccounts: 'ask', personal_sign: 'ask' } as const
  const phone = installScriptedWallet(
    { name: 'Phone', rdns: 'phone.example', accounts: [ALICE], answers, lacks: ['wallet_requestPermissions'] },
    fakeWindow(),
    async () => SIGNATURE,
  )
  const provider: LinkedProvider = {
    ...(phone.provider as LinkedProvider), // it has `on` as well
    giveUp: () => phone.reject(),
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

test('the code is on show until the wallet answers, and then the message is signed', async () => {
  const flow = await linkingFlow()
  assert.deepEqual(flow.signIn.getView(), { screen: 'linking', wallet, uri: 'wc:first' })
  await flow.timers.advance(MINUTE)
  flow.phone.approve()
  await settled()
  assert.deepEqual(flow.signIn.getView(), {
    screen: 'awaiting_signature',
    wallet,
    account: { address: ALICE, chainId: 1 },
    message: MESSAGE,
    wait: 'fresh',
    appLink: 'phone://wc?sessionTopic=1',
  })
})

test('whoever needs longer than two minutes is asked once more before anything is signed', async () => {
  const flow = await linkingFlow()
  await flow.timers.advance(3 * MINUTE)
  assert.equal(flow.signIn.getView().screen, 'linking')
  flow.phone.approve()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'connected')
  assert.deepEqual(flow.phone.waiting(), [])
})

test('a code that ran out is said to have, and the remedy is a new one', async () => {
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

test('cancelling takes the code back', async () => {
  const flow = await linkingFlow()
  flow.signIn.cancel()
  await settled()
  const view = flow.signIn.getView()
  assert.deepEqual([view.screen, view.screen === 'choosing' && view.notice], ['choosing', { kind: 'cancelled' }])
  assert.deepEqual(flow.phone.waiting(), [])
})

test('a no from the other device is a calm line', async () => {
  const flow = await linkingFlow()
  flow.phone.reject({ code: 5000, message: 'User rejected.' })
  await settled()
  const view = flow.signIn.getView()
  assert.deepEqual(
    [view.screen, view.screen === 'choosing' && view.notice],
    ['choosing', { kind: 'declined_connect', wallet: 'Phone', id: PHONE, after: 0 }],
  )
})

test('a reload while the code is on show starts at the list: the code is gone with the page', async () => {
  const { sessionStorage, timers } = await linkingFlow()
  const flow = await openFlow({ sessionStorage, timers: fakeTimers(timers.now()) })
  const view = flow.signIn.getView()
  assert.deepEqual([view.screen, view.screen === 'choosing' && view.notice], ['choosing', undefined])
})
