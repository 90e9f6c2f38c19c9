import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { CONTRACT_CHECK_EVERY_MS } from '@countersign/contract/limits.ts'
import { messageFor, writeMessage } from '@countersign/contract/message/message.ts'
import {
  createScriptedChains,
  NO,
  newContractAddress,
  proveAsContract,
  type ScriptedChains,
  YES,
} from '../../../../test/support/chain/scripted-chains.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { openBrowser } from '../../../../test/support/server/http-browser.ts'
import { expectProblem, expectSession, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { checksumAddress } from '../../platform/crypto/address.ts'
import { hashMessage } from '../../proof/evm/verify-signature.ts'

const SIGNATURE = `0x${'5a'.repeat(130)}`

forDefaultEngine('contract wallets that write the message', (engine) => {
  let server: TestServer
  let chains: ScriptedChains
  before(async () => {
    server = await startServer(engine)
  })
  beforeEach(() => {
    chains = createScriptedChains(10)
    server.context.chains = chains
  })
  after(() => server.close())

  /** A contract that accepts one hash only. */
  async function prepare() {
    const address = newContractAddress()
    const browser = openBrowser(server)
    const challenge = await browser.challenge()
    const ours = messageFor(challenge, { namespace: 'eip155', chain: '10', address: checksumAddress(address) })
    const issuedAt = new Date(server.clock.now + 1500).toISOString()
    const written = { ...ours, statement: undefined, requestId: undefined, expirationTime: undefined, issuedAt }
    const message = writeMessage(written)
    const hash = Buffer.from(hashMessage(message)).toString('hex')
    chains.contracts.set(`10:${address}`, (data) => (data.includes(hash) ? YES : NO))
    const proof = {
      ...(await proveAsContract(challenge, { address, signature: SIGNATURE })),
      mode: 'one_step',
      message,
    }
    return { address, browser, hash, proof, challenge }
  }

  const send = (browser: ReturnType<typeof openBrowser>, proof: unknown) =>
    browser.post('/api/sessions', { proof, keep: true })

  test('are verified with that exact message, also at revalidation', async () => {
    const { address, browser, hash, proof } = await prepare()
    const { session } = expectStarted(await send(browser, proof))
    assert.equal(session.wallet.account, `eip155:10:${address}`)
    const [kept] = await readRows(server, 'SELECT message_hash FROM contract_proof WHERE session_id = ?', session.id)
    assert.equal(Buffer.from(kept?.message_hash as Uint8Array).toString('hex'), hash) // bytes on both engines
    chains.calls = []
    server.clock.now += CONTRACT_CHECK_EVERY_MS
    expectSession(await browser.get('/api/session'))
    await server.context.background.settled()
    assert.equal(chains.calls.filter(({ call }) => JSON.stringify(call.params).includes(hash)).length, 1)
    expectSession(await browser.get('/api/session'))
  })

  test('are rejected when they signed the server message instead of the one sent', async () => {
    const { address, browser, challenge, proof } = await prepare()
    const ours = writeMessage(
      messageFor(challenge, { namespace: 'eip155', chain: '10', address: checksumAddress(address) }),
    )
    const hash = Buffer.from(hashMessage(ours)).toString('hex')
    chains.contracts.set(`10:${address}`, (data) => (data.includes(hash) ? YES : NO))
    expectProblem(await send(browser, proof), 'signature_invalid')
  })

  test('call no node for an invalid message', async () => {
    const { browser, challenge, proof } = await prepare()
    const hostile = proof.message.replace('localhost:3000 wants', 'evil.example wants')
    expectProblem(await send(browser, { ...proof, message: hostile }), 'domain_mismatch')
    const guessed = proof.message.replace(challenge.nonce, 'abcdefghijklmnopqrstuvwx')
    expectProblem(await send(browser, { ...proof, message: guessed }), 'nonce_mismatch')
    assert.equal(chains.requestCount, 0)
  })

  test('use up the challenge once', async () => {
    const { browser, proof } = await prepare()
    expectStarted(await send(browser, proof))
    expectProblem(await send(browser, proof), 'challenge_used')
  })
})
