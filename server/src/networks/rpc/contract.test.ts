import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { knownFactories } from '@countersign/contract/factories.ts'
import { RATE_CONTRACTS_PER_ADDRESS, RPC_GAS, WALLET_NEW_MS } from '@countersign/contract/limits.ts'
import { encodeAbiParameters, encodeFunctionData, erc6492SignatureValidatorByteCode, hashMessage, parseAbi } from 'viem'
import { startNode } from '../../../../test/support/chain/fake-node.ts'
import {
  createScriptedChains,
  MAGIC,
  NO,
  newContractAddress,
  proveAsContract,
  type ScriptedChains,
  YES,
} from '../../../../test/support/chain/scripted-chains.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { countRows } from '../../../../test/support/database/rows.ts'
import { type Browser, newAccount, openBrowser, prove, signIn } from '../../../../test/support/server/http-browser.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import {
  expectWallet,
  fetchChallenge,
  linkWallet,
  requestRecovery,
  stepUp,
} from '../../../../test/support/server/wallets.ts'
import { checksumAddress } from '../../platform/crypto/address.ts'
import type { RpcOutcome } from './rpc.ts'

// Not mainnet, where ENS lookups run in the background.
const CHAIN = 10
const LONG = `0x${'ab'.repeat(130)}`
const FACTORY = knownFactories[0].address
const SUFFIX_6492 = '6492'.repeat(16)
const SUFFIX_8010 = '8010'.repeat(16)

function wrapSignature(factory: string, inner: string): `0x${string}` {
  const types = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
  const values = [factory as `0x${string}`, '0x1234', inner as `0x${string}`] as const // both begin with 0x
  return `${encodeAbiParameters(types, values)}${SUFFIX_6492}`
}

const resultOf = (value: unknown): RpcOutcome => ({ kind: 'result', value })

forDefaultEngine('contract wallets', (engine) => {
  let server: TestServer
  let chains: ScriptedChains
  before(async () => {
    server = await startServer(engine)
  })
  beforeEach(() => {
    chains = createScriptedChains(CHAIN, 8453)
    server.context.chains = chains
  })
  after(() => server.close())

  const contractAt = (outcome: RpcOutcome, chainId = CHAIN): string => {
    const address = newContractAddress()
    chains.contracts.set(`${chainId}:${address}`, () => outcome)
    return address
  }

  async function signInByContract(
    address: string,
    { signature = LONG, chainId = CHAIN, browser = openBrowser(server) } = {},
  ) {
    const proof = await proveAsContract(await browser.challenge(), { address, chainId, signature })
    return browser.post('/api/sessions', { proof, keep: true })
  }

  async function expectRefused(
    address: string,
    code: Parameters<typeof expectProblem>[1],
    signature = LONG,
  ): Promise<void> {
    const rows = await countRows(server)
    expectProblem(await signInByContract(address, { signature }), code)
    assert.deepEqual(await countRows(server), rows)
  }

  test('sign in when the contract approves, identified by chain and address', async () => {
    const address = contractAt(YES)
    const { session, created, me } = expectStarted(await signInByContract(address))
    assert.deepEqual({ account: session.wallet.account, created }, { account: `eip155:10:${address}`, created: true })
    const again = expectStarted(await signInByContract(address))
    assert.deepEqual({ me: again.me.id, created: again.created }, { me: me.id, created: false })
  })

  test('are verified with two calls: the code, and the ERC-191 hash with the whole signature and limited gas', async () => {
    const address = contractAt(YES)
    const browser = openBrowser(server)
    const proof = await proveAsContract(await browser.challenge(), { address, signature: LONG })
    expectStarted(await browser.post('/api/sessions', { proof, keep: true }))
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

  for (const [title, outcome] of Object.entries<RpcOutcome>({
    'rejects the signature': NO,
    reverts: { kind: 'reverted' },
    'returns nothing': resultOf('0x'),
    'returns an unpadded magic value': resultOf(MAGIC),
    'returns a left-padded magic value': resultOf(`0x${MAGIC.slice(2).padStart(64, '0')}`),
    'returns a magic value with nonzero padding': resultOf(`${MAGIC.padEnd(65, '0')}1`),
    'returns a magic value and another word': resultOf(MAGIC.padEnd(130, '0')),
    'returns true': resultOf(`0x${'1'.padStart(64, '0')}`),
    'returns the magic value of the bytes variant': resultOf('0x20c13b0b'.padEnd(66, '0')),
  }))
    test(`are rejected when the contract ${title}`, () => expectRefused(contractAt(outcome), 'signature_invalid'))

  for (const [title, value] of Object.entries({
    'a number': 1,
    null: null,
    text: 'yes',
    'an odd number of digits': '0x1',
    'a list': [MAGIC.padEnd(66, '0')],
    'a space before the digits': ` ${MAGIC.padEnd(66, '0')}`,
  }))
    test(`return unavailable, not invalid, when a node answers ${title}`, () =>
      expectRefused(contractAt(resultOf(value)), 'rpc_unavailable'))

  test('return unavailable when a node fails to read the code', async () => {
    const address = contractAt(YES)
    const { callWithQuorum } = chains
    chains.callWithQuorum = async (chainId, call, signal) =>
      call.method === 'eth_getCode' ? { kind: 'reverted' } : callWithQuorum(chainId, call, signal)
    await expectRefused(address, 'rpc_unavailable')
  })

  test('return unavailable while no node answers, and accept the same signature afterwards', async () => {
    const browser = openBrowser(server)
    const proof = await proveAsContract(await browser.challenge(), { address: contractAt(YES), signature: LONG })
    chains.up = false
    expectProblem(await browser.post('/api/sessions', { proof, keep: true }), 'rpc_unavailable')
    chains.up = true
    expectStarted(await browser.post('/api/sessions', { proof, keep: true }))
    expectProblem(await browser.post('/api/sessions', { proof, keep: true }), 'challenge_used')
  })

  test('start one session when a signature is sent twice concurrently', async () => {
    const browser = openBrowser(server)
    const proof = await proveAsContract(await browser.challenge(), { address: contractAt(YES), signature: LONG })
    const postSession = () => browser.post('/api/sessions', { proof, keep: true })
    const responses = await Promise.all([postSession(), postSession(), postSession()])
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [201, 409, 409])
  })

  test('on a chain that is not configured get a specific error, and no node is called', async () => {
    expectProblem(await signInByContract(contractAt(YES, 137), { chainId: 137 }), 'network_not_configured')
    assert.equal(chains.requestCount, 0)
  })

  test('on a chain that is not configured with a 65-byte signature get the error of a wrong account', async () => {
    const signature = await newAccount().signMessage({ message: 'of anybody' })
    expectProblem(await signInByContract(contractAt(YES, 137), { chainId: 137, signature }), 'signature_invalid')
    assert.equal(chains.requestCount, 0)
  })

  test('may use 65-byte signatures, also ones no key could produce', async () => {
    for (const v of ['1b', '1f', '01']) {
      const { session } = expectStarted(
        await signInByContract(contractAt(YES), { signature: `0x${'11'.repeat(64)}${v}` }),
      )
      assert.match(session.wallet.account, /^eip155:10:/)
    }
  })

  test('reject the zero address and other spellings of an address', async () => {
    const zero = `0x${'0'.repeat(40)}`
    chains.contracts.set(`10:${zero}`, () => YES)
    await expectRefused(zero, 'address_invalid', `0x${'00'.repeat(64)}1b`)
    await expectRefused(`0x${'0'.repeat(39)}9`, 'address_invalid')
    assert.equal(chains.requestCount, 0)
  })

  test(`are verified at most ${RATE_CONTRACTS_PER_ADDRESS.burst} times a minute per IP address`, async () => {
    const address = '192.0.2.77'
    for (let count = 0; count < RATE_CONTRACTS_PER_ADDRESS.burst; count++)
      expectProblem(
        await signInByContract(contractAt(NO), { browser: openBrowser(server, { address }) }),
        'signature_invalid',
      )
    const requestsBefore = chains.requestCount
    expectProblem(
      await signInByContract(contractAt(YES), { browser: openBrowser(server, { address }) }),
      'rate_limited',
    )
    assert.equal(chains.requestCount, requestsBefore)
    expectStarted(await signIn(openBrowser(server, { address }), newAccount()))
  })

  describe('before deployment', () => {
    test('sign in through an allowed factory in one call that deploys nothing', async () => {
      const address = newContractAddress()
      chains.deployless = () => resultOf('0x01')
      const signature = wrapSignature(FACTORY, LONG)
      const browser = openBrowser(server)
      const proof = await proveAsContract(await browser.challenge(), { address, signature })
      const { session } = expectStarted(await browser.post('/api/sessions', { proof, keep: true }))
      assert.equal(session.wallet.account, `eip155:10:${address}`)
      const types = [{ type: 'address' }, { type: 'bytes32' }, { type: 'bytes' }] as const
      const signer = address as `0x${string}` // begins with 0x
      const parameters = encodeAbiParameters(types, [signer, hashMessage(proof.message), signature])
      const data = `${erc6492SignatureValidatorByteCode}${parameters.slice(2)}`
      const gas = `0x${RPC_GAS.toString(16)}`
      assert.deepEqual(chains.calls[1]?.call, { method: 'eth_call', params: [{ data, gas }, 'latest'] })
      assert.equal(chains.requestCount, 2)
    })

    test('may have a signature that fills its words, or is empty', async () => {
      chains.deployless = () => resultOf('0x01')
      for (const inner of [`0x${'ab'.repeat(64)}`, '0x'])
        expectStarted(await signInByContract(newContractAddress(), { signature: wrapSignature(FACTORY, inner) }))
    })

    for (const [title, outcome] of Object.entries<RpcOutcome>({
      'returns zero': resultOf('0x00'),
      reverts: { kind: 'reverted' },
      'returns a whole word': resultOf(`0x${'1'.padStart(64, '0')}`),
      'returns nothing': resultOf('0x'),
    }))
      test(`are rejected when the check ${title}`, async () => {
        chains.deployless = () => outcome
        await expectRefused(newContractAddress(), 'signature_invalid', wrapSignature(FACTORY, LONG))
      })

    test('are rejected with a factory that is not allowed, without calling it', async () => {
      chains.deployless = () => resultOf('0x01')
      await expectRefused(newContractAddress(), 'signature_invalid', wrapSignature(newContractAddress(), LONG))
      assert.deepEqual(
        chains.calls.map(({ call }) => call.method),
        ['eth_getCode'],
      )
    })

    test('are rejected with a malformed wrapper, without calling a node', async () => {
      chains.deployless = () => resultOf('0x01')
      const good = wrapSignature(FACTORY, LONG)
      for (const signature of [
        `${LONG}${SUFFIX_6492}`,
        `0x${'00'.repeat(40)}${SUFFIX_6492}`,
        good.replace('0x00', '0x01'),
        good.replace(/^(.{66})0{60}0060/, `$1${'f'.repeat(64)}`),
        good.replace(/^(.{66})0{60}0060/, `$11${'0'.repeat(59)}0060`),
        good.replace(/^(.{130})0{60}00a0/, `$1${'0'.repeat(60)}1000`),
        good.replace(`ab${'0'.repeat(60)}${SUFFIX_6492}`, SUFFIX_6492),
      ])
        await expectRefused(newContractAddress(), 'signature_invalid', signature)
      assert.equal(chains.requestCount, 0)
    })

    test('are rejected without a wrapper', () => expectRefused(newContractAddress(), 'signature_invalid'))
  })

  test('that are deployed are called directly with the wrapped signature, without the factory', async () => {
    const address = newContractAddress()
    const calls: string[] = []
    chains.contracts.set(`10:${address}`, (data) => {
      calls.push(data)
      return YES
    })
    chains.deployless = () => assert.fail('a factory was run')
    expectStarted(await signInByContract(address, { signature: wrapSignature(newContractAddress(), LONG) }))
    const signature = encodeAbiParameters([{ type: 'bytes' }], [LONG as `0x${string}`]).slice(66)
    const [data = '', ...others] = calls
    assert.deepEqual(others, [])
    assert.ok(data.endsWith(signature))
    assert.equal(data.length, `0x${'00'.repeat(4 + 2 * 32)}${signature}`.length)
  })

  test('are rejected with an authorization that was never mined (ERC-8010)', async () => {
    await expectRefused(contractAt(YES), 'signature_invalid', `${LONG}${SUFFIX_8010}`)
    assert.equal(chains.requestCount, 0)
  })

  describe('identity', () => {
    test('differs on every chain', async () => {
      const address = contractAt(YES)
      chains.contracts.set(`8453:${address}`, () => YES)
      const one = expectStarted(await signInByContract(address))
      const other = expectStarted(await signInByContract(address, { chainId: 8453 }))
      assert.notEqual(one.me.id, other.me.id)
      assert.deepEqual(
        [one, other].map(({ session }) => session.wallet.account),
        [`eip155:10:${address}`, `eip155:8453:${address}`],
      )
    })

    test('differs from the person with the key of the same address', async () => {
      const account = newAccount()
      const address = account.address.toLowerCase()
      const byKey = expectStarted(await signIn(openBrowser(server), account))
      chains.contracts.set(`10:${address}`, () => YES)
      const byCode = expectStarted(await signInByContract(address))
      assert.notEqual(byCode.me.id, byKey.me.id)
      assert.equal(expectStarted(await signIn(openBrowser(server), account)).me.id, byKey.me.id)
    })

    test('is not owner when an owner has the same address', async () => {
      const owner = newAccount()
      const other = await startServer(engine, { environment: { OWNER_WALLETS: owner.address } })
      try {
        other.context.chains = chains
        chains.contracts.set(`10:${owner.address.toLowerCase()}`, () => YES)
        const browser = openBrowser(other)
        const proof = await proveAsContract(await browser.challenge(), { address: owner.address, signature: LONG })
        assert.equal(expectStarted(await browser.post('/api/sessions', { proof, keep: true })).me.role, 'member')
        const again = await proveAsContract(await browser.challenge(), { address: owner.address, signature: LONG })
        assert.equal(expectStarted(await browser.post('/api/sessions', { proof: again, keep: true })).me.role, 'member')
        assert.equal(expectStarted(await signIn(openBrowser(other), owner)).me.role, 'owner')
      } finally {
        await other.close()
      }
    })
  })

  describe('linking', () => {
    const linkContract = async (browser: Browser, address: string) => {
      const proof = await proveAsContract(await fetchChallenge(browser, 'link_wallet'), { address, signature: LONG })
      return browser.post('/api/me/wallets', { proof })
    }

    test('lets the wallet sign in and confirm', async () => {
      const account = newAccount()
      const browser = openBrowser(server)
      const { me } = expectStarted(await signIn(browser, account))
      const address = contractAt(YES)
      const signStepUp = () => stepUp(browser, account, 'wallet.add', `eip155:10:${checksumAddress(address)}`)
      await signStepUp()
      const { kind, account: identity } = expectWallet(await linkContract(browser, address), 201)
      assert.deepEqual({ kind, identity }, { kind: 'contract', identity: `eip155:10:${address}` })
      assert.equal(expectStarted(await signInByContract(address)).me.id, me.id)
      await signStepUp()
      expectProblem(await linkContract(browser, address), 'wallet_already_yours')
      server.clock.now += WALLET_NEW_MS
      const challenge = await fetchChallenge(browser, 'step_up', { action: 'recovery.drop' })
      const confirmed = await browser.post('/api/session/step-up', {
        proof: await proveAsContract(challenge, { address, signature: LONG }),
      })
      assert.equal(confirmed.status, 200, confirmed.text)
    })

    test('is rejected when the contract rejects the signature', async () => {
      const account = newAccount()
      const browser = openBrowser(server)
      expectStarted(await signIn(browser, account))
      const address = contractAt(NO)
      await stepUp(browser, account, 'wallet.add', `eip155:10:${checksumAddress(address)}`)
      expectProblem(await linkContract(browser, address), 'signature_invalid')
    })

    test('works with a recovery code', async () => {
      const account = newAccount()
      const browser = openBrowser(server)
      const { me } = expectStarted(await signIn(browser, account))
      await stepUp(browser, account, 'recovery.create')
      const created = await browser.post('/api/me/recovery-codes')
      const [code] = (created.json as { codes: string[] }).codes // the next call fails without one
      const address = contractAt(YES)
      const back = openBrowser(server)
      const proof = await proveAsContract(await fetchChallenge(back, 'recover'), { address, signature: LONG })
      const started = expectStarted(await back.post('/api/recoveries', { proof, keep: true, code }))
      assert.deepEqual(
        { me: started.me.id, account: started.session.wallet.account },
        { me: me.id, account: `eip155:10:${address}` },
      )
      expectProblem(await requestRecovery(openBrowser(server), { code: code ?? '' }), 'recovery_invalid')
    })
  })

  describe('for key accounts', () => {
    test('calls no node for a valid signature', async () => {
      chains.up = false
      const account = newAccount()
      const browser = openBrowser(server)
      expectStarted(await signIn(browser, account))
      await linkWallet(browser, account)
      server.clock.now += 60 * 60 * 1000
      await stepUp(browser, account, 'recovery.drop')
      await server.context.background.settled()
      assert.equal(chains.requestCount, 0)
    })

    test('calls a node only for an invalid signature and returns the same error', async () => {
      const browser = openBrowser(server)
      const proof = await prove(await browser.challenge(), newAccount(), CHAIN)
      const signature = await newAccount().signMessage({ message: proof.message })
      const sent = { proof: { ...proof, signature }, keep: true }
      expectProblem(await browser.post('/api/sessions', sent), 'signature_invalid')
      const high = `${signature.slice(0, 66)}${'f'.repeat(64)}1b`
      expectProblem(
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

forDefaultEngine('contract calls to several endpoints', (engine) => {
  /** Two nodes for one chain; the test changes their answers. */
  async function withNodes(
    use: (setup: { server: TestServer; nodes: Awaited<ReturnType<typeof startNode>>[] }) => Promise<void>,
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

  const signInByContract = async (server: TestServer) => {
    const browser = openBrowser(server)
    const proof = await proveAsContract(await browser.challenge(), { address: newContractAddress(), signature: LONG })
    return browser.post('/api/sessions', { proof, keep: true })
  }

  test('accept a contract wallet when the endpoints agree', () =>
    withNodes(async ({ server }) => {
      expectStarted(await signInByContract(server))
    }))

  test('neither accept nor reject when one endpoint lies', () =>
    withNodes(async ({ server, nodes: [wrongNode] }) => {
      wrongNode?.table.set('eth_call', { result: '0x' })
      expectProblem(await signInByContract(server), 'rpc_unavailable')
      wrongNode?.table.set('eth_call', { result: MAGIC.padEnd(66, '0') })
      wrongNode?.table.set('eth_getCode', { result: '0x' })
      expectProblem(await signInByContract(server), 'rpc_unavailable')
    }))

  test('reject the signature when all endpoints report a revert or out of gas', () =>
    withNodes(async ({ server, nodes }) => {
      for (const error of [
        { code: 3, message: 'execution reverted', data: '0x' },
        { code: -32_000, message: 'out of gas' },
      ]) {
        for (const node of nodes) node.table.set('eth_call', { error })
        expectProblem(await signInByContract(server), 'signature_invalid')
      }
    }))

  for (const behavior of ['broken', 'rate-limited', 'megabytes', 'redirect', 'html', 'garbage', 'cut-off'] as const)
    test(`return unavailable for contract wallets and accept key accounts when the endpoints are ${behavior}`, () =>
      withNodes(async ({ server, nodes }) => {
        for (const node of nodes) node.behavior = behavior
        expectProblem(await signInByContract(server), 'rpc_unavailable')
        const requestsBefore = server.context.chains.requestCount
        expectStarted(await signIn(openBrowser(server), newAccount()))
        assert.equal(server.context.chains.requestCount, requestsBefore)
      }))

  test('ignore endpoints of another chain', () =>
    withNodes(async ({ server, nodes }) => {
      for (const node of nodes) node.chainId = '0x89'
      expectProblem(await signInByContract(server), 'rpc_unavailable')
      expectStarted(await signIn(openBrowser(server), newAccount()))
    }))
})
