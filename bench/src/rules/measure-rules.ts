/** Counts for rules: node requests for a preview and for the watcher, and responses while the node is dead. */

import {
  RECHECK_INTERVAL_MS,
  VERDICT_YES_FRESH_MS,
  WATCH_INTERVAL_MS,
  WATCH_OVERLAP_BLOCKS,
} from '@countersign/contract/limits/rule-limits.ts'
import { CHAIN_ID } from '../../../test/support/chain/hardhat-chain.ts'
import { addProtectedHost } from '../../../test/support/proxies/protected-host.ts'
import { conditionOf } from '../../../test/support/rule-fixtures.ts'
import { addRuleGroup } from '../../../test/support/rule-groups.ts'
import {
  addWalletOwners,
  deployThreeTokens,
  letIn,
  lowerCase,
  measurePreview,
  type OutageChecks,
  type PreviewCost,
  requestDuringOutage,
} from '../../../test/support/rule-load.ts'
import { addPerson } from '../../../test/support/server/people.ts'
import type { TestServer } from '../../../test/support/server/server.ts'
import { countWatcherRequests } from '../../../test/support/watcher-requests.ts'
import { type BenchChain, startServerWithChain } from './bench-chain.ts'

async function withServer<T>(chain: BenchChain, folder: string, work: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await startServerWithChain(chain, folder)
  try {
    return await work(server)
  } finally {
    await server.close()
  }
}

/** With the admin among the people; every other person holds all three tokens. */
export function measureLargePreview(chain: BenchChain, people: number): Promise<PreviewCost> {
  return withServer(chain, 'preview', async (server) => {
    const owners = await addWalletOwners(server, people - 1)
    const admin = await addPerson(server, 'admin')
    const holders = owners.filter((_, index) => index % 2 === 0)
    const rule = await deployThreeTokens(chain.contracts, holders)
    const cost = await measurePreview(server, { admin, node: chain.node, rule })
    const { checked, yes, no } = cost.preview
    if (checked !== people || yes !== holders.length || no !== people - holders.length)
      throw new Error(`The preview is wrong: ${JSON.stringify({ checked, yes, no })}`)
    return cost
  })
}

async function addHolders(server: TestServer, { contracts }: BenchChain, people: number) {
  const cats = await contracts.erc721()
  const owners = await addWalletOwners(server, people)
  await cats.mintEach(owners.map(({ address }) => address))
  const condition = conditionOf.erc721({ chainId: CHAIN_ID, contract: lowerCase(cats.address) })
  return { cats, owners, group: await addRuleGroup(server, { condition }) }
}

/** `most` is of a single interval; `recheck` is what checking everyone again after four minutes takes. */
export type WatcherFigures = { most: number; recheck: number }

const INTERVALS = RECHECK_INTERVAL_MS / WATCH_INTERVAL_MS

/** Everyone is in the group and has a live session, and others trade the token in every interval. */
export function measureWatcher(chain: BenchChain, people: number): Promise<WatcherFigures> {
  return withServer(chain, `watcher-${people}`, async (server) => {
    const { cats, owners, group } = await addHolders(server, chain, people)
    // The watcher reads the last blocks again, and these events concern people.
    await chain.contracts.mine(WATCH_OVERLAP_BLOCKS)
    if ((await letIn(server, group.id, owners)) !== people) throw new Error('Somebody was not let in')
    const others = [`0x${'a1'.repeat(20)}`, `0x${'a2'.repeat(20)}`] as const
    const tokenId = BigInt(people) + 1n
    await cats.mint(others[0], tokenId)
    const trade = (interval: number) =>
      interval % 2 === 0 ? cats.transfer(others[0], others[1], tokenId) : cats.transfer(others[1], others[0], tokenId)
    const counts = await countWatcherRequests(server, { node: chain.node, intervals: INTERVALS, beforeEach: trade })
    const last = counts.pop() ?? Number.NaN
    const most = Math.max(...counts)
    return { most, recheck: last - most }
  })
}

const OUTAGE_ROUNDS = 10
const OUTAGE_EVERY_MS = 60_000

/** Half of the checks are by people inside, in rounds that end before their grace period does. */
export function measureOutage(chain: BenchChain, checks: number): Promise<OutageChecks> {
  return withServer(chain, 'outage', async (server) => {
    const half = checks / 2 / OUTAGE_ROUNDS
    const { owners, group } = await addHolders(server, chain, 2 * half)
    const host = 'outage.example'
    await addProtectedHost(server, host, [group.id])
    const [inside, outside] = [owners.slice(0, half), owners.slice(half)]
    if ((await letIn(server, group.id, inside)) !== half) throw new Error('Somebody was not let in')
    chain.node.fault = 'dead'
    server.clock.now += VERDICT_YES_FRESH_MS
    const outage = { host, inside, outside, rounds: OUTAGE_ROUNDS, everyMs: OUTAGE_EVERY_MS }
    const counts = await requestDuringOutage(server, outage)
    chain.node.fault = 'none'
    return counts
  })
}
