import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settled } from '../../../../test/support/fake-page.ts'
import type { WalletAnswer, WalletScript } from '../../../../test/support/wallets/scripted-wallet.ts'
import {
  ALICE,
  accountOf,
  alice,
  BOB,
  bob,
  exampleChallenge,
  metaMask,
  openWallets,
  rejection,
} from '../../../../test/support/web/fake-wallet-env.ts'
import type { OneStepOutcome } from '../driver.ts'
import './one-step.ts' // preloaded, so that no test waits for the dynamic import

const MESSAGE = `id.example wants you to sign in with your Ethereum account:
${ALICE}

Sign in to Acme.

URI: https://id.example
Version: 1
Chain ID: 8453
Nonce: abcdefghijklmnopqrstuvwx
Issued At: 2026-01-01T00:00:00.000Z
Expiration Time: 2026-01-01T00:10:00.000Z
Request ID: chl_01JCQ2Z8Y7ABCDEFGHJKMNPQ00`
const SIGNATURE = `0x${'ab'.repeat(65)}`
const base = { ...metaMask, rdns: 'app.base.account', chainId: 8453, oneStep: {} } satisfies WalletScript

async function openPage(script: Partial<WalletScript> = {}) {
  const page = openWallets()
  const wallet = page.install({ ...base, ...script }, async () => SIGNATURE)
  page.wallets.start()
  await page.timers.advance(0)
  let signed: OneStepOutcome | undefined
  const connect = async () => {
    const account = await page.wallets.connect('app.base.account', async (driver) => {
      const both = await driver.signIn?.(exampleChallenge)
      signed = both?.outcome
      return both?.accounts
    })
    return { account, signed }
  }
  return { ...page, wallets: page.wallets, wallet, connect }
}

const account = { ...alice, chain: '8453' }
const written = { message: MESSAGE, signature: SIGNATURE, chain: '8453' }

test("one request connects and signs on the wallet's chain", async () => {
  const page = await openPage()
  assert.deepEqual(await page.connect(), { account, signed: written })
  assert.deepEqual(accountOf(page), account)
  assert.deepEqual(page.wallet.calledMethods, ['eth_chainId', 'wallet_connect', 'eth_chainId'])
})

const UNKNOWN: [string, WalletAnswer][] = [
  ['-32601', { code: -32601, message: 'The method does not exist / is not available.' }],
  ['4200', { code: 4200, message: 'Unsupported' }],
  ['-32004', { code: -32004, message: 'Method not supported.' }],
  ['-32602', { code: -32602, message: 'Invalid params' }],
  ['5700', { code: 5700, message: 'Missing capability' }],
  ['words alone', { message: 'wallet_connect is not supported' }],
  ['words in another order', { message: 'Unknown method' }],
  ['words under a general code', { code: -32603, message: 'Unsupported method: wallet_connect' }],
]

for (const [title, answer] of UNKNOWN) {
  test(`falls back to two requests when the method is unsupported: ${title}`, async () => {
    const page = await openPage({ answers: { wallet_connect: answer } })
    assert.deepEqual(await page.connect(), { account, signed: undefined })
    assert.deepEqual(
      page.wallet.calledMethods.filter((method) => method.startsWith('wallet_')),
      ['wallet_connect', 'wallet_requestPermissions'],
    )
  })
}

const FINAL: [string, WalletAnswer & object][] = [
  ["a person's no", rejection],
  ['a no that speaks of support', { code: 4001, message: 'User rejected: not supported' }],
  [
    'what may be a no',
    { code: 4100, message: 'The requested method has not been authorized by the user: not supported' },
  ],
  ['an account that is missing', { code: -32603, message: 'Account not found' }],
  ['a request that waits already', { code: -32002, message: 'Already pending' }],
  ['a fault', { code: -32603, message: 'Internal error' }],
  ['a no in words alone', { message: 'User closed the window' }],
]

for (const [title, answer] of FINAL) {
  test(`sends no further request after ${title}`, async () => {
    const page = await openPage({ answers: { wallet_connect: answer } })
    await assert.rejects(page.connect(), { message: 'message' in answer ? answer.message : '' })
    assert.deepEqual(page.wallet.calledMethods, ['eth_chainId', 'wallet_connect'])
    assert.equal(page.wallets.getConnection().status, 'disconnected')
  })
}

const signedAccount = (signInWithEthereum: unknown, address: unknown = ALICE) => ({
  result: { accounts: [{ address, capabilities: { signInWithEthereum } }] },
})

const UNSIGNED: [string, WalletAnswer][] = [
  ['no capabilities', { result: { accounts: [{ address: ALICE }] } }],
  ['capabilities that are none', { result: { accounts: [{ address: ALICE, capabilities: 'yes' }] } }],
  ['no signature', signedAccount({ message: MESSAGE })],
  ['no message', signedAccount({ signature: SIGNATURE })],
  ['a signature that is none', signedAccount({ message: MESSAGE, signature: 'hello' })],
  ['an empty signature', signedAccount({ message: MESSAGE, signature: '0x' })],
  ['a signature that is a number', signedAccount({ message: MESSAGE, signature: 1 })],
  ['a message that is too long', signedAccount({ message: 'x'.repeat(1025), signature: SIGNATURE })],
  ['a message that is empty', signedAccount({ message: '', signature: SIGNATURE })],
  ['a message in other letters', signedAccount({ message: MESSAGE.replace('Acme', 'Äcme'), signature: SIGNATURE })],
  ['a message with CR', signedAccount({ message: MESSAGE.replaceAll('\n', '\r\n'), signature: SIGNATURE })],
  ['an error in place of the signature', signedAccount({ code: -32603, message: 'Internal error' })],
  ['null in place of the signature', signedAccount(null)],
]

for (const [title, answer] of UNSIGNED) {
  test(`an answer with ${title} connects without a signature`, async () => {
    const page = await openPage({ answers: { wallet_connect: answer } })
    assert.deepEqual(await page.connect(), { account, signed: 'missing' })
    assert.deepEqual(accountOf(page), account)
  })
}

test('connects when only the signature is declined', async () => {
  const page = await openPage({ answers: { wallet_connect: signedAccount(rejection) } })
  assert.deepEqual(await page.connect(), { account, signed: 'declined' })
})

test('converts the address to EIP-55', async () => {
  const page = await openPage({
    answers: { wallet_connect: signedAccount({ message: MESSAGE, signature: SIGNATURE }, ALICE.toLowerCase()) },
  })
  assert.deepEqual(await page.connect(), { account, signed: written })
})

test('an answer without an account connects only if the wallet shares one', async () => {
  for (const result of [null, 'yes', [], {}, { accounts: [] }, { accounts: {} }, { accounts: 'all' }]) {
    const page = await openPage({ answers: { wallet_connect: { result } } })
    await assert.rejects(page.connect(), { name: 'NoAccountError' })
    assert.equal(page.wallets.getConnection().status, 'disconnected')
    page.wallet.permit(true)
    assert.deepEqual(await page.connect(), { account, signed: 'missing' })
  }
})

test('rejects an answer with an invalid address', async () => {
  for (const address of [null, 7, {}, 'someone.eth', '0x1']) {
    const page = await openPage({
      answers: { wallet_connect: signedAccount({ message: MESSAGE, signature: SIGNATURE }, address) },
    })
    await assert.rejects(page.connect(), { name: 'InvalidAddressError' })
    assert.equal(page.wallets.getConnection().status, 'disconnected')
  }
})

test('a second click joins the open request', async () => {
  const page = await openPage({ answers: { wallet_connect: 'ask' } })
  const first = page.connect()
  await settled()
  page.wallets.abandon('app.base.account')
  const second = page.wallets.connect('app.base.account', () => assert.fail('asked again'))
  await settled()
  page.wallet.approve()
  assert.deepEqual([(await first).signed, await second], [written, account])
  assert.equal(page.wallet.calledMethods.filter((method) => method === 'wallet_connect').length, 1)
})

test('asks a wallet without a chain id for a message on Ethereum', async () => {
  for (const result of ['0x0', 'none', null, '0x-1', '1.5']) {
    const page = await openPage({ accounts: [BOB], answers: { eth_chainId: { result } } })
    const { account: connected, signed: outcome } = await page.connect()
    assert.deepEqual(connected, bob)
    assert.ok(typeof outcome === 'object')
    assert.deepEqual([outcome.chain, /^Chain ID: (.*)$/m.exec(outcome.message)?.[1]], ['1', '1'])
  }
})
