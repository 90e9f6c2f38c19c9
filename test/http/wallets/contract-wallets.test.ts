import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { CONTRACT_CHECK_EVERY_MS } from '@countersign/contract/limits.ts'
import { settingsSchema } from '@countersign/contract/schemas/admin/settings.ts'
import { type CountingNode, startCountingNode } from '../../support/chain/counting-node.ts'
import { CHAIN_ID, type Chain, signForSafe, startChain, wrapSignature } from '../../support/chain/hardhat-chain.ts'
import { proveAsContract } from '../../support/chain/scripted-chains.ts'
import { forDefaultEngine } from '../../support/database/engines.ts'
import { newAccount, openBrowser, prove, signIn } from '../../support/server/http-browser.ts'
import { expectProblem, expectSession, expectStarted } from '../../support/server/responses.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { callWithVersion, stepUp } from '../../support/server/wallets.ts'

const SECOND_CHAIN_ID = 31_338

forDefaultEngine('wallets on a real chain', (engine) => {
  let chain: Chain
  /** A second network where every contract is at the same address. */
  let secondNode: CountingNode
  let server: TestServer
  const operator = newAccount()

  before(async () => {
    chain = await startChain()
    secondNode = await startCountingNode(chain.url, SECOND_CHAIN_ID)
    const environment = {
      [`RPC_${CHAIN_ID}`]: chain.url,
      [`RPC_${SECOND_CHAIN_ID}`]: secondNode.url,
      OWNER_WALLETS: operator.address,
    }
    // However busy this machine is, the chain is waited for.
    server = await startServer(engine, { environment })
    // So that what a node is asked once in a while, which chain it is for, is not counted below.
    await server.context.chains.call(CHAIN_ID, { method: 'eth_blockNumber', params: [] })
  })
  after(async () => {
    await server?.close()
    await secondNode?.stop()
    await chain?.stop()
  })

  type Signing = { address: string; sign: (message: string) => Promise<string> }

  async function signInWith({ address, sign }: Signing, browser = openBrowser(server)) {
    const proof = await proveAsContract(await browser.challenge(), { address, chainId: CHAIN_ID, signature: sign })
    return browser.post('/api/sessions', { proof, keep: true })
  }

  /** Signs in, says how many node calls that took, and as whom. */
  async function signInCounted(t: TestContext, description: string, signing: Signing) {
    const before = server.context.chains.requestCount
    const { session, me } = expectStarted(await signInWith(signing))
    const calls = server.context.chains.requestCount - before
    t.diagnostic(`${description}: ${calls} node calls`)
    people.set(description, me.id)
    return { account: session.wallet.account, calls }
  }
  const people = new Map<string, string>()

  const contractAccount = (address: string) => `eip155:${CHAIN_ID}:${address.toLowerCase()}`

  test('a key account signs in without a node', async (t) => {
    const account = newAccount()
    const sign = (message: string) => account.signMessage({ message })
    assert.deepEqual(await signInCounted(t, 'plain account', { address: account.address, sign }), {
      account: `eip155:0:${account.address.toLowerCase()}`,
      calls: 0,
    })
  })

  test('a deployed Safe signs in through its contract, and only for its owner', async (t) => {
    const owner = newAccount()
    const address = await chain.safe(owner)
    const signed = await signInCounted(t, 'Safe', { address, sign: signForSafe(address, owner) })
    assert.deepEqual(signed, { account: contractAccount(address), calls: 2 })
    expectProblem(await signInWith({ address, sign: signForSafe(address, newAccount()) }), 'signature_invalid')
    expectProblem(await signInWith({ address, sign: (message) => owner.signMessage({ message }) }), 'signature_invalid')
  })

  test('a Safe at the same address on another network is another person', async () => {
    const owner = newAccount()
    const address = await chain.safe(owner)
    const sign = signForSafe(address, owner)
    const onFirstChain = expectStarted(await signInWith({ address, sign }))
    const browser = openBrowser(server)
    const proof = await proveAsContract(await browser.challenge(), {
      address,
      chainId: SECOND_CHAIN_ID,
      signature: sign,
    })
    const onSecondChain = expectStarted(await browser.post('/api/sessions', { proof, keep: true }))
    assert.equal(onSecondChain.session.wallet.account, `eip155:${SECOND_CHAIN_ID}:${address.toLowerCase()}`)
    assert.notEqual(onSecondChain.me.id, onFirstChain.me.id)
  })

  test('an ERC-4337 account signs in before deployment through an allowed factory, and after', async (t) => {
    const owner = newAccount()
    const { address, data, create } = await chain.account4337(owner)
    const signer = signForSafe(address, owner)
    const wrapped =
      (factory = chain.factory) =>
      async (message: string) =>
        wrapSignature(factory, data, (await signer(message)) as `0x${string}`) // viem's own hex
    expectProblem(await signInWith({ address, sign: wrapped() }), 'signature_invalid')
    await allowFactory()
    const early = await signInCounted(t, 'ERC-4337 account before deployment', { address, sign: wrapped() })
    assert.deepEqual(early, { account: contractAccount(address), calls: 2 })
    const signWithOtherKey = signForSafe(address, newAccount())
    const forged = async (message: string) => wrapSignature(chain.factory, data, await signWithOtherKey(message))
    expectProblem(await signInWith({ address, sign: forged }), 'signature_invalid')
    expectProblem(await signInWith({ address: newAccount().address, sign: wrapped() }), 'signature_invalid')
    expectProblem(await signInWith({ address, sign: signer }), 'signature_invalid')
    await create()
    const late = await signInCounted(t, 'ERC-4337 account after deployment', { address, sign: signer })
    assert.deepEqual(late, { account: contractAccount(address), calls: 2 })
    expectStarted(await signInWith({ address, sign: wrapped() }))
  })

  async function allowFactory(): Promise<void> {
    const browser = openBrowser(server)
    expectStarted(await signIn(browser, operator))
    await stepUp(browser, operator, 'factories.write')
    const { version } = settingsSchema.parse((await browser.get('/api/admin/settings')).json)
    const factories = [chain.factory.toLowerCase()]
    const changed = await callWithVersion(browser, 'PATCH', '/api/admin/settings', version, { factories })
    assert.deepEqual(settingsSchema.parse(changed.json).factories, factories)
  }

  test('an ERC-4337 account is the same person before and after deployment', async () => {
    const owner = newAccount()
    const { address, data, create } = await chain.account4337(owner)
    const signer = signForSafe(address, owner)
    await allowFactory()
    const wrapped = async (message: string) => wrapSignature(chain.factory, data, await signer(message))
    const early = expectStarted(await signInWith({ address, sign: wrapped }))
    await create()
    const late = expectStarted(await signInWith({ address, sign: signer }))
    assert.deepEqual([late.me.id, late.created], [early.me.id, false])
  })

  test('an account that gains code is the same person by its key and another by its code', async (t) => {
    const account = newAccount()
    const sign = (message: string) => account.signMessage({ message })
    await signInCounted(t, 'account without code', { address: account.address, sign })
    await chain.delegated(account)
    const byKey = await signInCounted(t, 'delegated account by its key', { address: account.address, sign })
    assert.deepEqual(byKey, { account: `eip155:0:${account.address.toLowerCase()}`, calls: 0 })
    const wrapped = async (message: string) =>
      wrapSignature(chain.factory, '0x', await account.signMessage({ message }))
    const byCode = await signInCounted(t, 'delegated account by its code', { address: account.address, sign: wrapped })
    assert.deepEqual(byCode, { account: contractAccount(account.address), calls: 2 })
    const [before, key, code] = [...people.values()].slice(-3)
    assert.equal(key, before)
    assert.notEqual(code, before)
  })

  test('a Safe with another owner ends the session at the next revalidation', async () => {
    const owner = newAccount()
    const address = await chain.safe(owner)
    const browser = openBrowser(server)
    expectStarted(await signInWith({ address, sign: signForSafe(address, owner) }, browser))
    const newOwner = newAccount()
    server.clock.now += CONTRACT_CHECK_EVERY_MS
    expectSession(await browser.get('/api/session'))
    await server.context.background.settled()
    await chain.swapOwner(address, owner, newOwner.address)
    expectSession(await browser.get('/api/session'))
    server.clock.now += CONTRACT_CHECK_EVERY_MS
    expectSession(await browser.get('/api/session'))
    await server.context.background.settled()
    const { fields } = expectProblem(await browser.get('/api/session'), 'session_revoked')
    assert.deepEqual(fields, [{ path: '/session', code: 'wallet_changed' }])
    expectProblem(await signInWith({ address, sign: signForSafe(address, owner) }), 'signature_invalid')
    expectStarted(await signInWith({ address, sign: signForSafe(address, newOwner) }))
  })

  test('an unavailable chain affects contract wallets only', async () => {
    const owner = newAccount()
    const address = await chain.safe(owner)
    await chain.stop()
    expectProblem(await signInWith({ address, sign: signForSafe(address, owner) }), 'rpc_unavailable')
    const browser = openBrowser(server)
    const proof = await prove(await browser.challenge(), newAccount(), CHAIN_ID)
    expectStarted(await browser.post('/api/sessions', { proof, keep: true }))
  })
})
