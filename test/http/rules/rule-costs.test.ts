import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  CALLS_PER_REQUEST,
  VERDICT_YES_FRESH_MS,
  WATCH_OVERLAP_BLOCKS,
} from '@countersign/contract/limits/rule-limits.ts'
import { type FaultyNode, startFaultyNode } from '../../support/chain/faulty-node.ts'
import { CHAIN_ID, type Chain, startChain } from '../../support/chain/hardhat-chain.ts'
import { deployRuleContracts, type RuleContracts } from '../../support/chain/rule-contracts.ts'
import { forDefaultEngine } from '../../support/database/engines.ts'
import { addProtectedHost } from '../../support/proxies/protected-host.ts'
import { conditionOf } from '../../support/rule-fixtures.ts'
import { addRuleGroup } from '../../support/rule-groups.ts'
import {
  addWalletOwners,
  deployThreeTokens,
  letIn,
  lowerCase,
  measurePreview,
  requestDuringOutage,
} from '../../support/rule-load.ts'
import { addPerson } from '../../support/server/people.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { countWatcherRequests } from '../../support/watcher-requests.ts'

const MINUTE = 60_000

forDefaultEngine('what rules cost', (engine) => {
  let chain: Chain
  let contracts: RuleContracts
  let node: FaultyNode
  let server: TestServer
  before(async () => {
    chain = await startChain()
    contracts = deployRuleContracts(chain)
    node = await startFaultyNode(chain.url)
    server = await startServer(engine, { environment: { [`RPC_${CHAIN_ID}`]: node.url } })
  })
  after(async () => {
    await server.close()
    await node.stop()
    await chain.stop()
  })

  async function addHolders(count: number) {
    const cats = await contracts.erc721()
    const owners = await addWalletOwners(server, count)
    const condition = conditionOf.erc721({ chainId: CHAIN_ID, contract: lowerCase(cats.address) })
    const group = await addRuleGroup(server, { condition })
    return { cats, owners, group }
  }

  test('a preview fills its requests to the node', async () => {
    const admin = await addPerson(server, 'admin')
    const owners = await addWalletOwners(server, 999)
    const rule = await deployThreeTokens(contracts, owners.slice(0, 5))
    const { preview, methods, requests } = await measurePreview(server, { admin, node, rule })
    assert.deepEqual(
      { checked: preview.checked, yes: preview.yes, no: preview.no, unknown: preview.unknown },
      { checked: 1000, yes: 5, no: 995, unknown: 0 },
    )
    // 10,000 people are 150 of these, within the target of 160.
    assert.equal(methods.eth_call, (1000 * 3) / CALLS_PER_REQUEST)
    assert.ok(requests - (methods.eth_call ?? 0) <= 10, JSON.stringify(methods))
  })

  test('the watcher sends at most one request per interval, however many people there are', async () => {
    const { cats, owners, group } = await addHolders(400)
    await cats.mintEach(owners.map(({ address }) => address))
    // The watcher reads the last blocks again, and these events concern people.
    await contracts.mine(WATCH_OVERLAP_BLOCKS)
    assert.equal(await letIn(server, group.id, owners), 400)
    const [seller, buyer] = [
      '0x00000000000000000000000000000000000000a1',
      '0x00000000000000000000000000000000000000a2',
    ] as const
    await cats.mint(seller, 9000n)
    let [from, to]: [typeof seller | typeof buyer, typeof seller | typeof buyer] = [seller, buyer]
    const trade = async () => {
      await cats.transfer(from, to, 9000n)
      ;[from, to] = [to, from]
    }
    const counts = await countWatcherRequests(server, { node, intervals: 10, beforeEach: trade })
    assert.deepEqual(
      counts,
      Array.from({ length: 10 }, () => 1),
    )
  })

  test('a dead node refuses nobody and lets nobody in', async () => {
    const { cats, owners, group } = await addHolders(100)
    const [inside, outside] = [owners.slice(0, 50), owners.slice(50)]
    await cats.mintEach(owners.map(({ address }) => address))
    const host = 'outage.example'
    await addProtectedHost(server, host, [group.id])
    assert.equal(await letIn(server, group.id, inside), 50)
    node.fault = 'dead'
    server.clock.now += VERDICT_YES_FRESH_MS
    const during = await requestDuringOutage(server, { host, inside, outside, rounds: 10, everyMs: MINUTE })
    assert.deepEqual(during, { inside: { 200: 500 }, outside: { 503: 500 } })
    const [first] = inside
    assert.ok(first)
    const after = await requestDuringOutage(server, { host, inside: [first], outside: [], rounds: 1, everyMs: 0 })
    assert.deepEqual(after.inside, { 503: 1 })
    node.fault = 'none'
    server.clock.now += MINUTE
    const again = await requestDuringOutage(server, { host, inside, outside, rounds: 1, everyMs: 0 })
    assert.deepEqual(again, { inside: { 200: 50 }, outside: { 200: 50 } })
  })
})
