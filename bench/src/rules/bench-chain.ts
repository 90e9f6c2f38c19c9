/** A Hardhat chain with a proxy that counts requests, and servers in this process whose clock the benchmark moves. */

import { join } from 'node:path'
import { type FaultyNode, startFaultyNode } from '../../../test/support/chain/faulty-node.ts'
import { CHAIN_ID, startChain } from '../../../test/support/chain/hardhat-chain.ts'
import { deployRuleContracts, type RuleContracts } from '../../../test/support/chain/rule-contracts.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { createFolder } from '../run-folder.ts'

export type BenchChain = { node: FaultyNode; contracts: RuleContracts; stop(): Promise<void> }

export async function startBenchChain(): Promise<BenchChain> {
  const chain = await startChain()
  process.once('exit', () => void chain.stop())
  const node = await startFaultyNode(chain.url)
  return {
    node,
    contracts: deployRuleContracts(chain),
    async stop() {
      await node.stop()
      await chain.stop()
    },
  }
}

export function startServerWithChain({ node }: BenchChain, folder: string): Promise<TestServer> {
  const databaseUrl = `file:${join(createFolder(folder), 'countersign.db')}`
  const engine = { name: 'sqlite', createDatabase: async () => databaseUrl } as const
  return startServer(engine, { environment: { [`RPC_${CHAIN_ID}`]: node.url } })
}
