import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { REPEAT_WINDOW_MS } from '@countersign/contract/limits.ts'
import {
  createScriptedChains,
  newContractAddress,
  proveAsContract,
  YES,
} from '../../../../test/support/chain/scripted-chains.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { newAccount, openBrowser, prove, signIn } from '../../../../test/support/server/http-browser.ts'
import { addPerson, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { caip10Of, expectWallet, fetchChallenge, stepUp } from '../../../../test/support/server/wallets.ts'
import { checksumAddress } from '../../platform/crypto/address.ts'

const PATH = '/api/me/wallets'

forEachEngine('retried link of a wallet', (engine) => {
  let server: TestServer
  let member: TestPerson
  beforeEach(async () => {
    server = await startServer(engine)
    member = await addPerson(server)
  })
  afterEach(() => server.close())

  /** The proof of a new wallet, after a step-up by the linked one. */
  async function prepareProof({ browser, account }: TestPerson = member) {
    const added = newAccount()
    await stepUp(browser, account, 'wallet.add', caip10Of(added))
    const challenge = await fetchChallenge(browser, 'link_wallet')
    const proof = await prove(challenge, added)
    const postProof = (key?: string, sent: unknown = proof) =>
      browser.post(PATH, { proof: sent }, key === undefined ? {} : { 'idempotency-key': key })
    return { added, challenge, proof, post: postProof }
  }

  test('returns the same response for the same proof and idempotency key', async () => {
    const { challenge, post } = await prepareProof()
    const wallet = expectWallet(await post(challenge.id), 201)
    assert.deepEqual(expectWallet(await post(challenge.id), 201), wallet)
    assert.equal((await readRows(server, 'SELECT id FROM wallet WHERE person_id = ?', member.id)).length, 2)
    assert.equal((await readEvents(server, 'wallet.linked')).length, 1)
  })

  test('links the wallet once under concurrent requests', async () => {
    const { challenge, post } = await prepareProof()
    const responses = await Promise.all([post(challenge.id), post(challenge.id), post(challenge.id)])
    assert.ok(responses.some(({ status }) => status === 201))
    assert.equal((await readEvents(server, 'wallet.linked')).length, 1)
    expectWallet(await post(challenge.id), 201)
  })

  test('rejects a missing or different key, a different signature and a late retry', async () => {
    const { challenge, post, proof } = await prepareProof()
    expectWallet(await post(challenge.id), 201)
    expectProblem(await post(), 'step_up_required')
    expectProblem(await post('chl_01AAAAAAAAAAAAAAAAAAAAAAAA'), 'step_up_required')
    const other = { ...proof, signature: `0x${'11'.repeat(65)}` }
    expectProblem(await post(challenge.id, other), 'step_up_required')
    server.clock.now += REPEAT_WINDOW_MS + 1
    expectProblem(await post(challenge.id), 'step_up_required')
  })

  test('rejects another session of the same person and another person', async () => {
    const { challenge, post, proof } = await prepareProof()
    expectWallet(await post(challenge.id), 201)
    const second = openBrowser(server)
    expectStarted(await signIn(second, member.account))
    for (const browser of [second, (await addPerson(server)).browser])
      expectProblem(await browser.post(PATH, { proof }, { 'idempotency-key': challenge.id }), 'step_up_required')
  })

  test('accepts the unused signature when the first request never arrived', async () => {
    const { added, challenge, proof } = await prepareProof()
    const wallet = expectWallet(await member.browser.post(PATH, { proof }, { 'idempotency-key': challenge.id }), 201)
    assert.equal(wallet.address, added.address)
  })

  test('links a contract at the same address on another chain as a separate wallet', async () => {
    const chains = createScriptedChains(10, 8453)
    server.context.chains = chains
    const address = newContractAddress()
    for (const chainId of [10, 8453]) {
      chains.contracts.set(`${chainId}:${address}`, () => YES)
      await stepUp(member.browser, member.account, 'wallet.add', `eip155:${chainId}:${checksumAddress(address)}`)
      const challenge = await fetchChallenge(member.browser, 'link_wallet')
      const proof = await proveAsContract(challenge, { address, chainId, signature: `0x${'11'.repeat(65)}` })
      assert.equal(
        expectWallet(await member.browser.post(PATH, { proof }), 201).account,
        `eip155:${chainId}:${address}`,
      )
    }
    assert.equal((await readRows(server, 'SELECT id FROM wallet WHERE person_id = ?', member.id)).length, 3)
  })
})
