import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import type { RedeemedPhoneRequest } from '@countersign/contract/routes/phone.ts'
import { settled } from '../../../../test/support/fake-page.ts'
import { type FlowOptions, manualWallet, openFlow, SIGNATURE, started } from '../../../../test/support/web/fake-flow.ts'
import { ALICE, alice, exampleChallenge, metaMask } from '../../../../test/support/web/fake-wallet-env.ts'
import { ConnectionError } from '../../api/connection-error.ts'
import { PHONE } from '../attempt.ts'
import { signedByPhone } from './open-phone.ts'

const MINUTE = 60_000
const request = { purpose: 'sign_in' } as const
const name = 'the wallet on your phone'
const proof = {
  namespace: 'eip155',
  challenge: 'token',
  account: `eip155:1:${ALICE}`,
  message: 'the message',
  signature: SIGNATURE,
} as const
const redeemed: RedeemedPhoneRequest = { proof, challenge: exampleChallenge }

function signedAt(startedAt: number) {
  const signed = signedByPhone(redeemed, { name, startedAt })
  if (!signed) throw new Error('The account is of no known family.')
  return signed
}

async function phoneFlow(options: FlowOptions = {}) {
  const flow = await openFlow({ phone: request, ...options })
  await settled()
  flow.signIn.choosePhone()
  const startedAt = flow.timers.now()
  const send = async () => {
    const isSent = flow.signIn.sendPhoneProof(signedAt(startedAt))
    await settled()
    return isSent
  }
  return { ...flow, send }
}

const rejectsOnce = (error: Error) => ({ session: [() => Promise.reject(error), async () => started] })

test('a proof of a phone is sent like one of a wallet in this browser', async () => {
  const flow = await phoneFlow()
  assert.deepEqual(flow.signIn.getView(), { screen: 'phone' })
  flow.signIn.setKeep(true)
  assert.equal(await flow.send(), true)
  assert.deepEqual(flow.screens, ['phone', 'verifying', 'signed_in'])
  assert.deepEqual(
    flow.sent.map(({ signal: _, ...rest }) => rest),
    [{ proof, keep: true, keepAccount: undefined, idempotencyKey: exampleChallenge.id }],
  )
  assert.deepEqual(flow.signedIn, [started])
  assert.deepEqual(flow.wallet.calledMethods, [])
})

test('choosing a phone abandons a wallet, and canceling returns to the list without a notice', async () => {
  const flow = await openFlow({ phone: request, wallets: [manualWallet] })
  flow.signIn.choose('io.metamask')
  await settled()
  flow.signIn.choosePhone()
  assert.equal(flow.signIn.getView().screen, 'phone')
  flow.signIn.cancel()
  const view = flow.signIn.getView()
  assert.deepEqual([view.screen, view.screen === 'choosing' && view.notice], ['choosing', undefined])
})

test('a wallet that connects late asks for nothing', async () => {
  const flow = await openFlow({ phone: request, wallets: [manualWallet] })
  flow.signIn.choose('io.metamask')
  await settled()
  flow.signIn.choosePhone()
  flow.wallet.approve()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'phone')
  flow.signIn.cancel()
  assert.equal(flow.signIn.getView().screen, 'connected')
  assert.equal(flow.wallet.calledMethods.includes('personal_sign'), false)
})

test('a wallet that is found or connected meanwhile changes nothing', async () => {
  const flow = await phoneFlow({ wallets: [{ ...metaMask, permitted: true }] })
  flow.wallet.emit('accountsChanged', [ALICE])
  await flow.timers.advance(MINUTE)
  assert.equal(flow.signIn.getView().screen, 'phone')
})

test('a sign-in in another tab ends the wait', async () => {
  const flow = await phoneFlow()
  flow.signedInElsewhere.fire('/apps')
  assert.deepEqual(flow.signIn.getView(), { screen: 'signed_in', next: '/apps' })
})

test('a proof whose challenge has expired is not sent', async () => {
  const flow = await phoneFlow()
  await flow.timers.advance(10 * MINUTE)
  assert.equal(await flow.send(), false)
  assert.deepEqual([flow.signIn.getView().screen, flow.sent.length], ['phone', 0])
})

describe('after a failure', () => {
  test('to create a request, the remedy creates one again', async () => {
    const flow = await phoneFlow()
    flow.signIn.phoneFailed({ code: 'rate_limited', remedy: 'wait', at: flow.timers.now() })
    assert.equal(flow.problem()?.code, 'rate_limited')
    flow.signIn.retry()
    assert.deepEqual(flow.signIn.getView(), { screen: 'phone' })
  })

  test('that spent the challenge, the remedy asks the phone again', async () => {
    const flow = await phoneFlow({ server: rejectsOnce(new AppError('challenge_used')) })
    await flow.send()
    assert.deepEqual([flow.problem()?.code, flow.problem()?.wallet], ['challenge_used', name])
    flow.signIn.retry()
    assert.deepEqual(flow.signIn.getView(), { screen: 'phone' })
  })

  test('that is temporary, the remedy sends the same proof, and asks again after its challenge has expired', async () => {
    const lost = () => Promise.reject(new ConnectionError('server/unreadable'))
    const flow = await phoneFlow({ server: { session: [lost] } })
    await flow.send()
    flow.signIn.retry()
    await settled()
    assert.deepEqual(
      flow.sent.map(({ idempotencyKey }) => idempotencyKey),
      [exampleChallenge.id, exampleChallenge.id],
    )
    await flow.timers.advance(10 * MINUTE)
    flow.signIn.retry()
    assert.equal(flow.signIn.getView().screen, 'phone')
  })

  test('of the signature, no wallet of this browser is blamed', async () => {
    const flow = await phoneFlow({ server: rejectsOnce(new AppError('signature_invalid')) })
    await flow.send()
    assert.equal(flow.problem()?.code, 'signature_invalid')
    assert.deepEqual(flow.wallet.calledMethods, [])
  })

  test('because of a suspended or leaving account, it is said as for any wallet', async () => {
    const suspended = await phoneFlow({ server: rejectsOnce(new AppError('person_suspended')) })
    await suspended.send()
    assert.equal(suspended.signIn.getView().screen, 'suspended')
    const leaving = await phoneFlow({ server: rejectsOnce(new AppError('person_deleting')) })
    await leaving.send()
    assert.equal(leaving.signIn.getView().screen, 'leaving')
    leaving.signIn.keepAccount()
    await settled()
    assert.equal(leaving.sent.at(-1)?.keepAccount, true)
    assert.equal(leaving.signIn.getView().screen, 'signed_in')
  })
})

describe('signedByPhone', () => {
  test('counts the lifetime of the challenge by the clock of this device', () => {
    const { wallet, account, challenge } = signedAt(5000)
    assert.deepEqual(wallet, { id: PHONE, name, icon: undefined, rdns: undefined })
    assert.deepEqual(account, alice)
    assert.equal(challenge.endsAt, 5000 + 10 * MINUTE)
  })

  test('has no account of a family that this page does not know', () => {
    const unknown = { ...redeemed, proof: { ...proof, account: 'cosmos:cosmoshub-4:cosmos1abc' } }
    assert.equal(signedByPhone(unknown, { name, startedAt: 0 }), undefined)
  })
})
