import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError, type ErrorCode } from '@countersign/contract/error/errors.ts'
import type { Purpose } from '@countersign/contract/routes/challenge.ts'
import { settled } from '../../../../test/support/fake-page.ts'
import type { WalletAnswer, WalletScript } from '../../../../test/support/wallets/scripted-wallet.ts'
import {
  account,
  type FlowOptions,
  MESSAGE,
  openFlow,
  SIGNATURE,
  started,
} from '../../../../test/support/web/fake-flow.ts'
import { ALICE, metaMask, rabby, rejection } from '../../../../test/support/web/fake-wallet-env.ts'
import './one-step.ts' // preloaded, so that no test waits for the dynamic import

const porto = { ...metaMask, name: 'Porto', rdns: 'xyz.ithaca.porto', oneStep: {} } satisfies WalletScript
const base = { ...porto, name: 'Base Account', rdns: 'app.base.account' } satisfies WalletScript
const walletAnswering = (answer: WalletAnswer, script: WalletScript = porto): WalletScript => ({
  ...script,
  answers: { wallet_connect: answer },
})

const PROMPTS = ['wallet_connect', 'wallet_requestPermissions', 'eth_requestAccounts', 'personal_sign']

type OpenedFlow = Awaited<ReturnType<typeof openFlow>>
const promptsOf = ({ wallet }: OpenedFlow) => wallet.calledMethods.filter((method) => PROMPTS.includes(method))

async function chooseWallet(options: FlowOptions = {}) {
  const flow = await openFlow({ wallets: [porto], ...options })
  await settled()
  flow.signIn.choose(options.wallets?.[0]?.rdns ?? porto.rdns)
  await settled()
  return flow
}

const rejectingServer = (code: ErrorCode) => ({
  session: [() => Promise.reject(new AppError(code)), async () => started],
})

test('one prompt connects and signs', async () => {
  const flow = await chooseWallet()
  assert.deepEqual(flow.screens, ['connecting', 'verifying', 'signed_in'])
  assert.deepEqual(promptsOf(flow), ['wallet_connect'])
  assert.deepEqual(flow.sent[0]?.proof, {
    namespace: 'eip155',
    mode: 'one_step',
    challenge: 'token 0',
    account: `eip155:1:${ALICE}`,
    message: MESSAGE,
    signature: SIGNATURE,
    wallet: { name: 'Porto', rdns: 'xyz.ithaca.porto' },
  })
  assert.equal(flow.sent[0]?.idempotencyKey, flow.challenges[0]?.id)
})

test('a wallet with its own window needs no second click', async () => {
  const flow = await chooseWallet({ wallets: [base] })
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.deepEqual(promptsOf(flow), ['wallet_connect'])
})

test('shows that one approval is enough, and waits as long as the challenge is valid', async () => {
  const flow = await chooseWallet({ wallets: [walletAnswering('ask')] })
  const view = flow.signIn.getView()
  assert.deepEqual(view.screen === 'connecting' && [view.wait, view.pending, view.once], ['opening', false, true])
  await flow.timers.advance(300_000)
  assert.equal(flow.signIn.getView().screen, 'connecting')
  await flow.timers.advance(269_999)
  assert.equal(flow.signIn.getView().screen, 'connecting')
  await flow.timers.advance(1)
  assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], ['challenge_expired', 'try_again'])
  flow.wallet.answer('wallet_connect', 'approve')
  flow.wallets.forgetRequest(porto.rdns)
  flow.signIn.retry()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.notEqual(flow.sent[0]?.proof.challenge, 'token 0')
})

test('waits a second for the challenge, then uses two prompts', async () => {
  for (const [waits, expectedPrompts] of [
    [999, ['wallet_connect']],
    [1000, ['wallet_requestPermissions', 'personal_sign']],
  ] as const) {
    let release = () => {}
    const hold = new Promise<void>((resolve) => {
      release = resolve
    })
    const flow = await openFlow({ wallets: [porto], server: { challenge: () => hold } })
    flow.signIn.choose(porto.rdns)
    await flow.timers.advance(waits)
    release()
    await settled()
    assert.equal(flow.signIn.getView().screen, 'signed_in')
    assert.deepEqual(promptsOf(flow), expectedPrompts)
  }
})

test('without a challenge, connects first and reports the failure at the signature', async () => {
  const flow = await chooseWallet({ server: { challenge: () => Promise.reject(new AppError('db_unavailable')) } })
  assert.equal(flow.problem()?.code, 'db_unavailable')
  assert.deepEqual(promptsOf(flow), ['wallet_requestPermissions'])
})

test('sends no request when canceled while waiting for the challenge', async () => {
  const flow = await openFlow({ wallets: [porto], server: { challenge: () => new Promise(() => {}) } })
  flow.signIn.choose(porto.rdns)
  await settled()
  flow.signIn.cancel()
  await flow.timers.advance(5000)
  assert.deepEqual([promptsOf(flow), flow.signIn.getView().screen], [[], 'choosing'])
})

test('uses two prompts for other wallets', async () => {
  const flow = await chooseWallet({ wallets: [{ ...metaMask, oneStep: {} }] })
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.deepEqual(promptsOf(flow), ['wallet_requestPermissions', 'personal_sign'])
  assert.equal(Object.hasOwn(flow.sent[0]?.proof ?? {}, 'mode'), false)
})

test('setup uses one prompt as well', async () => {
  const flow = await chooseWallet({ purpose: 'setup' })
  assert.deepEqual([flow.signIn.getView().screen, promptsOf(flow)], ['signed_in', ['wallet_connect']])
})

test('a step-up never uses one prompt', async () => {
  for (const purpose of ['step_up', 'recover'] satisfies Purpose[]) {
    const flow = await chooseWallet({ purpose })
    assert.equal(flow.signIn.getView().screen, 'signed_in')
    assert.deepEqual(promptsOf(flow), ['wallet_requestPermissions', 'personal_sign'])
  }
})

test('a challenge of another device never uses one prompt', async () => {
  const flow = await chooseWallet({ phoneRequest: 'phr_01JCQ2Z8Y7ABCDEFGHJKMNPQRS' })
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.deepEqual(promptsOf(flow), ['wallet_requestPermissions', 'personal_sign'])
  assert.equal(flow.sent[0]?.proof.mode, undefined)
})

test('uses two prompts when the account has to be checked first', async () => {
  const flow = await chooseWallet({ allows: ({ address }) => address !== ALICE })
  assert.equal(flow.signIn.getView().screen, 'connected')
  assert.deepEqual(promptsOf(flow), ['wallet_requestPermissions'])
})

test('falls back to two prompts when the method is unsupported', async () => {
  const flow = await openFlow({
    wallets: [{ ...porto, lacks: ['wallet_connect'], answers: { wallet_requestPermissions: 'ask' } }],
  })
  await settled()
  flow.signIn.choose(porto.rdns)
  await settled()
  const view = flow.signIn.getView()
  assert.deepEqual([view.screen, Object.hasOwn(view, 'once')], ['connecting', false])
  flow.wallet.approve()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.deepEqual(promptsOf(flow), ['wallet_connect', 'wallet_requestPermissions', 'personal_sign'])
  assert.deepEqual([flow.sent[0]?.proof.mode, flow.sent[0]?.proof.challenge], [undefined, 'token 0'])
})

test('a declined prompt is a notice without a second prompt, and keeps the challenge', async () => {
  const flow = await chooseWallet({ wallets: [walletAnswering(rejection)] })
  const view = flow.signIn.getView()
  assert.deepEqual(view.screen === 'choosing' && view.notice, {
    kind: 'declined_connect',
    wallet: 'Porto',
    id: 'xyz.ithaca.porto',
    after: 0,
  })
  assert.deepEqual(promptsOf(flow), ['wallet_connect'])
  flow.wallet.answer('wallet_connect', 'approve')
  flow.signIn.choose(porto.rdns)
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.equal(flow.challenges.length, 1)
})

test('a declined signature is a notice, without a second prompt', async () => {
  const declined = { result: { accounts: [{ address: ALICE, capabilities: { signInWithEthereum: rejection } }] } }
  const flow = await chooseWallet({ wallets: [walletAnswering(declined)] })
  const view = flow.signIn.getView()
  assert.deepEqual(view.screen === 'connected' && [view.account, view.notice], [
    account,
    { kind: 'declined_signature', wallet: 'Porto', twice: false },
  ])
  assert.deepEqual(promptsOf(flow), ['wallet_connect'])
})

test('connected without a signature, continues with a click', async () => {
  const flow = await chooseWallet({ wallets: [walletAnswering({ result: { accounts: [{ address: ALICE }] } })] })
  assert.equal(flow.signIn.getView().screen, 'connected')
  assert.deepEqual([promptsOf(flow), flow.sent], [['wallet_connect'], []])
  flow.signIn.continue()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.deepEqual(promptsOf(flow), ['wallet_connect', 'personal_sign'])
  assert.equal(flow.sent[0]?.proof.mode, undefined)
  assert.notEqual(flow.sent[0]?.proof.challenge, 'token 0')
})

test('shows an error, and uses two prompts from then on', async () => {
  const flow = await chooseWallet({ wallets: [walletAnswering({ code: -32603, message: 'Internal error' })] })
  assert.deepEqual([flow.problem()?.code, flow.problem()?.remedy], ['wallet/internal', 'try_again'])
  flow.signIn.retry()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.deepEqual(promptsOf(flow), ['wallet_connect', 'wallet_requestPermissions', 'personal_sign'])
})

test('keeps waiting for a pending request, and continues in two steps', async () => {
  const flow = await chooseWallet({ wallets: [walletAnswering({ code: -32002, message: 'Already pending' })] })
  const view = flow.signIn.getView()
  assert.deepEqual(view.screen === 'connecting' && [view.pending, Object.hasOwn(view, 'once')], [true, false])
  flow.wallet.permit(true)
  flow.wallet.emit('accountsChanged', [ALICE])
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  assert.deepEqual(promptsOf(flow), ['wallet_connect', 'personal_sign'])
})

test('a late approval asks to continue, and its signature is never sent', async () => {
  const flow = await chooseWallet({ wallets: [walletAnswering('ask')] })
  flow.signIn.cancel()
  flow.wallet.approve()
  await settled()
  const view = flow.signIn.getView()
  assert.deepEqual(view.screen === 'connected' && view.notice, { kind: 'late_answer', wallet: 'Porto' })
  assert.equal(flow.sent.length, 0)
  flow.signIn.continue()
  await settled()
  assert.notEqual(flow.sent[0]?.proof.challenge, 'token 0')
  assert.equal(flow.sent[0]?.proof.mode, undefined)
})

test('a click after "Cancel" joins the open prompt, whose signature is not sent', async () => {
  const flow = await chooseWallet({ wallets: [walletAnswering('ask')] })
  flow.signIn.cancel()
  await settled()
  flow.signIn.choose(porto.rdns)
  await settled()
  flow.wallet.approve()
  await settled()
  assert.equal(flow.signIn.getView().screen, 'connected')
  assert.deepEqual([promptsOf(flow), flow.sent], [['wallet_connect'], []])
})

test('another wallet can be chosen while waiting', async () => {
  const flow = await chooseWallet({ wallets: [walletAnswering('ask'), rabby] })
  flow.signIn.choose('io.rabby')
  await settled()
  assert.equal(flow.signIn.getView().screen, 'signed_in')
  flow.wallet.approve()
  await settled()
  assert.equal(flow.sent.length, 1)
  assert.equal(flow.sent[0]?.proof.wallet?.rdns, 'io.rabby')
})

const TEXT_CODES: ErrorCode[] = [
  'message_malformed',
  'challenge_unknown',
  'domain_mismatch',
  'statement_mismatch',
  'nonce_mismatch',
  'challenge_expired',
]

for (const code of TEXT_CODES) {
  test(`a message that the server rejects (${code}) is blamed on the wallet, and the remedy signs our message`, async () => {
    const flow = await chooseWallet({ server: rejectingServer(code) })
    assert.deepEqual(
      [flow.problem()?.code, flow.problem()?.remedy, flow.problem()?.wallet],
      ['wallet/other_text', 'try_again', 'Porto'],
    )
    flow.signIn.retry()
    await settled()
    assert.equal(flow.signIn.getView().screen, 'signed_in')
    assert.deepEqual(promptsOf(flow), ['wallet_connect', 'personal_sign'])
    assert.deepEqual([flow.sent[1]?.proof.mode, flow.sent[1]?.proof.challenge], [undefined, 'token 1'])
  })
}

test('reports other errors as usual, and can resend the signature', async () => {
  const slow = await chooseWallet({ server: rejectingServer('rpc_unavailable') })
  assert.equal(slow.problem()?.code, 'rpc_unavailable')
  slow.signIn.retry()
  await settled()
  assert.deepEqual(slow.sent[1]?.proof, slow.sent[0]?.proof)
  const other = await chooseWallet({ server: rejectingServer('network_not_configured') })
  assert.deepEqual([other.problem()?.code, other.problem()?.remedy], ['network_not_configured', 'other_wallet'])
})
