/** One of several servers reads events of chains. When it is gone, another one notices a sale as soon as it would have. */

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { WATCH_INTERVAL_MS } from '@countersign/contract/limits/rule-limits.ts'
import { pad } from 'viem'
import { writeHostCookie } from '../../../server/src/forward-auth/host-cookie.ts'
import { checkVerdicts } from '../../../server/src/rules/verdicts/check-verdicts.ts'
import { topicOf } from '../../../server/src/rules/watch/event-topics.ts'
import { createRuleJobs, startRuleJobs } from '../../../server/src/rules/watch/start-rule-jobs.ts'
import { type FakeNode, startNode } from '../../support/chain/fake-node.ts'
import { type Engine, postgresEngine } from '../../support/database/engines.ts'
import { addProtectedHost, openProtectedHost } from '../../support/proxies/protected-host.ts'
import { addressOf } from '../../support/rule-fixtures.ts'
import { addRuleGroup, type ScriptedRules, scriptRules } from '../../support/rule-groups.ts'
import { addPerson } from '../../support/server/people.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import '../../support/database/postgres.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const PROMISED_MS = 15 * SECOND
const HOST = 'wiki.example'
const BUYER = `0x${'b1'.repeat(20)}` as const

describe('a server that reads events is killed (postgres)', () => {
  const engine: Engine = postgresEngine()
  let node: FakeNode
  let servers: TestServer[]
  let scripts: ScriptedRules[]
  let logs: object[]
  let head: number

  beforeEach(async () => {
    head = 1000
    logs = []
    node = await startNode('0x1')
    node.table.set('eth_blockNumber', () => ({ result: toQuantity(head) }))
    node.table.set('eth_getLogs', ([filter]) => {
      const { fromBlock } = filter as { fromBlock: string } // what our own code sends
      return { result: logs.filter((log) => 'blockNumber' in log && Number(log.blockNumber) >= Number(fromBlock)) }
    })
    const databaseUrl = await engine.createDatabase()
    const environment = { RPC_1: node.url }
    servers = [
      await startServer(engine, { databaseUrl, environment }),
      await startServer(engine, { databaseUrl, environment }),
    ]
    scripts = servers.map((server) => scriptRules(server, () => 'yes'))
    mock.timers.enable({ apis: ['setInterval'] })
  })
  afterEach(async () => {
    mock.timers.reset()
    for (const server of servers) await server.close()
    await node.die()
  })

  const toQuantity = (value: number) => `0x${value.toString(16)}`

  function sell(owner: `0x${string}`): void {
    for (const script of scripts) script.decide = () => 'no'
    head += 1
    logs.push({
      address: addressOf(0x721),
      topics: [topicOf('Transfer(address,address,uint256)'), pad(owner), pad(BUYER)],
      data: '0x',
      blockNumber: toQuantity(head),
      blockHash: toQuantity(head),
      logIndex: '0x0',
    })
  }

  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += SECOND) {
      for (const { clock } of servers) clock.now += SECOND
      mock.timers.tick(SECOND)
      for (const { context } of servers) await context.background.settled()
    }
  }

  // The other server looks for the lease at another time within its interval.
  for (let apart = 0; apart < WATCH_INTERVAL_MS; apart += SECOND)
    test(`the other one, which started ${apart} ms apart, notices a sale in time`, async () => {
      const [watching, other] = servers as [TestServer, TestServer]
      const group = await addRuleGroup(watching)
      await addProtectedHost(watching, HOST, [group.id])
      const owner = await addPerson(watching)
      await checkVerdicts(watching.context, { groupIds: [group.id], personIds: [owner.id] })
      const cookie = String(writeHostCookie(other.context, HOST, owner.sessionId).split(';')[0])
      const visit = async () => (await openProtectedHost(other, HOST).request('/', { cookie })).status

      const jobs = createRuleJobs(watching.context)
      for (let interval = 0; interval < 3; interval++) {
        await pass(WATCH_INTERVAL_MS)
        await jobs.tick()
      }
      const soldAt = other.clock.now
      sell(owner.account.address)
      await pass(apart)
      const before = node.calledMethods.length
      const stop = startRuleJobs(other.context)
      await other.context.background.settled()
      assert.equal(node.calledMethods.length, before, 'only one server reads events')
      while ((await visit()) === 200 && other.clock.now - soldAt < MINUTE) await pass(SECOND)
      stop()
      await other.context.background.settled()
      assert.equal(await visit(), 403)
      assert.ok(other.clock.now - soldAt <= PROMISED_MS, `${other.clock.now - soldAt} ms`)
    })
})
