import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { describe, test } from 'node:test'
import { SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import { buildEnvelopeV0, buildEnvelopeV1 } from '@countersign/contract/family/solana-envelope.ts'
import { messageFor, writeMessage } from '@countersign/contract/message/message.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { newSolanaAccount, type SolanaAccount } from '../../../../test/support/families/solana.ts'
import {
  fakeSolanaWallet,
  LEDGER_ERROR,
  type SolanaScript,
  standardWallet,
} from '../../../../test/support/web/fake-solana-wallet.ts'
import { createSolanaDriver } from './driver.ts'

const alice = newSolanaAccount()
const bob = newSolanaAccount()

const challenge: Challenge = {
  id: 'chl_01J9ZV7Q8E3T5R2N4M6K8P0W2Y',
  token: 'token',
  purpose: 'step_up',
  nonce: 'f3Kd0aXw92LmQz71',
  domain: 'id.example.com',
  uri: 'https://id.example.com/',
  statement: 'Confirm this action on Example: remove a wallet.',
  issuedAt: '2026-11-18T00:00:00Z',
  expiresAt: '2026-11-18T00:10:00Z',
  boundTo: null,
}
const appProof: Challenge = { ...challenge, proofFor: { clientId: 'docs', nonceHash: 'a'.repeat(43) } }

const refuse = () => {
  throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
}
const fail = (message: string, code?: number) => () => {
  throw Object.assign(new Error(message), code === undefined ? {} : { code })
}

function textFor({ namespace, chain, address }: SolanaAccount, of = challenge): string {
  return writeMessage(messageFor(of, { namespace, chain, address }))
}

function open(script: Partial<SolanaScript>) {
  const fake = fakeSolanaWallet({ accounts: [alice], shared: true, ...script })
  const driver = createSolanaDriver(standardWallet(fake.wallet))
  const sign = (as = alice, { of = challenge, isCanceled = (): boolean => false } = {}) =>
    driver.sign({
      account: { namespace: 'solana', chain: SOLANA_MAINNET, address: as.address },
      message: textFor(as, of),
      challenge: of,
      isCanceled,
    })
  return { fake, driver, sign, prompts: fake.prompts }
}

function assertSigned(
  { signature, envelope }: { signature: unknown; envelope?: string },
  as = alice,
  text = textFor(as),
): void {
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: as.publicKey.toString('base64url') },
    format: 'jwk',
  })
  const bytes = envelope === undefined ? Buffer.from(text) : Buffer.from(envelope, 'base64')
  assert.equal(verify(null, bytes, key, Buffer.from(String(signature), 'base64')), true)
}

const v0 = Buffer.from(buildEnvelopeV0({ signer: alice.publicKey, text: textFor(alice) })).toString('base64')
const v1 = Buffer.from(buildEnvelopeV1({ signer: alice.publicKey, text: textFor(alice) })).toString('base64')

describe('a software wallet is asked once', () => {
  test('with solana:signIn, whose text is ours', async () => {
    const { sign, prompts, fake } = open({ signIn: '1.0.0' })
    const signed = await sign()
    assertSigned(signed)
    assert.deepEqual([signed.envelope, prompts], [undefined, ['signIn']])
    const { id: requestId, expiresAt: expirationTime, domain, uri, nonce, statement, issuedAt } = challenge
    const fields = { domain, uri, nonce, statement, issuedAt, expirationTime, requestId, address: alice.address }
    assert.deepEqual(fake.inputs[0], { ...fields, version: '1', chainId: 'mainnet' })
  })

  test('with solana:signMessage, and the text', async () => {
    const { sign, prompts } = open({})
    assertSigned(await sign())
    assert.deepEqual(prompts, ['signMessage text'])
  })

  test('with version 1.1 of solana:signIn, also for text', async () => {
    const { sign, prompts } = open({ signIn: '1.1.0', offchain: true })
    assertSigned(await sign())
    assert.deepEqual(prompts, ['signIn'])
  })

  test('with the resources of a proof for an app', async () => {
    const { sign, prompts } = open({ signIn: '1.0.0' })
    assertSigned(await sign(alice, { of: appProof }), alice, textFor(alice, appProof))
    assert.deepEqual(prompts, ['signIn'])
  })

  test('with an off-chain message when it signs nothing else', async () => {
    const { sign, prompts } = open({ signMessage: false, offchain: true })
    const signed = await sign()
    assertSigned(signed)
    assert.deepEqual([signed.envelope, prompts], [v1, ['signOffchainMessage']])
  })
})

describe('a wallet that signs off-chain messages only is asked twice', () => {
  test('by solana:signIn 1.1', async () => {
    const { sign, prompts } = open({ signIn: '1.1.0', offchain: true, ledger: true })
    const signed = await sign()
    assertSigned(signed)
    assert.deepEqual([signed.envelope, prompts], [v1, ['signIn', 'signIn offchain']])
  })

  test('by solana:signOffchainMessage', async () => {
    const { sign, prompts } = open({ signIn: '1.0.0', offchain: true, ledger: true })
    const signed = await sign()
    assertSigned(signed)
    assert.deepEqual([signed.envelope, prompts], [v1, ['signIn', 'signOffchainMessage']])
  })

  test('by solana:signMessage after solana:signIn 1.0', async () => {
    const { sign, prompts } = open({ signIn: '1.0.0', ledger: true })
    const signed = await sign()
    assertSigned(signed)
    assert.deepEqual([signed.envelope, prompts], [v0, ['signIn', 'signMessage envelope']])
  })

  test('by solana:signMessage alone', async () => {
    const { sign, prompts } = open({ ledger: true })
    const signed = await sign()
    assertSigned(signed)
    assert.deepEqual([signed.envelope, prompts], [v0, ['signMessage text', 'signMessage envelope']])
  })

  test('and once the next time', async () => {
    const { sign, prompts } = open({ signIn: '1.0.0', ledger: true })
    await sign()
    assertSigned(await sign())
    assert.deepEqual(prompts, ['signIn', 'signMessage envelope', 'signMessage envelope'])
  })

  test('and another account of the wallet starts with text again', async () => {
    const { sign, prompts, fake } = open({ signIn: '1.0.0', ledger: true, accounts: [alice, bob] })
    await sign()
    fake.answer('signIn', () => undefined)
    await sign(bob)
    assert.deepEqual(prompts.slice(2), ['signIn', 'signMessage envelope'])
  })
})

describe('a wallet that wraps the text itself', () => {
  for (const version of [0, 1] as const)
    test(`in an off-chain message of version ${version}, without saying so`, async () => {
      const { sign, prompts } = open({ signIn: '1.0.0', wraps: version })
      const signed = await sign()
      assertSigned(signed)
      assert.deepEqual([signed.envelope, prompts], [version === 0 ? v0 : v1, ['signIn']])
    })
})

describe('stops after', () => {
  const stops: [name: string, answer: () => unknown][] = [
    ['code 4001', refuse],
    ['a nested code 4001', () => Promise.reject({ error: { data: { originalError: { code: 4001 } } } })],
    ['a text that says so', fail('The user denied the request')],
    ['a canceled request, as Solflare reports it', fail('Transaction cancelled', 4001)],
    ['a pending request', fail('Request already pending', -32002)],
    ['a locked Ledger', fail('Ledger device: Locked device (0x5515)')],
    ['a refusal on the device', fail('Ledger device: (0x6985)')],
    ['a blocked window', fail('Popup window was blocked')],
    ['a lost connection', () => Promise.reject(Object.assign(new Error(), { name: 'WalletDisconnectedError' }))],
    ['a lost permission', fail('Unauthorized', 4100)],
  ]
  for (const [name, answer] of stops)
    test(name, async () => {
      const { sign, prompts } = open({ signIn: '1.1.0', offchain: true, answers: { signIn: answer } })
      await assert.rejects(sign())
      assert.deepEqual(prompts, ['signIn'])
    })

  test('a refusal of the second prompt, and then continues with it', async () => {
    const { sign, prompts, fake } = open({
      signIn: '1.0.0',
      ledger: true,
      answers: { 'signMessage envelope': refuse },
    })
    await assert.rejects(sign(), { code: 4001 })
    fake.answer('signMessage envelope', () => undefined)
    assertSigned(await sign())
    assert.deepEqual(prompts, ['signIn', 'signMessage envelope', 'signMessage envelope'])
  })

  test('a cancel in the page', async () => {
    let isCanceled = false
    const { sign, prompts, fake } = open({ signIn: '1.0.0', ledger: true })
    fake.answer('signIn', () => {
      isCanceled = true
    })
    await assert.rejects(sign(alice, { of: challenge, isCanceled: () => isCanceled }), { message: LEDGER_ERROR })
    assert.deepEqual(prompts, ['signIn'])
  })

  test('the account changed in the wallet', async () => {
    const { sign, prompts, fake } = open({ signIn: '1.0.0', ledger: true })
    fake.answer('signIn', () => fake.switchAccounts([bob]))
    await assert.rejects(sign(), { problem: { code: 'wallet/account_missing', remedy: 'try_again' } })
    assert.deepEqual(prompts, ['signIn'])
  })

  test('another account signed', async () => {
    const { sign, prompts, fake } = open({ signIn: '1.0.0' })
    fake.answer('signIn', () => fake.switchAccounts([bob]))
    await assert.rejects(sign(), { problem: { code: 'wallet/account_missing', remedy: 'try_again' } })
    assert.deepEqual(prompts, ['signIn'])
  })
})

describe('refusals of a Ledger that was not asked', () => {
  test('another method is used at the third click', async () => {
    const { sign, prompts } = open({ signIn: '1.0.0', offchain: true, answers: { signIn: refuse } })
    await assert.rejects(sign(), { code: 4001 })
    await assert.rejects(sign(), { code: 4001 })
    assertSigned(await sign())
    assert.deepEqual(prompts, ['signIn', 'signIn', 'signOffchainMessage'])
  })

  test('the first method is used again when all were refused twice', async () => {
    const { sign, prompts } = open({ answers: { 'signMessage text': refuse, 'signMessage envelope': refuse } })
    for (let click = 0; click < 5; click++) await assert.rejects(sign(), { code: 4001 })
    const text = 'signMessage text'
    assert.deepEqual(prompts, [text, text, 'signMessage envelope', 'signMessage envelope', text])
  })

  test('a method that worked before is kept', async () => {
    const { sign, prompts, fake } = open({ signIn: '1.0.0', offchain: true })
    await sign()
    fake.answer('signIn', refuse)
    for (let click = 0; click < 3; click++) await assert.rejects(sign(), { code: 4001 })
    assert.deepEqual(prompts, ['signIn', 'signIn', 'signIn', 'signIn'])
  })
})

describe('other failures', () => {
  test('a method that is declared but missing', async () => {
    const { sign, prompts } = open({ signIn: '1.0.0', answers: { signIn: fail('Method not found', -32601) } })
    assertSigned(await sign())
    assert.deepEqual(prompts, ['signIn', 'signMessage text'])
  })

  test('no method works with a Ledger', async () => {
    const answers = { 'signIn offchain': fail('Ledger: 0x6a81'), signOffchainMessage: fail('0x6a81') }
    const { sign, prompts } = open({ signIn: '1.1.0', offchain: true, ledger: true, signMessage: false, answers })
    const problem = { code: 'wallet/hardware_unsupported', remedy: 'other_wallet' }
    await assert.rejects(sign(), { problem, message: LEDGER_ERROR })
    assert.deepEqual(prompts, ['signIn', 'signIn offchain', 'signOffchainMessage'])
  })

  test('no method works with another wallet: reports its first error, and starts again', async () => {
    const answers = { 'signMessage text': fail('first'), 'signMessage envelope': fail('second') }
    const { sign, prompts, fake } = open({ answers })
    await assert.rejects(sign(), { message: 'first' })
    fake.answer('signMessage text', () => undefined)
    assertSigned(await sign())
    assert.deepEqual(prompts, ['signMessage text', 'signMessage envelope', 'signMessage text'])
  })

  test('a wallet that cannot sign at all', async () => {
    const { sign } = open({ signMessage: false })
    await assert.rejects(sign(), { problem: { code: 'wallet/cannot_sign', remedy: 'other_wallet' } })
  })

  test('an account whose features exclude signing messages', async () => {
    const { sign, prompts } = open({ accountFeatures: ['solana:signTransaction'] })
    await assert.rejects(sign(), { problem: { code: 'wallet/cannot_sign', remedy: 'other_wallet' } })
    assert.deepEqual(prompts, [])
  })
})

describe('another text', () => {
  test('of solana:signIn is not used, and it is not asked again', async () => {
    const { sign, prompts } = open({ signIn: '1.1.0', writes: (text) => text.replace('mainnet', 'solana:mainnet') })
    assertSigned(await sign())
    assertSigned(await sign())
    assert.deepEqual(prompts, ['signIn', 'signMessage text', 'signMessage text'])
  })

  test('of solana:signMessage is reported, and another method is used next', async () => {
    const { sign, prompts } = open({ offchain: true, changes: (text) => `${text}\nSigned by a wallet` })
    await assert.rejects(sign(), { problem: { code: 'wallet/other_text', remedy: 'try_again' } })
    assertSigned(await sign())
    assert.deepEqual(prompts, ['signMessage text', 'signOffchainMessage'])
  })
})

describe('what a wallet returns', () => {
  const answerWith = (output: unknown) => {
    const { fake, sign } = open({})
    const signMessage = async () => [output]
    Object.assign(fake.wallet.features, { 'solana:signMessage': { version: '1.0.0', signMessage } })
    return sign()
  }
  const bytes = Buffer.from(alice.signBytes(Buffer.from(textFor(alice))), 'base64')
  const text = new TextEncoder().encode(textFor(alice))

  test('plain arrays are bytes', async () => {
    assertSigned(await answerWith({ signature: [...bytes], signedMessage: [...text] }))
  })

  test('without the signed bytes, ours are used', async () => {
    assertSigned(await answerWith({ signature: new Uint8Array(bytes) }))
  })

  for (const [name, output] of Object.entries({
    'a signature of 63 bytes': { signature: bytes.subarray(1), signedMessage: text },
    'a signature of 65 bytes': { signature: [...bytes, 0], signedMessage: text },
    'a signature in hex': { signature: bytes.toString('hex'), signedMessage: text },
    'no signature': { signedMessage: text },
    nothing: undefined,
  }))
    test(`${name} is not a signature`, async () => {
      assert.deepEqual(await answerWith(output), { signature: undefined })
    })

  test('an off-chain message for another signer is another text', async () => {
    const envelope = bob.signEnvelope(textFor(alice), 0)
    const signedMessage = Buffer.from(envelope.envelope, 'base64')
    const signature = Buffer.from(envelope.signature, 'base64')
    await assert.rejects(answerWith({ signature, signedMessage }), {
      problem: { code: 'wallet/other_text', remedy: 'try_again' },
    })
  })
})

test('a locked wallet is asked with the account that it shared before', async () => {
  const { sign, fake, driver, prompts } = open({})
  assert.deepEqual(await driver.readAccounts(), [alice.address])
  fake.lock()
  assertSigned(await sign())
  assert.deepEqual(prompts, ['signMessage text'])
})
