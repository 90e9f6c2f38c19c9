/** Checks that requests wait for: one per person and group at a time, and people who wait are checked together. */

import type { RuleOutcome } from '@countersign/contract/rule/rule.ts'

export type CheckQueue = {
  /** Concurrent requests of the same person share one check. Never fails: what could not be checked is unknown. */
  check(personId: string, groupId: string): Promise<RuleOutcome>
}

/** Returns the outcome of each person. */
export type CheckPeople = (groupId: string, personIds: readonly string[]) => Promise<ReadonlyMap<string, RuleOutcome>>

/** Concurrent checks of one group; later requests wait for the next batch. */
const BATCHES_MAX = 4
const PEOPLE_PER_BATCH = 100

type Waiting = { personId: string; resolve: (outcome: RuleOutcome) => void }
type GroupQueue = { running: number; waiting: Waiting[] }

export function createCheckQueue(checkPeople: CheckPeople): CheckQueue {
  const flights = new Map<string, Promise<RuleOutcome>>()
  const groups = new Map<string, GroupQueue>()

  function startBatches(groupId: string, queue: GroupQueue): void {
    while (queue.running < BATCHES_MAX && queue.waiting.length > 0) {
      queue.running++
      void runBatch(groupId, queue.waiting.splice(0, PEOPLE_PER_BATCH)).then(() => {
        queue.running--
        if (queue.running === 0 && queue.waiting.length === 0) groups.delete(groupId)
        else startBatches(groupId, queue)
      })
    }
  }

  async function runBatch(groupId: string, batch: readonly Waiting[]): Promise<void> {
    const ids = batch.map(({ personId }) => personId)
    const outcomes = await checkPeople(groupId, ids).catch(() => new Map<string, RuleOutcome>())
    for (const { personId, resolve } of batch) {
      flights.delete(`${personId} ${groupId}`)
      resolve(outcomes.get(personId) ?? 'unknown')
    }
  }

  return {
    check(personId, groupId) {
      const key = `${personId} ${groupId}`
      const found = flights.get(key)
      if (found) return found
      const queue = groups.get(groupId) ?? { running: 0, waiting: [] }
      groups.set(groupId, queue)
      const { promise, resolve } = Promise.withResolvers<RuleOutcome>()
      flights.set(key, promise)
      queue.waiting.push({ personId, resolve })
      // Requests of the same moment are checked together.
      queueMicrotask(() => startBatches(groupId, queue))
      return promise
    },
  }
}
