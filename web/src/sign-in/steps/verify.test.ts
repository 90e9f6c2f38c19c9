import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError, type ErrorCode } from '@countersign/contract/error/errors.ts'
import type { Requirement } from '@countersign/contract/rule/rule.ts'
import { settled } from '../../../../test/support/fake-page.ts'
import { label, manualSigner, openFlow, started, verifiedFlow } from '../../../../test/support/web/fake-flow.ts'
import { BOB } from '../../../../test/support/web/fake-wallet-env.ts'
import { ConnectionError } from '../../api/connection-error.ts'

test('shows that the person is suspended', async () => {
  const flow = await verifiedFlow(new AppError('person_suspended'))
  assert.deepEqual(flow.signIn.getView(), { screen: 'suspended' })
})

test('an account in deletion can be kept with the same signature', async () => {
  const until = '2026-01-08T00:00:00.000Z'
  const flow = await verifiedFlow(new AppError('person_deleting', { until }))
  assert.deepEqual(flow.signIn.getView(), { screen: 'leaving', until })
  flow.signIn.keepAccount()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.deepEqual(
    flow.sent.map(({ keepAccount }) => keepAccount),
    [undefined, true],
  )
  assert.equal(flow.wallet.calledMethods.filter((method) => method === 'personal_sign').length, 1)

  const left = await verifiedFlow(new AppError('person_deleting', { until }))
  left.signIn.useOtherWallet()
  await settled()
  assert.deepEqual([left.signIn.getView().screen, left.sent.length], ['choosing', 1])
})

test('an account in deletion needs a new signature after the challenge expired', async () => {
  const flow = await verifiedFlow(new AppError('person_deleting'))
  await flow.timers.advance(600_000)
  flow.signIn.keepAccount()
  await settled()
  assert.equal(flow.wallet.calledMethods.filter((method) => method === 'personal_sign').length, 2)
})

test('a used or expired challenge is signed again with one click', async () => {
  for (const code of ['challenge_used', 'challenge_expired'] as const) {
    const flow = await verifiedFlow(new AppError(code))
    assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], [code, 'try_again'])
    flow.signIn.retry()
    await settled()
    assert.equal(flow.signIn.getView().screen, 'signed_in')
    assert.equal(new Set(flow.sent.map(({ idempotencyKey }) => idempotencyKey)).size, 2)
  }
})

test('recognizes a signature by the wallet’s other account', async () => {
  const flow = await openFlow({
    server: { session: [rejectWith('signature_invalid')] },
    wallets: [{ ...manualSigner, silent: true }],
  })
  flow.signIn.choose('io.metamask')
  await settled()
  flow.wallet.switchAccounts([BOB])
  flow.wallet.approve()
  await settled()
  assert.equal(flow.problem()?.code, 'wallet/account_missing')
})

test('reports any other invalid signature', async () => {
  const flow = await verifiedFlow(new AppError('signature_invalid'))
  assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], ['signature_invalid', 'try_again'])
})

test('resends the same signature when the server is unavailable', async () => {
  const ours = [
    'db_unavailable',
    'maintenance',
    'internal',
    'rate_limited',
    'setup_code_invalid',
    'rpc_unavailable',
    'access_unknown',
  ] as const
  for (const code of ours) {
    const flow = await verifiedFlow(new AppError(code, { retryAfter: 2 }))
    assert.equal(flow.problem()?.retryAfter, 2)
    flow.signIn.retry()
    await settled()
    assert.equal(flow.signIn.getView().screen, 'signed_in')
    assert.deepEqual(new Set(flow.sent.map(({ idempotencyKey }) => idempotencyKey)).size, 1)
    assert.equal(flow.wallet.calledMethods.filter((method) => method === 'personal_sign').length, 1)
  }
})

test('resends automatically until the server has recovered', async () => {
  const passing = ['db_unavailable', 'maintenance', 'rpc_unavailable', 'access_unknown'] as const
  for (const error of passing.map((code) => new AppError(code))) {
    const flow = await verifiedFlow(error)
    await flow.timers.advance(4_900)
    assert.equal(flow.sent.length, 1)
    await flow.timers.advance(200)
    assert.equal(flow.signIn.getView().screen, 'signed_in')
    assert.equal(flow.sent[0]?.idempotencyKey, flow.sent[1]?.idempotencyKey)
    assert.equal(flow.wallet.calledMethods.filter((method) => method === 'personal_sign').length, 1)
  }
})

const requirements: Requirement[] = [{ hasRule: true, outcome: 'no', text: 'Holders only.', details: null }]

test('a wallet that does not meet the requirements is checked again without a new signature', async () => {
  const flow = await verifiedFlow(new AppError('requirements_not_met', { requirements }))
  const { code, remedy, signUp } = flow.problem() ?? {}
  assert.deepEqual([code, remedy], ['requirements_not_met', 'other_wallet'])
  assert.deepEqual(flow.problem()?.requirements, requirements)
  assert.deepEqual(signUp, { proof: flow.sent[0]?.proof, request: undefined })
  await flow.timers.advance(60_000)
  assert.equal(flow.sent.length, 1, 'not on its own')
  flow.signIn.retry()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.equal(flow.sent[0]?.idempotencyKey, flow.sent[1]?.idempotencyKey)
  assert.equal(flow.wallet.calledMethods.filter((method) => method === 'personal_sign').length, 1)
})

test('a wallet that did not meet the requirements signs again after the challenge expired', async () => {
  const flow = await verifiedFlow(new AppError('requirements_not_met', { requirements }))
  await flow.timers.advance(600_000)
  flow.signIn.retry()
  await settled()
  assert.equal(flow.wallet.calledMethods.filter((method) => method === 'personal_sign').length, 2)
})

test('another wallet can be chosen when the requirements are not met', async () => {
  const flow = await verifiedFlow(new AppError('requirements_not_met', { requirements }))
  flow.signIn.useOtherWallet()
  await settled()
  assert.deepEqual([flow.signIn.getView().screen, flow.sent.length], ['choosing', 1])
})

test('shows what is required while it cannot be checked', async () => {
  const unknown: Requirement[] = [{ hasRule: true, outcome: 'unknown', text: null, details: null }]
  const flow = await verifiedFlow(new AppError('access_unknown', { requirements: unknown, retryAfter: 10 }))
  const { code, remedy, retryAfter, requirements: shown, signUp } = flow.problem() ?? {}
  assert.deepEqual([code, remedy, retryAfter, shown], ['access_unknown', 'try_again', 10, unknown])
  assert.equal(signUp, undefined)
})

test('does not resend after leaving, or for a permanent failure', async () => {
  const left = await verifiedFlow(new AppError('db_unavailable'))
  left.signIn.useOtherWallet()
  await left.timers.advance(60_000)
  const staying = await verifiedFlow(new AppError('setup_code_invalid'))
  await staying.timers.advance(60_000)
  assert.deepEqual([left.sent.length, staying.sent.length], [1, 1])
})

test('asks for a new signature after the challenge expired', async () => {
  const flow = await verifiedFlow(new AppError('internal'))
  await flow.timers.advance(600_000)
  flow.signIn.retry()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.equal(flow.wallet.calledMethods.filter((method) => method === 'personal_sign').length, 2)
})

test('resends once after a broken connection, with the same idempotency key', async () => {
  const flow = await openFlow({ server: { session: [rejectUnreachable, async () => started] } })
  flow.signIn.choose('io.metamask')
  await settled()
  assert.deepEqual(flow.signIn.getView(), { screen: 'verifying', wallet: label, wait: 'offline' })
  await flow.timers.advance(1000)
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.equal(new Set(flow.sent.map(({ idempotencyKey }) => idempotencyKey)).size, 1)
})

test('waits for the network while offline, and pauses the clock', async () => {
  const flow = await openFlow({ server: { session: [rejectUnreachable, async () => started] } })
  flow.environment.online = false
  flow.signals.offline.fire()
  flow.signIn.choose('io.metamask')
  await flow.timers.advance(300_000)
  assert.equal(flow.signIn.getView().screen, 'verifying')
  assert.equal(flow.sent.length, 1)
  flow.environment.online = true
  flow.signals.online.fire()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
})

test('reports the second failure', async () => {
  const flow = await openFlow({ server: { session: [rejectUnreachable, rejectUnreachable, async () => started] } })
  flow.signIn.choose('io.metamask')
  await flow.timers.advance(1000)
  assert.deepEqual([flow.problem()?.code, flow.sent.length], ['server/unreachable', 2])
  flow.signIn.retry()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
})

test('shows a note after 5 seconds, fails after 30, and can resend', async () => {
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

test('can be canceled after five seconds', async () => {
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

test("keeps the server's detail and trace id", async () => {
  const error = new AppError('internal', { detail: 'Something went wrong.' })
  error.traceId = 'trace 1'
  const flow = await verifiedFlow(error)
  assert.deepEqual([flow.problem()?.detail, flow.problem()?.traceId], ['Something went wrong.', 'trace 1'])
})

test('resends while the network is unavailable, also after a rate limit', async () => {
  const refusals = [rejectWith('rpc_unavailable'), rejectWith('rpc_unavailable'), rejectWith('rate_limited')]
  const flow = await openFlow({ server: { session: [...refusals, async () => started] } })
  flow.signIn.choose('io.metamask')
  await settled()
  assert.equal(flow.problem()?.code, 'rpc_unavailable')
  await flow.timers.advance(16_000)
  assert.deepEqual([flow.signIn.getView().screen, flow.sent.length], ['signed_in', 4])
})

test("names the account's network in network problems", async () => {
  for (const code of ['network_not_configured', 'rpc_unavailable'] as const)
    assert.equal((await verifiedFlow(new AppError(code))).problem()?.chainId, 1)
  assert.equal((await verifiedFlow(new AppError('internal'))).problem()?.chainId, undefined)
})

test('asks for another wallet when the network is not configured', async () => {
  const flow = await verifiedFlow(new AppError('network_not_configured'))
  assert.equal(flow.problem()?.remedy, 'other_wallet')
  flow.signIn.retry()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'choosing')
})

const rejectUnreachable = () => Promise.reject(new ConnectionError('server/unreachable'))
const rejectWith = (code: ErrorCode) => () => Promise.reject(new AppError(code))

test('the view of a failure tells whether the signature is sent again', async () => {
  const sent = await verifiedFlow(new AppError('setup_code_invalid'))
  const asked = await verifiedFlow(new AppError('challenge_used'))
  const views = [sent, asked].map(({ signIn }) => signIn.getView())
  assert.deepEqual(
    views.map((view) => view.screen === 'failed' && view.signed),
    [true, undefined],
  )
})
