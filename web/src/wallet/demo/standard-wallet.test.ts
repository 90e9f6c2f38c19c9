import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readMessage } from '@countersign/contract/message/message.ts'
import { loadFamily } from '../../../../server/src/proof/load-family.ts'
import { fakeStorage } from '../../../../test/support/fake-page.ts'
import type { KeyValue } from '../env.ts'
import type { DemoAnswer, DemoPrompt } from './demo-prompt.ts'
import { createDemoWallet } from './demo-wallet.ts'

type Answer = (prompt: DemoPrompt) => DemoAnswer

function openDemo({ storage = fakeStorage(), answer }: { storage?: KeyValue; answer?: Answer } = {}) {
  const prompts: DemoPrompt[] = []
  const window = new EventTarget()
  const wallet = createDemoWallet({
    window,
    localStorage: storage,
    origin: 'http://localhost:3000',
    showPrompt: async (prompt) => {
      prompts.push(prompt)
      return answer ? answer(prompt) : 'approved'
    },
  })
  const changes: string[][] = []
  wallet.standard.features['standard:events'].on('change', ({ accounts }) => {
    changes.push(accounts.map(({ address }) => address))
  })
  return { window, wallet, standard: wallet.standard, features: wallet.standard.features, prompts, changes, storage }
}

const encode = (text: string) => new TextEncoder().encode(text)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const TEXT = 'localhost:3000 wants you to sign in\nwith a text'

const FIELDS = {
  domain: 'localhost:3000',
  statement: 'Sign in to Countersign.',
  uri: 'http://localhost:3000/sign-in',
  version: '1',
  chainId: 'mainnet',
  nonce: 'abcdefghijklmnop',
  issuedAt: '2026-11-18T10:00:00.000Z',
  expirationTime: '2026-11-18T10:05:00.000Z',
  requestId: 'chl_1',
}

describe('the demo wallet on Solana and Bitcoin', () => {
  test('registers itself by Wallet Standard, immediately and when an app is ready', () => {
    const { window, wallet, standard } = openDemo()
    const registered: unknown[] = []
    const api = { register: (each: unknown) => registered.push(each) }
    window.addEventListener('wallet-standard:register-wallet', (event) => (event as CustomEvent).detail(api))
    wallet.announce()
    window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
    assert.deepEqual(registered, [standard, standard])
    assert.deepEqual(standard.chains, ['solana:mainnet', 'bitcoin:mainnet'])
  })

  test('shares no account until approved, for each family alone, and remembers the approval', async () => {
    const { features, standard, prompts, changes, storage } = openDemo()
    assert.deepEqual(await features['standard:connect'].connect({ silent: true }), { accounts: [] })
    assert.deepEqual(standard.accounts, [])
    const { accounts } = await features['standard:connect'].connect()
    assert.deepEqual(standard.accounts, accounts)
    assert.deepEqual(
      prompts.map(({ family, account }) => [family, account()]),
      [['Solana', accounts[0]?.address]],
    )
    assert.deepEqual(await features['bitcoin:connect'].connect({ silent: true }), { accounts: [] })
    const bitcoin = await features['bitcoin:connect'].connect()
    assert.deepEqual(
      changes.at(-1),
      [...accounts, ...bitcoin.accounts].map(({ address }) => address),
    )

    const again = openDemo({ storage })
    await again.standard.ready()
    assert.deepEqual(again.standard.accounts, [...accounts, ...bitcoin.accounts])
    await again.features['standard:disconnect'].disconnect()
    assert.deepEqual(again.standard.accounts, bitcoin.accounts)
    assert.deepEqual(again.prompts, [])
  })

  test('derives other addresses from the next account of the wallet', async () => {
    const { features, changes } = openDemo({
      answer: (prompt) => {
        if (prompt.count() < 2) prompt.changeAccount('new')
        return 'approved'
      },
    })
    const { accounts } = await features['standard:connect'].connect()
    assert.equal(new Set(accounts.map(({ address }) => address)).size, 2)
    assert.deepEqual(
      changes.at(-1),
      accounts.map(({ address }) => address),
    )
  })

  test('signs the text that its dialog shows, for the Solana account that the server verifies', async () => {
    const { features, prompts } = openDemo()
    const { accounts } = await features['standard:connect'].connect()
    const [account] = accounts
    assert.ok(account)
    const [signed] = await features['solana:signMessage'].signMessage({ account, message: encode(TEXT) })
    assert.ok(signed)
    assert.deepEqual(prompts[1]?.signing, { address: account.address, message: TEXT })
    const family = await loadFamily('solana')
    const signature = base64(signed.signature)
    family.verify({ address: account.address, text: TEXT, signature, envelope: undefined })
    assert.throws(() => family.verify({ address: account.address, text: `${TEXT}.`, signature, envelope: undefined }))
  })

  test('signs BIP-322 messages with P2WPKH and P2TR addresses', async () => {
    const { features } = openDemo()
    const { accounts } = await features['bitcoin:connect'].connect()
    assert.deepEqual(
      accounts.map(({ address }) => address.slice(0, 4)),
      ['bc1q', 'bc1p'],
    )
    const family = await loadFamily('bip122')
    for (const account of accounts) {
      const [signed] = await features['bitcoin:signMessage'].signMessage({ account, message: encode(TEXT) })
      assert.ok(signed)
      const signature = base64(signed.signature)
      const { address } = account
      family.verify({ address, text: TEXT, signature, envelope: undefined })
      assert.throws(() => family.verify({ address, text: `${TEXT}.`, signature, envelope: undefined }))
    }
  })

  test('connects and signs in with one prompt, with the layout that the server reads', async () => {
    const { features, prompts } = openDemo()
    const [signed] = await features['solana:signIn'].signIn(FIELDS)
    assert.ok(signed)
    assert.equal(prompts.length, 1)
    const text = new TextDecoder().decode(signed.signedMessage)
    assert.equal(prompts[0]?.signing?.message, text)
    const { address } = signed.account
    assert.deepEqual(readMessage(text, 'solana').address, address)
    const signature = base64(signed.signature)
    ;(await loadFamily('solana')).verify({ address, text, signature, envelope: undefined })
    assert.deepEqual(await features['standard:connect'].connect({ silent: true }), { accounts: [signed.account] })
  })

  test('signs an off-chain message if the site asks for one', async () => {
    const { features, prompts } = openDemo()
    const [signed] = await features['solana:signIn'].signIn({ ...FIELDS, useOffchainMessage: { messageVersion: 1 } })
    assert.ok(signed)
    assert.deepEqual(signed.signedMessageFormat, { kind: 'offchainMessage', messageVersion: 1 })
    const text = prompts[0]?.signing?.message ?? ''
    const envelope = base64(signed.signedMessage)
    const family = await loadFamily('solana')
    family.verify({ address: signed.account.address, text, signature: base64(signed.signature), envelope })
  })

  test('rejects with 4001, and signs neither for accounts it does not share nor anything but text', async () => {
    let answer: DemoAnswer = 'rejected'
    const { features } = openDemo({ answer: () => answer })
    await assert.rejects(features['standard:connect'].connect(), { code: 4001 })
    await assert.rejects(features['solana:signIn'].signIn(FIELDS), { code: 4001 })
    assert.deepEqual(await features['standard:connect'].connect({ silent: true }), { accounts: [] })
    answer = 'approved'
    const { accounts } = await features['bitcoin:connect'].connect()
    const [account] = accounts
    const solana = { account: { address: '11111111111111111111111111111111' }, message: encode(TEXT) }
    await assert.rejects(features['solana:signMessage'].signMessage(solana), { code: 4100 })
    const bytes = { account: { address: account?.address }, message: Uint8Array.of(0xff, 0xfe) }
    await assert.rejects(features['bitcoin:signMessage'].signMessage(bytes), { code: -32602 })
  })
})
