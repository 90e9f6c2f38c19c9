import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { formatAccount } from '@countersign/contract/family/account.ts'
import { fakeStorage, settled } from '../../../test/support/fake-page.ts'
import { newSolanaAccount, type SolanaAccount } from '../../../test/support/families/solana.ts'
import { until } from '../../../test/support/until.ts'
import { registerWallet } from '../../../test/support/web/fake-family.ts'
import { type FlowOptions, openFlow, started } from '../../../test/support/web/fake-flow.ts'
import { fakeSolanaWallet, type SolanaScript } from '../../../test/support/web/fake-solana-wallet.ts'
import { accountOf } from '../../../test/support/web/fake-wallet-env.ts'
import { discoverEvm } from '../wallet/evm/discovery.ts'
import { families } from '../wallet/families.ts'

const alice = newSolanaAccount()
const bob = newSolanaAccount()
const PHANTOM = 'solana:Phantom'
const discoveries = families.solana.discover ? [families.solana.discover] : []

async function openPage(script: Partial<SolanaScript>, options: FlowOptions = {}) {
  const fake = fakeSolanaWallet({ accounts: [alice], ...script })
  const flow = await openFlow({ ...options, discoveries, standard: [fake.wallet] })
  await listed(flow)
  await settled()
  return { ...flow, fake, prompts: fake.prompts }
}

/** Chooses the wallet; the fake server accepts whatever is signed. */
async function choose(script: Partial<SolanaScript>, options: FlowOptions = {}) {
  const page = await openPage(script, options)
  page.signIn.choose(PHANTOM)
  await settled()
  return page
}

type Page = Pick<Awaited<ReturnType<typeof openFlow>>, 'signIn' | 'names' | 'timers'>

/** The code of the family is loaded when its first wallet registers. */
async function listed({ names, timers }: Page): Promise<void> {
  const read = () => timers.advance(0).then(names)
  await until(read, ({ length }) => length > 0, 'no wallet is listed')
}

/** The page verifies signatures with WebCrypto, which answers from another thread. */
async function onScreen({ signIn }: Page, name: string): Promise<void> {
  await until(
    () => signIn.getView().screen,
    (screen) => screen === name,
    'another screen',
  )
}

function caip10({ namespace, chain, address }: SolanaAccount): string {
  return formatAccount({ namespace, chain, address })
}

const refuse = () => {
  throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
}

describe('signs in', () => {
  test('with one prompt', async () => {
    const page = await choose({ signIn: '1.0.0' })
    const { prompts, sent } = page
    await onScreen(page, 'signed_in')
    assert.deepEqual([prompts, sent.length], [['signIn'], 1])
    const { namespace, account, message, signature, mode, wallet, envelope } = sent[0]?.proof ?? assert.fail()
    const expected = ['solana', caip10(alice), alice.signBytes(Buffer.from(message)), 'one_step', 'Phantom', undefined]
    assert.deepEqual([namespace, account, signature, mode, wallet?.name, envelope], expected)
    assert.match(message, /^id\.example wants you to sign in with your Solana account:\n/)
  })

  test('with two prompts if the wallet cannot connect and sign in one', async () => {
    const page = await choose({})
    const { prompts, sent } = page
    await onScreen(page, 'signed_in')
    assert.deepEqual(prompts, ['connect', 'signMessage text'])
    const { message, signature, mode } = sent[0]?.proof ?? assert.fail()
    assert.deepEqual([signature, mode], [alice.signBytes(Buffer.from(message)), undefined])
  })

  for (const [version, second, envelope] of [
    ['1.0.0', 'signMessage envelope', 0],
    ['1.1.0', 'signIn offchain', 1],
  ] as const)
    test(`with two prompts and a Ledger, solana:signIn ${version}`, async () => {
      const page = await choose({ signIn: version, ledger: true })
      const { prompts, sent } = page
      await onScreen(page, 'signed_in')
      assert.deepEqual(prompts, ['signIn', second])
      const { proof } = sent[0] ?? assert.fail()
      const expected = alice.signEnvelope(proof.message, envelope)
      assert.deepEqual({ signature: proof.signature, envelope: proof.envelope }, expected)
    })

  test('with the account that the wallet chose', async () => {
    const page = await openPage({ signIn: '1.0.0', accounts: [alice, bob], shared: true })
    page.fake.answer('signIn', () => page.fake.switchAccounts([bob]))
    page.signIn.choose(PHANTOM)
    await onScreen(page, 'signed_in')
    assert.equal(page.sent[0]?.proof.account, caip10(bob))
  })

  test('with our text after the server rejected that of the wallet', async () => {
    const rejected = () => Promise.reject(new AppError('statement_mismatch'))
    const page = await choose(
      { signIn: '1.0.0', writes: (text) => text.replace('Sign in to Acme.', 'Sign in.') },
      { server: { session: [rejected, async () => started] } },
    )
    await onScreen(page, 'failed')
    assert.equal(page.problem()?.code, 'wallet/other_text')
    page.signIn.retry()
    await onScreen(page, 'signed_in')
    assert.deepEqual(page.prompts, ['signIn', 'signMessage text'])
  })

  test('as a wallet that registers late', async () => {
    const fake = fakeSolanaWallet({ accounts: [alice], signIn: '1.0.0' })
    const page = await openFlow({ discoveries })
    registerWallet(page.env.window, fake.wallet)
    await listed(page)
    page.signIn.choose(PHANTOM)
    await onScreen(page, 'signed_in')
  })
})

describe('does not sign in', () => {
  test('after a refusal, and asks nothing more', async () => {
    const { signIn, prompts, sent } = await choose({ signIn: '1.1.0', offchain: true, answers: { signIn: refuse } })
    assert.deepEqual([signIn.getView().screen, prompts, sent], ['choosing', ['signIn'], []])
  })

  test('after a refused signature, and asks nothing more', async () => {
    const { signIn, prompts } = await choose({ offchain: true, answers: { 'signMessage text': refuse } })
    assert.deepEqual([signIn.getView().screen, prompts], ['connected', ['connect', 'signMessage text']])
  })

  test('when the account changes while the wallet signs', async () => {
    const page = await openPage({ ledger: true, offchain: true })
    page.fake.answer('signMessage text', () => page.fake.switchAccounts([bob]))
    page.signIn.choose(PHANTOM)
    await settled()
    assert.deepEqual([page.signIn.getView().screen, page.sent], ['connected', []])
    assert.deepEqual(page.prompts, ['connect', 'signMessage text'])
  })

  test('when no account is shared', async () => {
    const { problem } = await choose({ accounts: [] })
    assert.equal(problem()?.code, 'wallet/unauthorized')
  })

  test('when no way works with a Ledger', async () => {
    const unsupported = () => {
      throw new Error('Ledger: 0x6a81')
    }
    const { problem, prompts } = await choose({ ledger: true, answers: { 'signMessage envelope': unsupported } })
    assert.deepEqual([problem()?.code, problem()?.remedy], ['wallet/hardware_unsupported', 'other_wallet'])
    assert.deepEqual(prompts, ['connect', 'signMessage text', 'signMessage envelope'])
  })
})

describe('after a cancel', () => {
  async function canceledPage(script: Partial<SolanaScript>) {
    const prompt = Promise.withResolvers<void>()
    const answers = { signIn: () => prompt.promise }
    const page = await choose({ signIn: '1.0.0', answers, ...script })
    page.signIn.cancel()
    await settled()
    return { ...page, prompt }
  }

  test('a late approval connects, but sends no signature', async () => {
    const page = await canceledPage({})
    page.prompt.resolve()
    await until(
      () => accountOf(page),
      (account) => account !== 'disconnected',
      'not connected',
    )
    assert.deepEqual(
      [accountOf(page), page.sent],
      [{ namespace: 'solana', chain: alice.chain, address: alice.address }, []],
    )
  })

  for (const version of ['1.0.0', '1.1.0'] as const)
    test(`a Ledger that cannot sign opens no second prompt, solana:signIn ${version}`, async () => {
      const page = await canceledPage({ signIn: version, ledger: true })
      page.prompt.resolve()
      await settled()
      assert.deepEqual([page.prompts, page.sent], [['signIn'], []])
    })

  test('a wallet that fails before it connects opens no second prompt', async () => {
    const page = await canceledPage({})
    page.prompt.reject(new Error('Internal error'))
    await settled()
    assert.deepEqual([page.prompts, page.sent], [['signIn'], []])
  })

  test('the signature is not asked for in another way', async () => {
    const prompt = Promise.withResolvers<void>()
    const page = await choose({ answers: { 'signMessage text': () => prompt.promise } })
    page.signIn.cancel()
    prompt.reject(new Error('Internal error'))
    await settled()
    assert.deepEqual(page.prompts, ['connect', 'signMessage text'])
  })
})

describe('a connection', () => {
  const recent = { 'cs.recent': JSON.stringify([{ id: PHANTOM, name: 'Phantom', away: false }]) }

  test('is restored without a prompt, and signs with one', async () => {
    const page = await openPage({ shared: true, signIn: '1.0.0' }, { localStorage: fakeStorage(recent) })
    assert.deepEqual([page.signIn.getView().screen, page.prompts], ['connected', []])
    page.signIn.continue()
    await onScreen(page, 'signed_in')
    assert.deepEqual(page.prompts, ['signIn'])
    assert.equal(page.sent[0]?.proof.mode, undefined)
  })

  test('is restored with a silent connection', async () => {
    const page = await openPage({}, { localStorage: fakeStorage(recent) })
    assert.deepEqual([page.fake.silentConnects(), page.prompts, accountOf(page)], [1, [], 'disconnected'])
  })

  test('follows the account in the wallet', async () => {
    const page = await openPage({ shared: true }, { localStorage: fakeStorage(recent) })
    page.fake.switchAccounts([bob])
    await settled()
    assert.deepEqual(accountOf(page), { namespace: 'solana', chain: bob.chain, address: bob.address })
  })

  test('ends when the wallet disconnects', async () => {
    const page = await openPage({ shared: true }, { localStorage: fakeStorage(recent) })
    page.fake.switchAccounts([])
    await settled()
    assert.equal(accountOf(page), 'disconnected')
  })

  test('of a wallet that was locked without an event still signs', async () => {
    const page = await openPage({ shared: true }, { localStorage: fakeStorage(recent) })
    page.fake.lock()
    page.signIn.continue()
    await onScreen(page, 'signed_in')
    assert.deepEqual(page.prompts, ['signMessage text'])
  })

  test('ends in the wallet with "Disconnect wallet"', async () => {
    const page = await openPage({ shared: true }, { localStorage: fakeStorage(recent) })
    await page.wallets.disconnect()
    await settled()
    assert.deepEqual([accountOf(page), page.fake.wallet.accounts], ['disconnected', []])
  })
})

describe('MetaMask', () => {
  const metaMask = { name: 'MetaMask', metaMask: true, signIn: '1.0.0' } as const
  const METAMASK = 'solana:MetaMask'
  const recent = { 'cs.recent': JSON.stringify([{ id: METAMASK, name: 'MetaMask', away: false }]) }
  const connected = () => openPage({ ...metaMask, shared: true }, { localStorage: fakeStorage(recent) })

  test('says after the first of two approvals that the second follows', async () => {
    const signing = Promise.withResolvers<void>()
    const page = await openPage({ ...metaMask, answers: { signIn: () => signing.promise } })
    page.signIn.choose(METAMASK)
    await settled()
    const view = page.signIn.getView()
    assert.deepEqual(page.prompts, ['connect', 'signIn'])
    assert.deepEqual(view.screen === 'connecting' && [view.once, view.approved], [true, true])
    signing.resolve()
    await onScreen(page, 'signed_in')
  })

  test('stays connected when the second of two approvals is declined', async () => {
    const page = await openPage({ ...metaMask, answers: { signIn: refuse } })
    page.signIn.choose(METAMASK)
    await onScreen(page, 'connected')
    const view = page.signIn.getView()
    assert.equal(view.screen === 'connected' && view.notice?.kind, 'declined_signature')
  })

  test('is disconnected before it is asked for another account, because it would answer with the same one', async () => {
    const page = await connected()
    page.fake.answer('connect', () => page.fake.switchAccounts([bob]))
    page.signIn.useOtherAccount()
    await onScreen(page, 'connected')
    const view = page.signIn.getView()
    assert.deepEqual(view.screen === 'connected' && [view.account.address, view.notice], [bob.address, undefined])
    assert.deepEqual(page.prompts, ['connect'])
  })

  test('is shown as not connected when no other account is chosen', async () => {
    const page = await connected()
    page.fake.answer('connect', refuse)
    page.signIn.useOtherAccount()
    await onScreen(page, 'choosing')
    const view = page.signIn.getView()
    assert.equal(view.screen === 'choosing' && view.notice?.kind, 'declined_connect')
    assert.equal(accountOf(page), 'disconnected')
  })

  test('connects with "Try again" when no account was chosen in time', async () => {
    const page = await connected()
    page.fake.answer('connect', () => new Promise(() => {}))
    page.signIn.useOtherAccount()
    await page.timers.advance(120_000)
    assert.deepEqual([page.problem()?.code, accountOf(page)], ['wallet/no_answer', 'disconnected'])
    page.fake.answer('connect', () => page.fake.switchAccounts([bob]))
    page.signIn.retry()
    await onScreen(page, 'signed_in')
    assert.deepEqual([page.prompts, page.sent[0]?.proof.account], [['connect', 'connect', 'signIn'], caip10(bob)])
  })

  for (const revokes of ['its Solana permission', 'all permissions'])
    test(`that revokes ${revokes} is asked to connect with Ethereum again only if it has to`, async () => {
      const evm = [discoverEvm, ...discoveries]
      const fake = fakeSolanaWallet({ accounts: [alice], ...metaMask })
      const page = await openFlow({ discoveries: evm, standard: [fake.wallet] })
      await until(
        () => page.timers.advance(0).then(() => page.wallets.findWallet(METAMASK)),
        (found) => found !== undefined,
        'not listed',
      )
      await page.wallets.connect('io.metamask')
      await page.wallets.connect(METAMASK)
      const { disconnect } = fake.wallet.features['standard:disconnect']
      fake.wallet.features['standard:disconnect'].disconnect = async () => {
        await disconnect()
        if (revokes !== 'all permissions') return
        page.wallet.permit(false)
        page.wallet.emit('accountsChanged', [])
      }
      fake.answer('connect', () => fake.switchAccounts([bob]))
      page.signIn.useOtherAccount()
      await onScreen(page, 'connected')
      assert.equal(Reflect.get(Object(accountOf(page)), 'address'), bob.address)
      page.wallet.calledMethods.length = 0
      await page.wallets.connect('io.metamask')
      const isAsked = page.wallet.calledMethods.includes('wallet_requestPermissions')
      assert.equal(isAsked, revokes === 'all permissions')
    })

  test('without standard:disconnect, the account is switched in the wallet', async () => {
    const page = await connected()
    Reflect.deleteProperty(page.fake.wallet.features, 'standard:disconnect')
    page.signIn.useOtherAccount()
    await onScreen(page, 'connected')
    const view = page.signIn.getView()
    assert.deepEqual(view.screen === 'connected' && [view.account.address, view.notice?.kind], [
      alice.address,
      'switch_in_wallet',
    ])
    assert.deepEqual(page.prompts, [])
  })
})

test('a wallet whose getters throw is not listed, and the others work', async () => {
  const throwing = new Proxy({}, { get: () => assert.fail('getter'), ownKeys: () => ['solana:signIn'] })
  const broken = { name: 'Broken', chains: ['solana:mainnet'], features: throwing }
  const fake = fakeSolanaWallet({ accounts: [alice], signIn: '1.0.0' })
  const page = await openFlow({ discoveries, standard: [throwing, broken, fake.wallet] })
  await listed(page)
  assert.deepEqual(page.names(), ['Phantom'])
  page.signIn.choose(PHANTOM)
  await onScreen(page, 'signed_in')
})
