/** Target (m): the forward-auth check of a host whose groups have rules, compared with groups that have members. */

import { join } from 'node:path'
import { WATCH_OVERLAP_BLOCKS } from '@countersign/contract/limits/rule-limits.ts'
import type { Address } from 'viem'
import { CHAIN_ID } from '../../../test/support/chain/hardhat-chain.ts'
import { conditionOf, ruleOf } from '../../../test/support/rule-fixtures.ts'
import { lowerCase } from '../../../test/support/rule-load.ts'
import { alternate, type Contender, contender, entriesOf, type Plan } from '../alternate.ts'
import { protectHost } from '../forward-auth.ts'
import { BENCH_SECRET } from '../load/forward-auth-load.ts'
import { after, type Load } from '../load/load-process.ts'
import { createFolder } from '../run-folder.ts'
import { changeDatabase, startCountersign } from '../servers/servers.ts'
import type { BenchChain } from './bench-chain.ts'

export type RuleCheckFigures = {
  ours: number[]
  theirs: number[]
  /** Node requests during the measurement. */
  reads: number
  methods: Record<string, number>
}

const SIGN_IN_SECONDS = 2
/** Everybody is checked at the node once. */
const ENTER_SECONDS = 4

export async function compareForwardAuth(load: Load, chain: BenchChain, plan: Plan): Promise<RuleCheckFigures> {
  const environment = { SECRET_KEY: BENCH_SECRET, [`RPC_${CHAIN_ID}`]: chain.node.url }
  const start = async (folder: string) => {
    const path = createFolder(folder)
    const database = join(path, 'countersign.db')
    return { ...contender('countersign', await startCountersign(path, { environment })), database }
  }
  const ruled = await start('with-rule')
  const plain = await start('without-rule')
  const enter = ({ server: { port } }: Contender, seconds: number, action: 'new-sign-in' | 'forward-auth') =>
    load.run({ system: 'countersign', action, port, concurrency: plan.concurrency }, after(seconds))
  try {
    for (const each of [ruled, plain]) {
      await enter(each, SIGN_IN_SECONDS, 'new-sign-in')
      protectHost(each.database)
    }
    await replaceMembers(ruled.database, chain)
    for (const each of [ruled, plain]) await enter(each, ENTER_SECONDS, 'forward-auth')
    const { node } = chain
    node.calledMethods.length = 0
    const [ours, theirs] = await alternate(load, entriesOf('forward-auth', ruled, plain), plan)
    const methods = node.countMethods()
    // A check needs at least one call; the watcher asks for events, for the head and for the chain id.
    const reads = methods.eth_call ?? 0
    return { ours: ours.perCpuSecond, theirs: theirs.perCpuSecond, reads, methods }
  } finally {
    for (const { server } of [ruled, plain]) await server.stop('SIGKILL')
  }
}

/** Everyone gets the token that the rule of both groups asks for. */
async function replaceMembers(database: string, { contracts }: BenchChain): Promise<void> {
  const cats = await contracts.erc721()
  const addresses: Address[] = []
  changeDatabase(database, (connection) => {
    for (const { address } of connection.prepare('SELECT address FROM wallet').all()) addresses.push(address as Address) // an EVM wallet's
  })
  await cats.mintEach(addresses)
  // The watcher reads the last blocks again, and these events concern people.
  await contracts.mine(WATCH_OVERLAP_BLOCKS)
  const rule = ruleOf(conditionOf.erc721({ chainId: CHAIN_ID, contract: lowerCase(cats.address) }))
  changeDatabase(database, (connection) => {
    connection.exec('DELETE FROM group_member')
    connection.prepare('UPDATE people_group SET rule = ?, rule_version = 1').run(JSON.stringify(rule))
  })
}
