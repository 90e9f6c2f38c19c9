import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { CONTRACT_CHECK_EVERY_MS } from '@countersign/contract/limits.ts'
import { concat, encodeErrorResult, type Hex, pad, parseAbi, size, toHex } from 'viem'
import { CHAIN_ID, type Chain, startChain } from '../../support/chain/hardhat-chain.ts'
import { proveAsContract } from '../../support/chain/scripted-chains.ts'
import { forDefaultEngine } from '../../support/database/engines.ts'
import { type Browser, newAccount, openBrowser } from '../../support/server/http-browser.ts'
import { expectProblem, expectSession, expectStarted } from '../../support/server/responses.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'

const MAGIC = pad('0x1626ba7e', { dir: 'right' })

/** Code that returns these bytes, or reverts with them. */
function bytecodeThatEnds(how: 'return' | 'revert', data: Hex): Hex {
  // Copies what follows it into memory: PUSH2 size, DUP1, PUSH1 12, PUSH1 0, CODECOPY, PUSH1 0, RETURN or REVERT.
  return concat([
    '0x61',
    toHex(size(data), { size: 2 }),
    '0x80600c6000396000',
    how === 'return' ? '0xf3' : '0xfd',
    data,
  ])
}

const encodeError = (text: string) => encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: [text] })

const GOOD = bytecodeThatEnds('return', MAGIC)

const HOSTILE: Record<string, Hex> = {
  rejects: bytecodeThatEnds('return', pad('0xffffffff', { dir: 'right' })),
  'returns a magic value with nonzero padding': bytecodeThatEnds('return', `${MAGIC.slice(0, -1)}1` as Hex), // still begins with 0x
  'returns a left-padded magic value': bytecodeThatEnds('return', pad('0x1626ba7e')),
  'returns four bytes': bytecodeThatEnds('return', '0x1626ba7e'),
  'returns two words': bytecodeThatEnds('return', concat([MAGIC, MAGIC])),
  'returns nothing': '0x00',
  reverts: bytecodeThatEnds('revert', '0x'),
  'reverts with the magic value': bytecodeThatEnds('revert', MAGIC),
  'reverts with a rate limit message': bytecodeThatEnds(
    'revert',
    encodeError('rate limit exceeded, too many requests'),
  ),
  'burns all gas': '0x5b600056',
  'is invalid code': '0xfe',
  'returns a megabyte': '0x621000006000f3',
  'returns more data than its gas allows': '0x63100000006000f3',
}

forDefaultEngine('hostile contracts on a real chain', (engine) => {
  let chain: Chain
  let server: TestServer
  before(async () => {
    chain = await startChain()
    server = await startServer(engine, { environment: { [`RPC_${CHAIN_ID}`]: chain.url } })
  })
  after(async () => {
    await server?.close()
    await chain?.stop()
  })

  let visitors = 0
  let browser: Browser
  beforeEach(() => {
    browser = openBrowser(server, { address: `192.0.2.${++visitors}` })
  })

  async function signInByContract(address: string) {
    const signature = `0x${'ab'.repeat(65)}`
    const proof = await proveAsContract(await browser.challenge(), { address, chainId: CHAIN_ID, signature })
    return browser.post('/api/sessions', { proof, keep: true })
  }

  async function isServing(): Promise<void> {
    const [network] = await server.context.networks.all()
    const [endpoint] = network?.endpoints ?? []
    assert.ok(endpoint)
    assert.equal(server.context.networks.nodes.healthOf(endpoint).failures, 0)
  }

  for (const [title, code] of Object.entries(HOSTILE)) {
    test(`${title}: is rejected, ends its earlier session and does not mark the node as failed`, async () => {
      const { address } = newAccount()
      await chain.put(address, code)
      expectProblem(await signInByContract(address), 'signature_invalid')
      await chain.put(address, GOOD)
      expectStarted(await signInByContract(address))
      await chain.put(address, code)
      server.clock.now += CONTRACT_CHECK_EVERY_MS
      expectSession(await browser.get('/api/session'))
      await server.context.background.settled()
      const { fields } = expectProblem(await browser.get('/api/session'), 'session_revoked')
      assert.deepEqual(fields, [{ path: '/session', code: 'wallet_changed' }])
      await isServing()
    })
  }
})
