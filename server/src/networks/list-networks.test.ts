import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import {
  ENDPOINT_DOWN_AFTER,
  ENDPOINTS_PER_NETWORK,
  NETWORKS_KEPT_MS,
  NETWORKS_MAX,
} from '@countersign/contract/limits.ts'
import type { Network } from '@countersign/contract/routes/admin/network.ts'
import { networkSchema } from '@countersign/contract/schemas/admin/network.ts'
import { type FakeNode, NODE_KEY, startNode } from '../../../test/support/chain/fake-node.ts'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../test/support/database/rows.ts'
import type { HttpResponse } from '../../../test/support/server/http-browser.ts'
import { addPerson, readEvents, type TestPerson } from '../../../test/support/server/people.ts'
import { expectProblem } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'

const PATH = '/api/admin/networks'
const CALL = { method: 'eth_call', params: [] }

forEachEngine('networks', (engine, testOnce) => {
  let server: TestServer
  let owner: TestPerson
  let nodes: FakeNode[]
  let environment: FakeNode
  let others: TestServer[]
  beforeEach(async () => {
    nodes = []
    others = []
    environment = await startTestNode('0x7')
    server = await startServer(engine, { environment: { RPC_7: environment.url } })
    owner = await addPerson(server, 'owner')
  })
  afterEach(async () => {
    await Promise.all([server, ...others].map((each) => each.close()))
    await Promise.all(nodes.map((each) => each.die().catch(() => undefined)))
  })

  async function startTestNode(chainId = '0x1'): Promise<FakeNode> {
    const created = await startNode(chainId)
    created.table.set('eth_call', { result: '0xfine' })
    nodes.push(created)
    return created
  }
  const createNetwork = (urls: string[], more: object = {}) =>
    owner.signed('POST', PATH, { chainId: 1, name: 'Ethereum', urls, ...more })
  const subnetOf = (response: HttpResponse): Network => networkSchema.parse(response.json)
  const listNetworks = async () => ((await owner.browser.get(PATH)).json as { items: Network[] }).items // compared next
  const maskedUrlOf = ({ url }: FakeNode) => `http://${new URL(url).host}/…`
  const hasChain = (chainId: number) => server.context.chains.has(chainId)

  testOnce('from the environment are listed at start with a name and masked URLs', async () => {
    assert.deepEqual(await listNetworks(), [
      {
        id: 'env_7',
        chainId: 7,
        name: 'Chain 7',
        source: 'environment',
        enabled: true,
        endpoints: [
          { url: maskedUrlOf(environment), state: 'unknown', latencyMs: null, problem: null, lastOkAt: null },
        ],
        version: 1,
      },
    ])
    assert.deepEqual(await server.context.chains.call(7, CALL), { kind: 'result', value: '0xfine' })
  })

  testOnce('from the environment cannot be changed or added a second time', async () => {
    const words = /RPC_7 in the environment/
    assert.match(
      expectProblem(await owner.signed('PATCH', `${PATH}/env_7`, { name: 'X' }), 'forbidden').detail ?? '',
      words,
    )
    assert.match(
      expectProblem(await owner.signed('DELETE', `${PATH}/env_7`, undefined), 'forbidden').detail ?? '',
      words,
    )
    expectProblem(await createNetwork([environment.url], { chainId: 7 }), 'network_exists')
    assert.deepEqual(await readRows(server, 'SELECT id FROM network'), [])
  })

  test('are added and take effect at once', async () => {
    const one = await startTestNode()
    assert.equal(await hasChain(1), false)
    const response = await createNetwork([one.url])
    assert.equal(response.status, 201, response.text)
    const network = subnetOf(response)
    const [endpoint] = network.endpoints
    assert.ok(endpoint && typeof endpoint.latencyMs === 'number')
    const at = new Date(server.clock.now).toISOString()
    assert.deepEqual(network, {
      id: network.id,
      chainId: 1,
      name: 'Ethereum',
      source: 'admin',
      enabled: true,
      endpoints: [{ url: maskedUrlOf(one), state: 'up', latencyMs: endpoint.latencyMs, problem: null, lastOkAt: at }],
      version: 1,
    })
    assert.deepEqual((await listNetworks())[0], network)
    assert.deepEqual(await server.context.chains.callWithQuorum(1, CALL), { kind: 'result', value: '0xfine' })
  })

  test('are stored encrypted, and no API key is returned or logged', async () => {
    const one = await startTestNode()
    const responses = [await createNetwork([one.url]), await createNetwork([one.url])]
    const { id } = subnetOf(responses[0] as HttpResponse)
    responses.push(await owner.browser.post(`${PATH}/${id}/test`), await owner.browser.get(PATH))
    await one.die()
    responses.push(await owner.browser.post(`${PATH}/${id}/test`), await createNetwork([one.url], { chainId: 2 }))
    const output = responses.map(({ text }) => text).join('') + server.logLines.join('')
    const kept = JSON.stringify([
      await readRows(server, 'SELECT * FROM network'),
      await readRows(server, 'SELECT * FROM activity'),
    ])
    const [row] = await readRows(server, 'SELECT urls FROM network')
    assert.ok(row?.urls instanceof Uint8Array)
    assert.equal(Buffer.from(row.urls).includes('http'), false)
    assert.doesNotMatch(output + kept, new RegExp(NODE_KEY))
  })

  testOnce('encrypted with another secret must be added again and are not used', async () => {
    const databaseUrl = await engine.createDatabase()
    const first = await startServer(engine, { databaseUrl })
    const owner = await addPerson(first, 'owner')
    const one = await startTestNode()
    const created = subnetOf(await owner.signed('POST', PATH, { chainId: 1, name: 'Ethereum', urls: [one.url] }))
    await first.close()
    const second = await startServer(engine, { databaseUrl, secret: 'cd'.repeat(32) })
    others.push(second)
    const again = await addPerson(second, 'owner')
    const { items } = (await again.browser.get(PATH)).json as { items: Network[] } // compared next
    assert.deepEqual(items, [{ ...created, endpoints: [] }])
    await assert.rejects(second.context.chains.callWithQuorum(1, CALL), { code: 'rpc_unavailable' })
    assert.equal(second.logLines.filter((line) => line.includes('cannot be decrypted')).length, 1)
  })

  testOnce('are rejected with the failing endpoint when it serves another chain or does not respond', async () => {
    const [right, wrong, dead] = [await startTestNode(), await startTestNode('0x5'), await startTestNode()]
    await dead.die()
    const other = expectProblem(await createNetwork([right.url, dead.url, wrong.url]), 'network_wrong_chain')
    assert.deepEqual(other.fields, [{ path: '/urls/2', code: 'wrong_chain' }])
    assert.match(other.detail ?? '', /Endpoint 3: Wrong chain: got 5, expected 1\./)
    const silent = expectProblem(await createNetwork([right.url, dead.url]), 'rpc_unavailable')
    assert.deepEqual(silent.fields, [{ path: '/urls/1', code: 'no_answer' }])
    assert.equal(silent.retryAfter, 5)
    assert.deepEqual(await readRows(server, 'SELECT id FROM network'), [])
    assert.deepEqual(await readEvents(server, 'network.created'), [])
  })

  for (const [title, urls, code] of [
    ['http to a public host', ['http://rpc.example/key'], 'https_needed'],
    ['the cloud metadata address', ['http://169.254.169.254/latest'], 'https_needed'],
    ['credentials in the URL', ['https://me:secret@rpc.example'], 'has_user'],
  ] as const) {
    testOnce(`are rejected for ${title} without sending a request`, async () => {
      const { fields } = expectProblem(await createNetwork([...urls]), 'invalid_body')
      assert.deepEqual(fields, [{ path: '/urls/0', code }])
      assert.equal(server.context.chains.requestCount, 0)
    })
  }

  testOnce('count one endpoint once, however it is spelled', async () => {
    const one = await startTestNode()
    const { fields } = expectProblem(await createNetwork([one.url, `${one.url}#again`]), 'invalid_body')
    assert.deepEqual(fields, [{ path: '/urls/1', code: 'given_twice' }])
    assert.deepEqual(one.calledMethods, [])
  })

  testOnce('reject no endpoint, too many endpoints, an invalid chain and too many networks', async () => {
    const { url } = await startTestNode()
    expectProblem(await createNetwork([]), 'invalid_body')
    expectProblem(
      await createNetwork(Array.from({ length: ENDPOINTS_PER_NETWORK + 1 }, (_, n) => `${url}/${n}`)),
      'invalid_body',
    )
    for (const chainId of [0, -1, 1.5, 2 ** 53]) expectProblem(await createNetwork([url], { chainId }), 'invalid_body')
    for (let count = 0; count < NETWORKS_MAX; count++)
      await changeRows(
        server,
        "INSERT INTO network (id, chain_id, name, urls, enabled, created_at, updated_at, version) VALUES (?, ?, 'x', ?, 0, 0, 0, 1)",
        `net_${count}`,
        1000 + count,
        Buffer.alloc(40),
      )
    const { fields } = expectProblem(await createNetwork([url]), 'invalid_body')
    assert.deepEqual(fields, [{ path: '/chainId', code: 'too_many_networks' }])
  })

  test('are unique per chain under concurrent requests', async () => {
    const { url } = await startTestNode()
    const both = await Promise.all([createNetwork([url]), createNetwork([url])])
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
    assert.equal((await readRows(server, 'SELECT id FROM network')).length, 1)
  })

  test('change only the fields sent, and check new endpoints first', async () => {
    const [one, two, wrong] = [await startTestNode(), await startTestNode(), await startTestNode('0x5')]
    const { id } = subnetOf(await createNetwork([one.url]))
    const path = `${PATH}/${id}`
    const renamed = subnetOf(await owner.signed('PATCH', path, { name: 'Mainnet' }))
    assert.deepEqual([renamed.name, renamed.version, one.calledMethods.length], ['Mainnet', 2, 1])
    expectProblem(await owner.signed('PATCH', path, { urls: [wrong.url] }, 2), 'network_wrong_chain')
    const moved = subnetOf(await owner.signed('PATCH', path, { urls: [two.url] }, 2))
    assert.deepEqual([moved.endpoints.map(({ url }) => url), moved.version], [[maskedUrlOf(two)], 3])
    await server.context.chains.call(1, CALL)
    assert.deepEqual([one.calledMethods, two.calledMethods], [['eth_chainId'], ['eth_chainId', 'eth_call']])
    const same = subnetOf(await owner.signed('PATCH', path, { name: 'Mainnet', enabled: true }, 3))
    assert.equal(same.version, 3)
  })

  test('that are disabled or removed are not used', async () => {
    const one = await startTestNode()
    const { id } = subnetOf(await createNetwork([one.url]))
    assert.equal(subnetOf(await owner.signed('PATCH', `${PATH}/${id}`, { enabled: false })).enabled, false)
    assert.equal(await hasChain(1), false)
    await owner.signed('PATCH', `${PATH}/${id}`, { enabled: true }, 2)
    assert.equal(await hasChain(1), true)
    assert.equal((await owner.signed('DELETE', `${PATH}/${id}`, undefined, 3)).status, 204)
    assert.equal(await hasChain(1), false)
    await assert.rejects(server.context.chains.call(1, CALL), { code: 'network_not_configured' })
    expectProblem(await owner.signed('DELETE', `${PATH}/${id}`, undefined, 3), 'not_found')
    expectProblem(await owner.browser.post(`${PATH}/${id}/test`), 'not_found')
  })

  test('reject an outdated version, and accept one of two concurrent changes', async () => {
    const one = await startTestNode()
    const { id } = subnetOf(await createNetwork([one.url]))
    expectProblem(await owner.signed('PATCH', `${PATH}/${id}`, { name: 'X' }, 2), 'version_conflict')
    expectProblem(await owner.signed('DELETE', `${PATH}/${id}`, undefined, 2), 'version_conflict')
    const both = await Promise.all(['One', 'Two'].map((name) => owner.signed('PATCH', `${PATH}/${id}`, { name })))
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412])
  })

  test('are recorded with chain and name only', async () => {
    const one = await startTestNode()
    const { id } = subnetOf(await createNetwork([one.url]))
    await owner.signed('PATCH', `${PATH}/${id}`, { urls: [one.url], enabled: false })
    await owner.signed('DELETE', `${PATH}/${id}`, undefined, 2)
    const events = await readEvents(server, 'network.created', 'network.updated', 'network.removed')
    const named = { chainId: 1, name: 'Ethereum' }
    assert.deepEqual(
      events.map(({ kind, actor_id, data }) => ({ kind, actor_id, data })),
      [
        { kind: 'network.created', actor_id: owner.id, data: named },
        { kind: 'network.updated', actor_id: owner.id, data: { ...named, fields: 'urls enabled' } },
        { kind: 'network.removed', actor_id: owner.id, data: named },
      ],
    )
  })

  testOnce('are recorded once when they go down and once when they recover', async () => {
    environment.behavior = 'broken'
    const { chains } = server.context
    for (let count = 0; count < ENDPOINT_DOWN_AFTER + 2; count++)
      await assert.rejects(chains.call(7, CALL), { code: 'rpc_unavailable' })
    environment.behavior = 'table'
    for (let count = 0; count < 3; count++) await chains.call(7, CALL)
    const events = await readEvents(server, 'network.down', 'network.up')
    const data = { chainId: 7, name: 'Chain 7', endpoint: maskedUrlOf(environment) }
    assert.deepEqual(
      events.map((event) => [event.kind, event.actor, event.data]),
      [
        ['network.down', 'system', data],
        ['network.up', 'system', data],
      ],
    )
  })

  testOnce('are tested on request, with the problem of each endpoint', async () => {
    const [one, two] = [await startTestNode(), await startTestNode()]
    const { id } = subnetOf(await createNetwork([one.url, two.url]))
    two.chainId = '0x5'
    const tried = subnetOf(await owner.browser.post(`${PATH}/${id}/test`))
    assert.deepEqual(
      tried.endpoints.map(({ url, problem }) => [url, problem]),
      [
        [maskedUrlOf(one), null],
        [maskedUrlOf(two), 'Wrong chain: got 5, expected 1.'],
      ],
    )
    assert.deepEqual([one.calledMethods, two.calledMethods], Array(2).fill(['eth_chainId', 'eth_chainId']))
  })

  test('added on one node take effect on another within a second', async () => {
    const databaseUrl = await engine.createDatabase()
    const firstServer = await startServer(engine, { databaseUrl })
    const secondServer = await startServer(engine, { databaseUrl })
    others.push(firstServer, secondServer)
    const owner = await addPerson(firstServer, 'owner')
    const hasChainAfterReload = async () => {
      secondServer.clock.now += NETWORKS_KEPT_MS
      return secondServer.context.chains.has(1)
    }
    assert.equal(await hasChainAfterReload(), false)
    const one = await startTestNode()
    const { id } = subnetOf(await owner.signed('POST', PATH, { chainId: 1, name: 'Ethereum', urls: [one.url] }))
    assert.equal(await hasChainAfterReload(), true)
    await owner.signed('PATCH', `${PATH}/${id}`, { enabled: false })
    assert.equal(await hasChainAfterReload(), false)
  })
})
