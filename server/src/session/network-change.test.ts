import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { networkSchema } from '@countersign/contract/schemas/admin/network.ts'
import { type FakeNode, startNode } from '../../../test/support/chain/fake-node.ts'
import {
  createScriptedChains,
  newContractAddress,
  proveAsContract,
  type ScriptedChains,
  YES,
} from '../../../test/support/chain/scripted-chains.ts'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { changeRows } from '../../../test/support/database/rows.ts'
import { openBrowser } from '../../../test/support/server/http-browser.ts'
import { addPerson, readEvents, type TestPerson } from '../../../test/support/server/people.ts'
import { expectProblem, expectSession, expectStarted } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { fetchChallenge } from '../../../test/support/server/wallets.ts'
import { findAccountsOf } from '../oidc/tokens/claims.store.ts'

const PATH = '/api/admin/networks'
const SIGNATURE = `0x${'5a'.repeat(130)}`

forEachEngine('changing the endpoints of a network', (engine) => {
  let server: TestServer
  let owner: TestPerson
  let node: FakeNode
  let chains: ScriptedChains
  let network: { id: string; version: number }
  beforeEach(async () => {
    server = await startServer(engine)
    owner = await addPerson(server, 'owner')
    node = await startNode('0xa')
    const made = await owner.signed('POST', PATH, { chainId: 10, name: 'Optimism', urls: [node.url] })
    network = networkSchema.parse(made.json)
    chains = createScriptedChains(10, 7)
    server.context.chains = chains
  })
  afterEach(async () => {
    await server.close()
    await node.die()
  })

  async function signInBy(chainId: number, address = newContractAddress()) {
    chains.contracts.set(`${chainId}:${address}`, () => YES)
    const browser = openBrowser(server)
    const proof = await proveAsContract(await browser.challenge(), { address, chainId, signature: SIGNATURE })
    return { browser, address, ...expectStarted(await browser.post('/api/sessions', { proof, keep: true })) }
  }
  const change = (body: object) => owner.signed('PATCH', `${PATH}/${network.id}`, body, network.version)
  const accountsOf = async (personId: string) =>
    (await findAccountsOf(server.context.store, personId, server.clock.now)).length

  test('requires the owner role', async () => {
    const admin = await addPerson(server, 'admin')
    for (const [method, path, body] of [
      ['GET', PATH, undefined],
      ['POST', PATH, { chainId: 1, name: 'Ethereum', urls: [node.url] }],
      ['PATCH', `${PATH}/${network.id}`, { urls: [node.url] }],
      ['DELETE', `${PATH}/${network.id}`, undefined],
      ['POST', `${PATH}/${network.id}/test`, undefined],
    ] as const)
      expectProblem(await admin.signed(method, path, body), 'forbidden')
  })

  test('ends the sessions verified through them, and no others', async () => {
    const here = await signInBy(10)
    const elsewhere = await signInBy(7)
    assert.equal((await change({ urls: [node.url] })).status, 200)
    expectProblem(await here.browser.get('/api/session'), 'session_revoked')
    expectSession(await elsewhere.browser.get('/api/session'))
    expectSession(await owner.browser.get('/api/session'))
    const ended = await readEvents(server, 'session.ended')
    assert.deepEqual(
      ended.map(({ person_id, session_id, data }) => ({ person_id, session_id, data })),
      [{ person_id: here.me.id, session_id: here.session.id, data: { reason: 'network_changed' } }],
    )
  })

  test('leaves contract wallets unverified until they sign in or step up again', async () => {
    const { me, address } = await signInBy(10)
    const other = await signInBy(7)
    assert.deepEqual([await accountsOf(me.id), await accountsOf(other.me.id)], [1, 1])
    await change({ urls: [node.url] })
    assert.deepEqual([await accountsOf(me.id), await accountsOf(other.me.id)], [0, 1])
    const back = await signInBy(10, address)
    assert.equal(back.me.id, me.id)
    assert.equal(await accountsOf(me.id), 1)

    await changeRows(server, 'UPDATE wallet SET unproven_since = 1 WHERE person_id = ?', me.id)
    const listed = await back.browser.get('/api/me/wallets')
    assert.equal((listed.json as { items: { unproven: boolean }[] }).items[0]?.unproven, true) // compared here
    const challenge = await fetchChallenge(back.browser, 'step_up', { action: 'recovery.drop' })
    const proof = await proveAsContract(challenge, { address, chainId: 10, signature: SIGNATURE })
    expectSession(await back.browser.post('/api/session/step-up', { proof }))
    assert.equal(await accountsOf(me.id), 1)
  })

  test('also applies to a chain that was configured before', async () => {
    const here = await signInBy(10)
    assert.equal((await owner.signed('DELETE', `${PATH}/${network.id}`, undefined, network.version)).status, 204)
    expectSession(await here.browser.get('/api/session'))
    const again = await owner.signed('POST', PATH, { chainId: 10, name: 'Optimism', urls: [node.url] })
    assert.equal(again.status, 201, again.text)
    expectProblem(await here.browser.get('/api/session'), 'session_revoked')
    assert.equal(await accountsOf(here.me.id), 0)
  })

  test('ends nothing while the endpoints stay the same', async () => {
    const here = await signInBy(10)
    assert.equal((await change({ name: 'OP Mainnet' })).status, 200)
    expectSession(await here.browser.get('/api/session'))
    assert.equal(await accountsOf(here.me.id), 1)
  })
})
