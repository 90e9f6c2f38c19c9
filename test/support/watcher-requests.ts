import { WATCH_INTERVAL_MS } from '@countersign/contract/limits/rule-limits.ts'
import { createRuleJobs } from '../../server/src/rules/watch/start-rule-jobs.ts'
import type { FaultyNode } from './chain/faulty-node.ts'
import type { TestServer } from './server/server.ts'

type Watching = { node: FaultyNode; intervals: number; beforeEach?: (interval: number) => Promise<unknown> }

/** Node requests of each interval of the watcher. The first interval prepares it and is not counted. */
export async function countWatcherRequests(
  server: TestServer,
  { node, intervals, beforeEach = async () => undefined }: Watching,
): Promise<number[]> {
  const jobs = createRuleJobs(server.context)
  const counts: number[] = []
  for (let interval = 0; interval <= intervals; interval++) {
    await beforeEach(interval)
    const before = node.calledMethods.length
    await jobs.tick()
    await server.context.background.settled()
    if (interval > 0) counts.push(node.calledMethods.length - before)
    server.clock.now += WATCH_INTERVAL_MS
  }
  await jobs.stop()
  return counts
}
