import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settled } from '../../../test/support/fake-page.ts'
import {
  createFamilySource,
  createFamilyWallet,
  SOL_ALICE,
  SOL_BOB,
  SOL_SIGNATURE,
  solAlice,
} from '../../../test/support/web/fake-family.ts'
import { type FlowOptions, openFlow, SIGNATURE } from '../../../test/support/web/fake-flow.ts'
import { metaMask } from '../../../test/support/web/fake-wallet-env.ts'
import { discoverEvm } from '../wallet/evm/discovery.ts'
import './steps/one-step.ts' // preloaded, so that no test waits for the dynamic import

const ACCOUNT = `solana:${solAlice.chain}:${SOL_ALICE}`

async function openFamilyFlow(script: Parameters<typeof createFamilyWallet>[0] = {}, options: FlowOptions = {}) {
  const phantom = createFamilyWallet(script)
  const discoveries = [discoverEvm, createFamilySource('solana').discover]
  const wallets = [{ ...metaMask, name: 'Phantom', rdns: 'app.phantom' }]
  const flow = await openFlow({ wallets, discoveries, standard: [phantom.wallet], ...options })
  await flow.timers.advance(300)
  return { ...flow, signIn: flow.signIn, phantom }
}

test('signs in with the family that was chosen in the row of the wallet', async () => {
  const flow = await openFamilyFlow()
  const view = flow.signIn.getView()
  assert.deepEqual(view.screen === 'choosing' && view.wallets.map(({ families }) => families), [
    [
      { namespace: 'eip155', id: 'app.phantom' },
      { namespace: 'solana', id: 'solana:Phantom' },
    ],
  ])
  flow.signIn.choose('solana:Phantom')
  await settled()
  assert.deepEqual(flow.screens, ['connecting', 'preparing', 'awaiting_signature', 'verifying', 'signed_in'])
  assert.deepEqual(flow.wallet.calledMethods, [])
  const [sent] = flow.sent
  const { message = '', ...proof } = sent?.proof ?? {}
  assert.deepEqual(proof, {
    namespace: 'solana',
    challenge: 'token 0',
    account: ACCOUNT,
    signature: SOL_SIGNATURE,
    wallet: { name: 'Phantom' },
  })
  assert.match(message, new RegExp(`^id\\.example wants you to sign in with your Solana account:\n${SOL_ALICE}\n`))
  assert.match(message, /^Chain ID: mainnet$/m)
})

test('signs in with Ethereum in the same row', async () => {
  const flow = await openFamilyFlow()
  flow.signIn.choose('app.phantom')
  await settled()
  assert.deepEqual(flow.phantom.calls, [])
  assert.deepEqual([flow.sent[0]?.proof.namespace, flow.sent[0]?.proof.signature], ['eip155', SIGNATURE])
})

test('sends the envelope and the text that the wallet signed', async () => {
  const signed = { signature: SOL_SIGNATURE, envelope: 'abcd', message: 'another text' }
  const flow = await openFamilyFlow({ signed })
  flow.signIn.choose('solana:Phantom')
  await settled()
  const { signature, envelope, message } = flow.sent[0]?.proof ?? {}
  assert.deepEqual({ signature, envelope, message }, signed)
})

test('rejects a signature that is no text', async () => {
  const flow = await openFamilyFlow({ signed: { signature: new Uint8Array(64) } })
  flow.signIn.choose('solana:Phantom')
  await settled()
  assert.deepEqual([flow.problem()?.code, flow.sent], ['wallet/bad_signature_format', []])
})

test('connects and signs in one prompt if the driver supports it', async () => {
  const text = 'id.example wants you to sign in with your Solana account:'
  const outcome = { message: text, signature: SOL_SIGNATURE, chain: solAlice.chain, envelope: 'abcd' }
  const flow = await openFamilyFlow({ oneStep: (accounts) => ({ accounts, outcome }) })
  flow.signIn.choose('solana:Phantom')
  await settled()
  assert.deepEqual(flow.phantom.calls, ['signIn', 'readChain'])
  const { mode, account, message, signature, envelope } = flow.sent[0]?.proof ?? {}
  assert.deepEqual(
    { mode, account, message, signature, envelope },
    { mode: 'one_step', account: ACCOUNT, message: text, signature: SOL_SIGNATURE, envelope: 'abcd' },
  )
})

test('sends two requests if the wallet turns out not to support one prompt', async () => {
  const flow = await openFamilyFlow({ oneStep: () => undefined })
  flow.signIn.choose('solana:Phantom')
  await settled()
  assert.deepEqual(flow.phantom.calls, ['signIn', 'requestAccounts', 'readChain', 'readAccounts', 'readChain', 'sign'])
  assert.equal(flow.sent[0]?.proof.mode, undefined)
})

test('asks again when the account changes before the signature', async () => {
  const flow = await openFamilyFlow()
  flow.phantom.held.add('sign')
  flow.signIn.choose('solana:Phantom')
  await settled()
  flow.phantom.emit(({ accountsChanged }) => accountsChanged([SOL_BOB]))
  flow.phantom.answer('sign')
  await settled()
  const view = flow.signIn.getView()
  assert.deepEqual(view.screen === 'connected' && view.account, { ...solAlice, address: SOL_BOB })
  assert.deepEqual(flow.sent, [])
})
