import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import { messageFor, writeMessage } from '@countersign/contract/message/message.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { newSolanaAccount, type SolanaAccount } from '../../../../test/support/families/solana.ts'
import { fakeSolanaWallet, type SolanaScript, standardWallet } from '../../../../test/support/web/fake-solana-wallet.ts'
import { createSolanaDriver, openStandardWallet } from './driver.ts'

const alice = newSolanaAccount()
const bob = newSolanaAccount()

const challenge: Challenge = {
  id: 'chl_01J9ZV7Q8E3T5R2N4M6K8P0W2Y',
  token: 'token',
  purpose: 'sign_in',
  nonce: 'f3Kd0aXw92LmQz71',
  domain: 'id.example.com',
  uri: 'https://id.example.com/sign-in',
  statement: 'Sign in to Example.',
  issuedAt: '2026-11-18T00:00:00Z',
  expiresAt: '2026-11-18T00:10:00Z',
  boundTo: null,
}

function open(script: Partial<SolanaScript>) {
  const fake = fakeSolanaWallet({ accounts: [alice], ...script })
  const driver = createSolanaDriver(standardWallet(fake.wallet))
  return {
    fake,
    driver,
    prompts: fake.prompts,
    signIn: (isCanceled?: () => boolean) => driver.signIn?.(challenge, isCanceled),
  }
}

function textFor({ namespace, chain, address }: SolanaAccount): string {
  return writeMessage(messageFor(challenge, { namespace, chain, address }))
}

const refuse = () => {
  throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
}

describe('accounts', () => {
  test('are requested with one prompt', async () => {
    const { driver, prompts } = open({ accounts: [alice, bob] })
    assert.deepEqual(await driver.requestAccounts(), [alice.address, bob.address])
    assert.deepEqual(prompts, ['connect'])
    assert.deepEqual([driver.namespace, await driver.readChain()], ['solana', SOLANA_MAINNET])
  })

  test('are requested in the task of the click', () => {
    const { driver, prompts } = open({})
    void driver.requestAccounts()
    assert.deepEqual(prompts, ['connect'])
  })

  test('are read without a prompt', async () => {
    const { driver, fake, prompts } = open({})
    assert.deepEqual(await driver.readAccounts(), [])
    await driver.requestAccounts()
    assert.deepEqual(await driver.readAccounts(), [alice.address])
    assert.deepEqual([fake.silentConnects(), prompts], [1, ['connect']])
  })

  test('are read without a silent connection when the wallet was locked, which might prompt', async () => {
    const { driver, fake } = open({ shared: true })
    assert.deepEqual(await driver.readAccounts(), [alice.address])
    fake.lock()
    assert.deepEqual(await driver.readAccounts(), [])
    assert.equal(fake.silentConnects(), 0)
  })

  test('are none when the wallet refuses a silent connection', async () => {
    const { driver, fake } = open({})
    Object.assign(fake.wallet.features, { 'standard:connect': { version: '1.0.0', connect: async () => refuse() } })
    assert.deepEqual(await driver.readAccounts(), [])
  })

  test('are none when the wallet connects without any', async () => {
    const { driver } = open({ accounts: [] })
    assert.deepEqual(await driver.requestAccounts(), [])
  })

  test('of other networks and chains are left out', async () => {
    const { driver, fake } = open({})
    const account = (address: unknown, ...chains: string[]) => ({ address, chains, features: [] })
    const accounts = [
      account(bob.address, 'solana:devnet'),
      account('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bitcoin:mainnet'),
      account('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'bitcoin:mainnet'),
      account('not an address', 'solana:mainnet'),
      account(7, 'solana:mainnet'),
      null,
      'text',
      account(alice.address, 'solana:devnet', `solana:${SOLANA_MAINNET}`),
    ]
    const connect = async () => ({ accounts })
    Object.assign(fake.wallet.features, { 'standard:connect': { version: '1.0.0', connect } })
    assert.deepEqual(await driver.requestAccounts(), [alice.address])
  })

  test('without chains have those of the wallet', async () => {
    const { driver, fake } = open({ shared: true })
    const accounts = [{ address: alice.address }]
    Object.assign(fake.wallet, { accounts })
    assert.deepEqual(await driver.readAccounts(), [alice.address])
    Object.assign(fake.wallet, { chains: ['solana:devnet'] })
    assert.deepEqual(await driver.readAccounts(), [])
  })

  test('are requested again to pick another one', async () => {
    const { driver, prompts } = open({ shared: true })
    await driver.pickAccount()
    assert.deepEqual(prompts, ['connect'])
  })

  test('are given up with standard:disconnect, if the wallet has it', async () => {
    const { driver, fake } = open({ shared: true })
    await driver.revoke()
    assert.deepEqual(await driver.readAccounts(), [])
    Reflect.deleteProperty(fake.wallet.features, 'standard:disconnect')
    await driver.revoke()
  })

  test('a refused connection is an error', async () => {
    const { driver } = open({ answers: { connect: refuse } })
    await assert.rejects(driver.requestAccounts(), { code: 4001 })
  })
})

describe('events', () => {
  function listening(script: Partial<SolanaScript> = {}) {
    const opened = open({ shared: true, ...script })
    const changes: string[][] = []
    const unexpected = () => assert.fail()
    opened.driver.listen({
      connected: unexpected,
      accountsChanged: (accounts) => void changes.push(accounts),
      chainChanged: unexpected,
      disconnected: unexpected,
    })
    return { ...opened, changes }
  }

  test('a switched account', () => {
    const { fake, changes } = listening()
    fake.switchAccounts([bob, alice])
    assert.deepEqual(changes, [[bob.address, alice.address]])
  })

  test('a disconnected wallet shares no account', async () => {
    const { driver, changes } = listening()
    await driver.revoke()
    assert.deepEqual(changes, [[]])
  })

  test('a wallet that switched to another network', () => {
    const { fake, changes } = listening()
    Object.assign(fake.wallet, { accounts: [{ address: alice.address }], chains: ['solana:devnet'] })
    fake.emit({ chains: ['solana:devnet'] })
    assert.deepEqual(changes, [[]])
  })

  test('changed features take effect without an event to the page', async () => {
    const { fake, changes, prompts, driver } = listening({ signIn: '1.0.0' })
    Reflect.deleteProperty(fake.wallet.features, 'solana:signIn')
    fake.emit({ features: fake.wallet.features })
    await driver.sign({ account: alice, message: textFor(alice), challenge })
    assert.deepEqual([changes, prompts], [[], ['signMessage text']])
  })

  test('a change without readable accounts is read from the wallet', () => {
    const { fake, changes } = listening()
    fake.emit({})
    fake.emit({ accounts: 'text' })
    assert.deepEqual(changes, [[alice.address]])
  })
})

describe('a wallet whose getters throw', () => {
  const throwing = new Proxy({}, { get: () => assert.fail('getter') })
  const broken = {
    name: 'Broken',
    get accounts() {
      return assert.fail('getter')
    },
    get features() {
      return assert.fail('getter')
    },
  }
  const feature = (name: string) => ({ name: 'Broken', chains: ['solana:mainnet'], features: { [name]: throwing } })

  test('shares nothing', async () => {
    for (const wallet of [broken, feature('standard:connect'), { name: 'Broken', accounts: [throwing] }]) {
      const driver = createSolanaDriver(standardWallet(wallet))
      assert.deepEqual(await driver.readAccounts(), [])
      assert.deepEqual(await driver.requestAccounts(), [])
    }
  })

  test('cannot sign', async () => {
    for (const wallet of [broken, feature('solana:signIn'), feature('solana:signMessage')]) {
      const driver = createSolanaDriver(standardWallet(wallet))
      assert.equal(await driver.signIn?.(challenge), undefined)
      await assert.rejects(driver.sign({ account: alice, message: textFor(alice), challenge }), {
        problem: { code: 'wallet/cannot_sign', remedy: 'other_wallet' },
      })
    }
  })

  test('emits nothing', () => {
    const fail = () => assert.fail()
    const listener = { connected: fail, accountsChanged: fail, chainChanged: fail, disconnected: fail }
    for (const wallet of [broken, feature('standard:events')])
      createSolanaDriver(standardWallet(wallet)).listen(listener)
  })

  test('is not listed', () => {
    for (const wallet of [broken, feature('solana:signIn')])
      assert.equal(openStandardWallet(standardWallet(wallet)), undefined)
  })
})

describe('the wallets that are listed', () => {
  const list = (script: Partial<SolanaScript>, without?: string) => {
    const { wallet } = fakeSolanaWallet({ accounts: [alice], ...script })
    if (without) Reflect.deleteProperty(wallet.features, without)
    const driver = openStandardWallet(standardWallet(wallet))
    return driver && driver.signIn !== undefined
  }

  test('sign in with one prompt if they have solana:signIn', () => {
    assert.deepEqual([list({ signIn: '1.0.0' }), list({})], [true, false])
  })

  test('can sign and connect', () => {
    assert.deepEqual(list({ signMessage: false, offchain: true }), false)
    assert.deepEqual([list({ signMessage: false }), list({}, 'standard:connect')], [undefined, undefined])
  })

  test('are on the main network', () => {
    assert.deepEqual([list({ chains: ['solana:devnet'] }), list({ chains: [] })], [undefined, false])
    assert.deepEqual(list({ chains: [`solana:${SOLANA_MAINNET}`] }), false)
  })
})

describe('signing in with one prompt', () => {
  const signed = (as = alice) => ({ message: textFor(as), chain: SOLANA_MAINNET, ...as.sign(textFor(as)) })

  test('connects and signs', async () => {
    const { signIn, prompts, fake } = open({ signIn: '1.0.0' })
    assert.deepEqual(await signIn(), { accounts: [alice.address], outcome: signed() })
    assert.deepEqual([prompts, 'address' in (fake.inputs[0] ?? {})], [['signIn'], false])
  })

  test('is sent in the task of the click', () => {
    const { signIn, prompts } = open({ signIn: '1.0.0' })
    void signIn()
    assert.deepEqual(prompts, ['signIn'])
  })

  test('names the account that the wallet already shares, but accepts another one', async () => {
    const { signIn, fake } = open({ signIn: '1.0.0', shared: true, accounts: [alice, bob] })
    fake.answer('signIn', () => fake.switchAccounts([bob]))
    assert.deepEqual(await signIn(), { accounts: [bob.address], outcome: signed(bob) })
    assert.equal(Reflect.get(fake.inputs[0] ?? {}, 'address'), alice.address)
  })

  test('returns the text that the wallet wrote, which is not used where ours is required', async () => {
    const writes = (text: string) => text.replace('Chain ID: mainnet', 'Chain ID: solana:mainnet')
    const { signIn, driver, prompts } = open({ signIn: '1.0.0', writes })
    const message = writes(textFor(alice))
    const outcome = { message, chain: SOLANA_MAINNET, ...alice.sign(message) }
    assert.deepEqual(await signIn(), { accounts: [alice.address], outcome })
    assert.deepEqual(await signIn(), { accounts: [alice.address], outcome })
    await driver.sign({ account: alice, message: textFor(alice), challenge })
    assert.deepEqual(prompts, ['signIn', 'signIn', 'signMessage text'])
  })

  test('returns no signature for a text that cannot be a message', async () => {
    for (const text of ['Anmeldung bestätigen', 'x'.repeat(5000)]) {
      const { signIn } = open({ signIn: '1.0.0', writes: () => text })
      assert.deepEqual(await signIn(), { accounts: [alice.address], outcome: 'missing' })
    }
  })

  test('does not use an account of another network', async () => {
    const { signIn } = open({ signIn: '1.0.0', chains: ['solana:devnet'] })
    await assert.rejects(async () => signIn(), { name: 'NoAccountError' })
  })

  test('is not supported without solana:signIn', async () => {
    const { signIn, prompts } = open({})
    assert.deepEqual([await signIn(), prompts], [undefined, []])
  })

  test('a refusal ends it', async () => {
    const { signIn, prompts } = open({ signIn: '1.1.0', answers: { signIn: refuse } })
    await assert.rejects(async () => signIn(), { code: 4001 })
    assert.deepEqual(prompts, ['signIn'])
  })

  test('a Ledger in version 1.1 signs an off-chain message at the second prompt', async () => {
    const { signIn, prompts } = open({ signIn: '1.1.0', ledger: true })
    const outcome = { message: textFor(alice), chain: SOLANA_MAINNET, ...alice.signEnvelope(textFor(alice), 1) }
    assert.deepEqual(await signIn(), { accounts: [alice.address], outcome })
    assert.deepEqual(prompts, ['signIn', 'signIn offchain'])
  })

  test('a Ledger in version 1.0 signs an off-chain message at the second prompt', async () => {
    const { signIn, prompts } = open({ signIn: '1.0.0', ledger: true })
    const outcome = { message: textFor(alice), chain: SOLANA_MAINNET, ...alice.signEnvelope(textFor(alice), 0) }
    assert.deepEqual(await signIn(), { accounts: [alice.address], outcome })
    assert.deepEqual(prompts, ['signIn', 'signMessage envelope'])
  })

  test('a wallet that failed without connecting is connected first, and then signs an off-chain message', async () => {
    const failing = () => {
      throw new Error('Internal error')
    }
    const { signIn, driver, prompts } = open({ signIn: '1.0.0', answers: { signIn: failing } })
    assert.equal(await signIn(), undefined)
    await driver.requestAccounts()
    await driver.sign({ account: alice, message: textFor(alice), challenge })
    assert.deepEqual(prompts, ['signIn', 'connect', 'signMessage envelope'])
  })

  test('a canceled attempt opens no second prompt', async () => {
    const { signIn, prompts } = open({ signIn: '1.1.0', ledger: true })
    await assert.rejects(async () => signIn(() => true), /Ledger/)
    assert.deepEqual(prompts, ['signIn'])
  })
})
