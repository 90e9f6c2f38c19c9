import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { knownFactories } from '@countersign/contract/factories.ts'
import { RATE_CONTRACTS_PER_ADDRESS, RPC_GAS, WALLET_NEW_MS } from '@countersign/contract/limits.ts'
import { encodeAbiParameters, encodeFunctionData, erc6492SignatureValidatorByteCode, hashMessage, parseAbi } from 'viem'
import { askRecovery, challengeFor, linkWallet, stepUp, walletOf } from '../../../../test/support/account.ts'
import { refusalOf, startedOf } from '../../../../test/support/answers.ts'
import { type Browser, newAccount, openBrowser, prove, signIn } from '../../../../test/support/browser.ts'
import { forDefaultEngine } from '../../../../test/support/engines.ts'
import { startNode } from '../../../../test/support/fake-node.ts'
import { countRows } from '../../../../test/support/rows.ts'
import {
  contractAddress,
  MAGIC,
  NO,
  proveBy,
  type ScriptedChains,
  scriptChains,
  YES,
} from '../../../../test/support/scripted-chains.ts'
import { startServer, type TestServer } from '../../../../test/support/server.ts'
import { checksumAddress } from '../../platform/crypto/ethereum-address.ts'
import type { RpcOutcome } from './chains.ts'

// Not Ethereum itself: names are looked up there, in everybody's time.
const CHAIN = 10
const LONG = `0x${'ab'.repeat(130)}`
const FACTORY = knownFactories[0].address
const SUFFIX_6492 = '6492'.repeat(16)
const SUFFIX_8010 = '8010'.repeat(16)

function wrap(factory: string, inner: string): `0x${string}` {
  const types = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
  const values = [factory as `0x${string}`, '0x1234', inner as `0x${string}`] as const // both begin with 0x
  return `${encodeAbiParameters(types, values)}${SUFFIX_6492}`
}

const says = (value: unknown): RpcOutcome => ({ kind: 'result', value })

forDefaultEngine('a contract wallet', (engine) => {
  let server: TestServer
  let chains: ScriptedChains
  before(async () => {
    server = await startServer(engine)
  })
  beforeEach(() => {
    chains = scriptChains(CHAIN, 8453)
    server.context.chains = chains
  })
  after(() => server.close())

  const contractAt = (outcome: RpcOutcome, chainId = CHAIN): string => {
    const address = contractAddress()
    chains.contracts.set(`${chainId}:${address}`, () => outcome)
    return address
  }

  async function answerBy(address: string, { signature = LONG, chainId = CHAIN, browser = openBrowser(server) } = {}) {
    const proof = await proveBy(await browser.challenge(), { address, chainId, signature })
    return browser.post('/api/sessions', { proof, keep: true })
  }

  async function refused(address: string, code: Parameters<typeof refusalOf>[1], signature = LONG): Promise<void> {
    const rows = await countRows(server)
    refusalOf(await answerBy(address, { signature }), code)
    assert.deepEqual(await countRows(server), rows)
  }

  test('signs in when its code says yes, and is its chain and address', async () => {
    const address = contractAt(YES)
    const { session, created, me } = startedOf(await answerBy(address))
    assert.deepEqual({ account: session.wallet.account, created }, { account: `eip155:10:${address}`, created: true })
    const again = startedOf(await answerBy(address))
    assert.deepEqual({ me: again.me.id, created: again.created }, { me: me.id, created: false })
  })

  test('is asked for its code and for its word: the hash of ERC-191, the whole signature, so much gas', async () => {
    const address = contractAt(YES)
    const browser = openBrowser(server)
    const proof = await proveBy(await browser.challenge(), { address, signature: LONG })
    startedOf(await browser.post('/api/sessions', { proof, keep: true }))
    const data = encodeFunctionData({
      abi: parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']),
      args: [hashMessage(proof.message), LONG as `0x${string}`], // begins with 0x
    })
    const gas = `0x${RPC_GAS.toString(16)}`
    assert.deepEqual(chains.calls, [
      { chainId: CHAIN, call: { method: 'eth_getCode', params: [address, 'latest'] } },
      { chainId: CHAIN, call: { method: 'eth_call', params: [{ to: address, data, gas }, 'latest'] } },
    ])
  })

  for (const [what, outcome] of Object.entries<RpcOutcome>({
    'says no': NO,
    reverts: { kind: 'reverted' },
    'answers nothing': says('0x'),
    'answers the magic and nothing after it': says(MAGIC),
    'answers the magic at the end of the word': says(`0x${MAGIC.slice(2).padStart(64, '0')}`),
    'answers the magic with something behind it': says(`${MAGIC.padEnd(65, '0')}1`),
    'answers the magic and a word more': says(MAGIC.padEnd(130, '0')),
    'answers true': says(`0x${'1'.padStart(64, '0')}`),
    'answers the magic of the old form': says('0x20c13b0b'.padEnd(66, '0')),
  }))
    test(`whose code ${what} is refused`, () => refused(contractAt(outcome), 'signature_invalid'))

  for (const [what, value] of Object.entries({ 'a number': 1, null: null, words: 'yes', half: '0x1' }))
    test(`is not refused but cannot be checked when a node answers ${what}`, () =>
      refused(contractAt(says(value)), 'rpc_unavailable'))

  test('cannot be checked while nobody answers, and the same signature is good afterwards', async () => {
    const browser = openBrowser(server)
    const proof = await proveBy(await browser.challenge(), { address: contractAt(YES), signature: LONG })
    chains.up = false
    refusalOf(await browser.post('/api/sessions', { proof, keep: true }), 'rpc_unavailable')
    chains.up = true
    startedOf(await browser.post('/api/sessions', { proof, keep: true }))
    refusalOf(await browser.post('/api/sessions', { proof, keep: true }), 'challenge_used')
  })

  test('signs in once when its signature is sent twice at the same time', async () => {
    const browser = openBrowser(server)
    const proof = await proveBy(await browser.challenge(), { address: contractAt(YES), signature: LONG })
    const send = () => browser.post('/api/sessions', { proof, keep: true })
    const answers = await Promise.all([send(), send(), send()])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409])
  })

  test('of a chain nobody configured is told so, and no node is asked', async () => {
    refusalOf(await answerBy(contractAt(YES, 137), { chainId: 137 }), 'network_not_configured')
    assert.equal(chains.asked, 0)
  })

  test('of such a chain that signs with 65 bytes cannot be told from a wrong account, and is told no more', async () => {
    const signature = await newAccount().signMessage({ message: 'of anybody' })
    refusalOf(await answerBy(contractAt(YES, 137), { chainId: 137, signature }), 'signature_invalid')
    assert.equal(chains.asked, 0)
  })

  test('may sign with 65 bytes, also with such as no key could make', async () => {
    for (const v of ['1b', '1f', '01']) {
      const { session } = startedOf(await answerBy(contractAt(YES), { signature: `0x${'11'.repeat(64)}${v}` }))
      assert.match(session.wallet.account, /^eip155:10:/)
    }
  })

  test('has no zero address and no spelling of its own', async () => {
    const zero = `0x${'0'.repeat(40)}`
    chains.contracts.set(`10:${zero}`, () => YES)
    await refused(zero, 'address_invalid', `0x${'00'.repeat(64)}1b`)
    await refused(`0x${'0'.repeat(39)}9`, 'address_invalid')
    assert.equal(chains.asked, 0)
  })

  test(`is asked for at most ${RATE_CONTRACTS_PER_ADDRESS.burst} times a minute for one network address`, async () => {
    const address = '192.0.2.77'
    for (let count = 0; count < RATE_CONTRACTS_PER_ADDRESS.burst; count++)
      refusalOf(await answerBy(contractAt(NO), { browser: openBrowser(server, { address }) }), 'signature_invalid')
    const asked = chains.asked
    refusalOf(await answerBy(contractAt(YES), { browser: openBrowser(server, { address }) }), 'rate_limited')
    assert.equal(chains.asked, asked)
    startedOf(await signIn(openBrowser(server, { address }), newAccount()))
  })

  describe('before it is deployed', () => {
    test('signs in through a known factory, in one call that creates nothing', async () => {
      const address = contractAddress()
      chains.deployless = () => says('0x01')
      const signature = wrap(FACTORY, LONG)
      const browser = openBrowser(server)
      const proof = await proveBy(await browser.challenge(), { address, signature })
      const { session } = startedOf(await browser.post('/api/sessions', { proof, keep: true }))
      assert.equal(session.wallet.account, `eip155:10:${address}`)
      const types = [{ type: 'address' }, { type: 'bytes32' }, { type: 'bytes' }] as const
      const signer = address as `0x${string}` // begins with 0x
      const parameters = encodeAbiParameters(types, [signer, hashMessage(proof.message), signature])
      const data = `${erc6492SignatureValidatorByteCode}${parameters.slice(2)}`
      const gas = `0x${RPC_GAS.toString(16)}`
      assert.deepEqual(chains.calls[1]?.call, { method: 'eth_call', params: [{ data, gas }, 'latest'] })
      assert.equal(chains.asked, 2)
    })

    for (const [what, outcome] of Object.entries<RpcOutcome>({
      'says no': says('0x00'),
      reverts: { kind: 'reverted' },
      'answers a whole word': says(`0x${'1'.padStart(64, '0')}`),
      'answers nothing': says('0x'),
    }))
      test(`is refused when the check ${what}`, async () => {
        chains.deployless = () => outcome
        await refused(contractAddress(), 'signature_invalid', wrap(FACTORY, LONG))
      })

    test('is refused with a factory that is not on the list, which is not run', async () => {
      chains.deployless = () => says('0x01')
      await refused(contractAddress(), 'signature_invalid', wrap(contractAddress(), LONG))
      assert.deepEqual(
        chains.calls.map(({ call }) => call.method),
        ['eth_getCode'],
      )
    })

    test('is refused with a wrapper that cannot be read, and nobody is asked', async () => {
      chains.deployless = () => says('0x01')
      const good = wrap(FACTORY, LONG)
      for (const signature of [
        `${LONG}${SUFFIX_6492}`,
        `0x${'00'.repeat(40)}${SUFFIX_6492}`,
        good.replace('0x00', '0x01'),
        good.replace(/^(.{66})0{60}0060/, `$1${'f'.repeat(64)}`),
      ])
        await refused(contractAddress(), 'signature_invalid', signature)
      assert.equal(chains.asked, 0)
    })

    test('is refused without a wrapper', () => refused(contractAddress(), 'signature_invalid'))
  })

  test('that is deployed is asked itself about what is in the wrapper, and its factory does nothing', async () => {
    const address = contractAddress()
    const asked: string[] = []
    chains.contracts.set(`10:${address}`, (data) => {
      asked.push(data)
      return YES
    })
    chains.deployless = () => assert.fail('a factory was run')
    startedOf(await answerBy(address, { signature: wrap(contractAddress(), LONG) }))
    assert.equal(asked.length, 1)
    assert.ok(asked[0]?.includes(LONG.slice(2)) && !asked[0].includes(SUFFIX_6492))
  })

  test('does not speak through an authorisation that was never mined (ERC-8010)', async () => {
    await refused(contractAt(YES), 'signature_invalid', `${LONG}${SUFFIX_8010}`)
    assert.equal(chains.asked, 0)
  })

  describe('is somebody of its own', () => {
    test('on every chain', async () => {
      const address = contractAt(YES)
      chains.contracts.set(`8453:${address}`, () => YES)
      const one = startedOf(await answerBy(address))
      const other = startedOf(await answerBy(address, { chainId: 8453 }))
      assert.notEqual(one.me.id, other.me.id)
      assert.deepEqual(
        [one, other].map(({ session }) => session.wallet.account),
        [`eip155:10:${address}`, `eip155:8453:${address}`],
      )
    })

    test('whoever holds the key of its address: that person comes back by the key alone', async () => {
      const account = newAccount()
      const address = account.address.toLowerCase()
      const byKey = startedOf(await signIn(openBrowser(server), account))
      chains.contracts.set(`10:${address}`, () => YES)
      const byCode = startedOf(await answerBy(address))
      assert.notEqual(byCode.me.id, byKey.me.id)
      assert.equal(startedOf(await signIn(openBrowser(server), account)).me.id, byKey.me.id)
    })

    test('and no owner because an owner has that address', async () => {
      const owner = newAccount()
      const other = await startServer(engine, { environment: { OWNER_WALLETS: owner.address } })
      try {
        other.context.chains = chains
        chains.contracts.set(`10:${owner.address.toLowerCase()}`, () => YES)
        const browser = openBrowser(other)
        const proof = await proveBy(await browser.challenge(), { address: owner.address, signature: LONG })
        assert.equal(startedOf(await browser.post('/api/sessions', { proof, keep: true })).me.role, 'member')
        const again = await proveBy(await browser.challenge(), { address: owner.address, signature: LONG })
        assert.equal(startedOf(await browser.post('/api/sessions', { proof: again, keep: true })).me.role, 'member')
        assert.equal(startedOf(await signIn(openBrowser(other), owner)).me.role, 'owner')
      } finally {
        await other.close()
      }
    })
  })

  describe('joins an account', () => {
    const linkBy = async (browser: Browser, address: string) => {
      const proof = await proveBy(await challengeFor(browser, 'link_wallet'), { address, signature: LONG })
      return browser.post('/api/me/wallets', { proof })
    }

    test('which then signs in and confirms with it', async () => {
      const account = newAccount()
      const browser = openBrowser(server)
      const { me } = startedOf(await signIn(browser, account))
      const address = contractAt(YES)
      const sign = () => stepUp(browser, account, 'wallet.add', `eip155:10:${checksumAddress(address)}`)
      await sign()
      const { kind, account: identity } = walletOf(await linkBy(browser, address), 201)
      assert.deepEqual({ kind, identity }, { kind: 'contract', identity: `eip155:10:${address}` })
      assert.equal(startedOf(await answerBy(address)).me.id, me.id)
      await sign()
      refusalOf(await linkBy(browser, address), 'wallet_already_yours')
      server.clock.now += WALLET_NEW_MS
      const challenge = await challengeFor(browser, 'step_up', { action: 'recovery.drop' })
      const confirmed = await browser.post('/api/session/step-up', {
        proof: await proveBy(challenge, { address, signature: LONG }),
      })
      assert.equal(confirmed.status, 200, confirmed.text)
    })

    test('and is refused when its code says no', async () => {
      const account = newAccount()
      const browser = openBrowser(server)
      startedOf(await signIn(browser, account))
      const address = contractAt(NO)
      await stepUp(browser, account, 'wallet.add', `eip155:10:${checksumAddress(address)}`)
      refusalOf(await linkBy(browser, address), 'signature_invalid')
    })

    test('by a recovery code', async () => {
      const account = newAccount()
      const browser = openBrowser(server)
      const { me } = startedOf(await signIn(browser, account))
      await stepUp(browser, account, 'recovery.create')
      const made = await browser.post('/api/me/recovery-codes')
      const [code] = (made.json as { codes: string[] }).codes // the next call fails without one
      const address = contractAt(YES)
      const back = openBrowser(server)
      const proof = await proveBy(await challengeFor(back, 'recover'), { address, signature: LONG })
      const started = startedOf(await back.post('/api/recoveries', { proof, keep: true, code }))
      assert.deepEqual(
        { me: started.me.id, account: started.session.wallet.account },
        { me: me.id, account: `eip155:10:${address}` },
      )
      refusalOf(await askRecovery(openBrowser(server), { code: code ?? '' }), 'recovery_invalid')
    })
  })

  describe('is no matter to accounts with a key', () => {
    test('which never cause a question, whatever they do', async () => {
      chains.up = false
      const account = newAccount()
      const browser = openBrowser(server)
      startedOf(await signIn(browser, account))
      await linkWallet(browser, account)
      server.clock.now += 60 * 60 * 1000
      await stepUp(browser, account, 'recovery.drop')
      await server.context.background.settled()
      assert.equal(chains.asked, 0)
    })

    test('which are asked about only when a signature of theirs is wrong, and are told the same', async () => {
      const browser = openBrowser(server)
      const proof = await prove(await browser.challenge(), newAccount(), CHAIN)
      const signature = await newAccount().signMessage({ message: proof.message })
      const sent = { proof: { ...proof, signature }, keep: true }
      refusalOf(await browser.post('/api/sessions', sent), 'signature_invalid')
      const high = `${signature.slice(0, 66)}${'f'.repeat(64)}1b`
      refusalOf(
        await browser.post('/api/sessions', { proof: { ...proof, signature: high }, keep: true }),
        'signature_malformed',
      )
      assert.deepEqual(
        chains.calls.map(({ call }) => call.method),
        ['eth_getCode', 'eth_getCode'],
      )
    })
  })
})

forDefaultEngine('endpoints', (engine) => {
  /** Two nodes for one chain; the test changes what they say. */
  async function withNodes(
    use: (world: { server: TestServer; nodes: Awaited<ReturnType<typeof startNode>>[] }) => Promise<void>,
  ) {
    const nodes = [await startNode('0xa'), await startNode('0xa')]
    for (const node of nodes) {
      node.table.set('eth_getCode', { result: '0x6001' })
      node.table.set('eth_call', { result: MAGIC.padEnd(66, '0') })
    }
    const server = await startServer(engine, { environment: { RPC_10: nodes.map(({ url }) => url).join(' ') } })
    try {
      await use({ server, nodes })
    } finally {
      await server.close()
      for (const node of nodes) await node.die()
    }
  }

  const signInBy = async (server: TestServer) => {
    const browser = openBrowser(server)
    const proof = await proveBy(await browser.challenge(), { address: contractAddress(), signature: LONG })
    return browser.post('/api/sessions', { proof, keep: true })
  }

  test('that say the same let a contract wallet in', () =>
    withNodes(async ({ server }) => {
      startedOf(await signInBy(server))
    }))

  test('of which one lies let nobody in, and refuse nobody either', () =>
    withNodes(async ({ server, nodes: [liar] }) => {
      liar?.table.set('eth_call', { result: '0x' })
      refusalOf(await signInBy(server), 'rpc_unavailable')
      liar?.table.set('eth_call', { result: MAGIC.padEnd(66, '0') })
      liar?.table.set('eth_getCode', { result: '0x' })
      refusalOf(await signInBy(server), 'rpc_unavailable')
    }))

  test('that all say the call reverted or ran out of gas refuse the signature', () =>
    withNodes(async ({ server, nodes }) => {
      for (const error of [
        { code: 3, message: 'execution reverted', data: '0x' },
        { code: -32_000, message: 'out of gas' },
      ]) {
        for (const node of nodes) node.table.set('eth_call', { error })
        refusalOf(await signInBy(server), 'signature_invalid')
      }
    }))

  for (const behaviour of ['broken', 'rate-limited', 'megabytes', 'redirect', 'html', 'garbage', 'cut-off'] as const)
    test(`that are ${behaviour} stop no account with a key and make contract wallets wait`, () =>
      withNodes(async ({ server, nodes }) => {
        for (const node of nodes) node.behaviour = behaviour
        refusalOf(await signInBy(server), 'rpc_unavailable')
        const asked = server.context.chains.asked
        startedOf(await signIn(openBrowser(server), newAccount()))
        assert.equal(server.context.chains.asked, asked)
      }))

  test('for another chain are not believed', () =>
    withNodes(async ({ server, nodes }) => {
      for (const node of nodes) node.chainId = '0x89'
      refusalOf(await signInBy(server), 'rpc_unavailable')
      startedOf(await signIn(openBrowser(server), newAccount()))
    }))
})
