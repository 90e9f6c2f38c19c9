import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import {
  ENDPOINT_DOWN_AFTER,
  ENDPOINTS_PER_NETWORK,
  NETWORKS_KEPT_MS,
  NETWORKS_MAX,
} from '@countersign/contract/limits.ts'
import { type Network, networkSchema } from '@countersign/contract/routes/admin/network.ts'
import { refusalOf } from '../../../test/support/answers.ts'
import type { Answer } from '../../../test/support/browser.ts'
import { forEachEngine } from '../../../test/support/each-engine.ts'
import { type FakeNode, NODE_KEY, startNode } from '../../../test/support/fake-node.ts'
import { eventsOf, type Resident, settle } from '../../../test/support/operator.ts'
import { changeRows, readRows } from '../../../test/support/rows.ts'
import { startServer, type TestServer } from '../../../test/support/server.ts'

const PATH = '/api/admin/networks'
const CALL = { method: 'eth_call', params: [] }

forEachEngine('networks', (engine, testOnce) => {
  let server: TestServer
  let owner: Resident
  let nodes: FakeNode[]
  let environment: FakeNode
  let others: TestServer[]
  beforeEach(async () => {
    nodes = []
    others = []
    environment = await node('0x7')
    server = await startServer(engine, { environment: { RPC_7: environment.url } })
    owner = await settle(server, 'owner')
  })
  afterEach(async () => {
    await Promise.all([server, ...others].map((each) => each.close()))
    await Promise.all(nodes.map((each) => each.die().catch(() => undefined)))
  })

  async function node(chainId = '0x1'): Promise<FakeNode> {
    const made = await startNode(chainId)
    made.table.set('eth_call', { result: '0xfine' })
    nodes.push(made)
    return made
  }
  const create = (urls: string[], more: object = {}) =>
    owner.signed('POST', PATH, { chainId: 1, name: 'Ethereum', urls, ...more })
  const subnetOf = (answer: Answer): Network => networkSchema.parse(answer.json)
  const list = async () => ((await owner.browser.get(PATH)).json as { items: Network[] }).items // compared next
  const masked = ({ url }: FakeNode) => `http://${new URL(url).host}/…`
  const has = (chainId: number) => server.context.chains.has(chainId)

  testOnce('of the environment are there from the start, under a name and masked', async () => {
    assert.deepEqual(await list(), [
      {
        id: 'env_7',
        chainId: 7,
        name: 'Chain 7',
        source: 'environment',
        enabled: true,
        endpoints: [{ url: masked(environment), state: 'unknown', latencyMs: null, problem: null, lastOkAt: null }],
        version: 1,
      },
    ])
    assert.deepEqual(await server.context.chains.ask(7, CALL), { kind: 'result', value: '0xfine' })
  })

  testOnce('of the environment cannot be changed in the browser, nor entered a second time', async () => {
    const words = /RPC_7 in the environment/
    assert.match(
      refusalOf(await owner.signed('PATCH', `${PATH}/env_7`, { name: 'X' }), 'forbidden').detail ?? '',
      words,
    )
    assert.match(refusalOf(await owner.signed('DELETE', `${PATH}/env_7`, undefined), 'forbidden').detail ?? '', words)
    refusalOf(await create([environment.url], { chainId: 7 }), 'network_exists')
    assert.deepEqual(await readRows(server, 'SELECT id FROM network'), [])
  })

  test('are entered, and hold at once', async () => {
    const one = await node()
    assert.equal(await has(1), false)
    const answer = await create([one.url])
    assert.equal(answer.status, 201, answer.text)
    const network = subnetOf(answer)
    const [endpoint] = network.endpoints
    assert.ok(endpoint && typeof endpoint.latencyMs === 'number')
    const at = new Date(server.clock.now).toISOString()
    assert.deepEqual(network, {
      id: network.id,
      chainId: 1,
      name: 'Ethereum',
      source: 'admin',
      enabled: true,
      endpoints: [{ url: masked(one), state: 'up', latencyMs: endpoint.latencyMs, problem: null, lastOkAt: at }],
      version: 1,
    })
    assert.deepEqual((await list())[0], network)
    assert.deepEqual(await server.context.chains.agree(1, CALL), { kind: 'result', value: '0xfine' })
  })

  test('are kept without their addresses: only sealed bytes are in the database, and no key is answered or logged', async () => {
    const one = await node()
    const answers = [await create([one.url]), await create([one.url])]
    const { id } = subnetOf(answers[0] as Answer)
    answers.push(await owner.browser.post(`${PATH}/${id}/test`), await owner.browser.get(PATH))
    await one.die()
    answers.push(await owner.browser.post(`${PATH}/${id}/test`), await create([one.url], { chainId: 2 }))
    const said = answers.map(({ text }) => text).join('') + server.logLines.join('')
    const kept = JSON.stringify([
      await readRows(server, 'SELECT * FROM network'),
      await readRows(server, 'SELECT * FROM activity'),
    ])
    const [row] = await readRows(server, 'SELECT urls FROM network')
    assert.ok(row?.urls instanceof Uint8Array)
    assert.equal(Buffer.from(row.urls).includes('http'), false)
    assert.doesNotMatch(said + kept, new RegExp(NODE_KEY))
  })

  testOnce('sealed with another secret ask to be entered again and answer nothing', async () => {
    const databaseUrl = await engine.createDatabase()
    const first = await startServer(engine, { databaseUrl })
    const owner = await settle(first, 'owner')
    const one = await node()
    const made = subnetOf(await owner.signed('POST', PATH, { chainId: 1, name: 'Ethereum', urls: [one.url] }))
    await first.close()
    const second = await startServer(engine, { databaseUrl, secret: 'cd'.repeat(32) })
    others.push(second)
    const again = await settle(second, 'owner')
    const { items } = (await again.browser.get(PATH)).json as { items: Network[] } // compared next
    assert.deepEqual(items, [{ ...made, endpoints: [] }])
    await assert.rejects(second.context.chains.agree(1, CALL), { code: 'rpc_unavailable' })
    assert.equal(second.logLines.filter((line) => line.includes('cannot be decrypted')).length, 1)
  })

  testOnce('are refused when an endpoint is of another chain, or does not answer, and it is said which', async () => {
    const [right, wrong, dead] = [await node(), await node('0x5'), await node()]
    await dead.die()
    const other = refusalOf(await create([right.url, dead.url, wrong.url]), 'network_wrong_chain')
    assert.deepEqual(other.fields, [{ path: '/urls/2', code: 'wrong_chain' }])
    assert.match(other.detail ?? '', /Endpoint 3: It answers for chain 5, not for 1\./)
    const silent = refusalOf(await create([right.url, dead.url]), 'rpc_unavailable')
    assert.deepEqual(silent.fields, [{ path: '/urls/1', code: 'no_answer' }])
    assert.equal(silent.retryAfter, 5)
    assert.deepEqual(await readRows(server, 'SELECT id FROM network'), [])
    assert.deepEqual(await eventsOf(server, 'network.created'), [])
  })

  for (const [what, urls, code] of [
    ['http to the open internet', ['http://rpc.example/key'], 'https_needed'],
    ['the address where clouds keep keys', ['http://169.254.169.254/latest'], 'https_needed'],
    ['a user in the address', ['https://me:secret@rpc.example'], 'has_user'],
  ] as const) {
    testOnce(`are refused for ${what}, and nobody is asked`, async () => {
      const { fields } = refusalOf(await create([...urls]), 'invalid_body')
      assert.deepEqual(fields, [{ path: '/urls/0', code }])
      assert.equal(server.context.chains.asked, 0)
    })
  }

  testOnce('never count one endpoint twice, however it is spelled', async () => {
    const one = await node()
    const { fields } = refusalOf(await create([one.url, `${one.url}#again`]), 'invalid_body')
    assert.deepEqual(fields, [{ path: '/urls/1', code: 'given_twice' }])
    assert.deepEqual(one.asked, [])
  })

  testOnce('have bounds: no endpoint, too many endpoints, no chain, too many networks', async () => {
    const { url } = await node()
    refusalOf(await create([]), 'invalid_body')
    refusalOf(await create(Array.from({ length: ENDPOINTS_PER_NETWORK + 1 }, (_, n) => `${url}/${n}`)), 'invalid_body')
    for (const chainId of [0, -1, 1.5, 2 ** 53]) refusalOf(await create([url], { chainId }), 'invalid_body')
    for (let count = 0; count < NETWORKS_MAX; count++)
      await changeRows(
        server,
        "INSERT INTO network (id, chain_id, name, urls, enabled, created_at, updated_at, version) VALUES (?, ?, 'x', ?, 0, 0, 0, 1)",
        `net_${count}`,
        1000 + count,
        Buffer.alloc(40),
      )
    const { fields } = refusalOf(await create([url]), 'invalid_body')
    assert.deepEqual(fields, [{ path: '/chainId', code: 'too_many_networks' }])
  })

  test('of one chain are one, even when two enter it at once', async () => {
    const { url } = await node()
    const both = await Promise.all([create([url]), create([url])])
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
    assert.equal((await readRows(server, 'SELECT id FROM network')).length, 1)
  })

  test('change what was named; new endpoints are asked first', async () => {
    const [one, two, wrong] = [await node(), await node(), await node('0x5')]
    const { id } = subnetOf(await create([one.url]))
    const path = `${PATH}/${id}`
    const renamed = subnetOf(await owner.signed('PATCH', path, { name: 'Mainnet' }))
    assert.deepEqual([renamed.name, renamed.version, one.asked.length], ['Mainnet', 2, 1])
    refusalOf(await owner.signed('PATCH', path, { urls: [wrong.url] }, 2), 'network_wrong_chain')
    const moved = subnetOf(await owner.signed('PATCH', path, { urls: [two.url] }, 2))
    assert.deepEqual([moved.endpoints.map(({ url }) => url), moved.version], [[masked(two)], 3])
    await server.context.chains.ask(1, CALL)
    assert.deepEqual([one.asked, two.asked], [['eth_chainId'], ['eth_chainId', 'eth_call']])
    const same = subnetOf(await owner.signed('PATCH', path, { name: 'Mainnet', enabled: true }, 3))
    assert.equal(same.version, 3)
  })

  test('that are switched off or removed answer nothing', async () => {
    const one = await node()
    const { id } = subnetOf(await create([one.url]))
    assert.equal(subnetOf(await owner.signed('PATCH', `${PATH}/${id}`, { enabled: false })).enabled, false)
    assert.equal(await has(1), false)
    await owner.signed('PATCH', `${PATH}/${id}`, { enabled: true }, 2)
    assert.equal(await has(1), true)
    assert.equal((await owner.signed('DELETE', `${PATH}/${id}`, undefined, 3)).status, 204)
    assert.equal(await has(1), false)
    await assert.rejects(server.context.chains.ask(1, CALL), { code: 'network_not_configured' })
    refusalOf(await owner.signed('DELETE', `${PATH}/${id}`, undefined, 3), 'not_found')
    refusalOf(await owner.browser.post(`${PATH}/${id}/test`), 'not_found')
  })

  test('stay as they are when the version is another one, and of two who change at once one wins', async () => {
    const one = await node()
    const { id } = subnetOf(await create([one.url]))
    refusalOf(await owner.signed('PATCH', `${PATH}/${id}`, { name: 'X' }, 2), 'version_conflict')
    refusalOf(await owner.signed('DELETE', `${PATH}/${id}`, undefined, 2), 'version_conflict')
    const both = await Promise.all(['One', 'Two'].map((name) => owner.signed('PATCH', `${PATH}/${id}`, { name })))
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412])
  })

  test('are told in the activity by chain and name alone', async () => {
    const one = await node()
    const { id } = subnetOf(await create([one.url]))
    await owner.signed('PATCH', `${PATH}/${id}`, { urls: [one.url], enabled: false })
    await owner.signed('DELETE', `${PATH}/${id}`, undefined, 2)
    const told = await eventsOf(server, 'network.created', 'network.updated', 'network.removed')
    const named = { chainId: 1, name: 'Ethereum' }
    assert.deepEqual(
      told.map(({ kind, actor_id, data }) => ({ kind, actor_id, data })),
      [
        { kind: 'network.created', actor_id: owner.id, data: named },
        { kind: 'network.updated', actor_id: owner.id, data: { ...named, fields: 'urls enabled' } },
        { kind: 'network.removed', actor_id: owner.id, data: named },
      ],
    )
  })

  testOnce('that go down and come back are told once each, by the system', async () => {
    environment.behaviour = 'broken'
    const { chains } = server.context
    for (let count = 0; count < ENDPOINT_DOWN_AFTER + 2; count++)
      await assert.rejects(chains.ask(7, CALL), { code: 'rpc_unavailable' })
    environment.behaviour = 'table'
    for (let count = 0; count < 3; count++) await chains.ask(7, CALL)
    const told = await eventsOf(server, 'network.down', 'network.up')
    const data = { chainId: 7, name: 'Chain 7', endpoint: masked(environment) }
    assert.deepEqual(
      told.map((event) => [event.kind, event.actor, event.data]),
      [
        ['network.down', 'system', data],
        ['network.up', 'system', data],
      ],
    )
  })

  testOnce('are tried by the button, each endpoint with what is wrong with it', async () => {
    const [one, two] = [await node(), await node()]
    const { id } = subnetOf(await create([one.url, two.url]))
    two.chainId = '0x5'
    const tried = subnetOf(await owner.browser.post(`${PATH}/${id}/test`))
    assert.deepEqual(
      tried.endpoints.map(({ url, problem }) => [url, problem]),
      [
        [masked(one), null],
        [masked(two), 'It answers for chain 5, not for 1.'],
      ],
    )
    assert.deepEqual([one.asked, two.asked], Array(2).fill(['eth_chainId', 'eth_chainId']))
  })

  test('entered on one node hold on another within a second', async () => {
    const databaseUrl = await engine.createDatabase()
    const here = await startServer(engine, { databaseUrl })
    const there = await startServer(engine, { databaseUrl })
    others.push(here, there)
    const owner = await settle(here, 'owner')
    const seen = async () => {
      there.clock.now += NETWORKS_KEPT_MS
      return there.context.chains.has(1)
    }
    assert.equal(await seen(), false)
    const one = await node()
    const { id } = subnetOf(await owner.signed('POST', PATH, { chainId: 1, name: 'Ethereum', urls: [one.url] }))
    assert.equal(await seen(), true)
    await owner.signed('PATCH', `${PATH}/${id}`, { enabled: false })
    assert.equal(await seen(), false)
  })
})
