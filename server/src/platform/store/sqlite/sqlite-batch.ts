/**
 * Work that shares a commit: each can fail alone, with one fsync for all. A savepoint for each costs a fifth of its
 * writes, so repeatable work runs without: if one fails after it has written, all are rolled back and run again with
 * savepoints.
 */

import type { Queries } from '../database.ts'
import { classify, retryWhileBusy } from './sqlite-errors.ts'
import type { Connection, OpenFile } from './sqlite-file.ts'

export type Job = {
  work: (queries: Queries) => Promise<unknown>
  settle: (outcome: Outcome) => void
  since: number
  /** One statement, which SQLite undoes itself when it fails. */
  isSingle: boolean
  repeatable: boolean
}
export type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown }

export const BATCH_MAX = 64

/** How many share the next commit: only repeatable ones, or only others. */
export function countBatch(queue: Job[]): number {
  const other = queue.findIndex(({ repeatable }) => repeatable !== queue[0]?.repeatable)
  return Math.min(other < 0 ? queue.length : other, BATCH_MAX)
}

/** Returns whether a statement that `notifies` was committed. */
export async function commitTogether(open: () => OpenFile, batch: Job[], waitMs: number): Promise<boolean> {
  let committed: Committed | undefined
  try {
    const file = open()
    const until = (batch[0]?.since ?? 0) + waitMs
    if (batch[0]?.repeatable) committed = await commitBatch(file, until, (writer) => runJobs(writer, batch))
    committed ??= await commitBatch(file, until, (writer) => runIsolatedJobs(writer, batch))
  } catch (error) {
    const failure = classify(error)
    for (const job of batch) job.settle({ ok: false, error: failure })
    return false
  }
  for (const [index, job] of batch.entries())
    job.settle(committed?.outcomes[index] ?? { ok: false, error: new Error('Lost') })
  return committed?.notifies ?? false
}

type Committed = { outcomes: Outcome[]; notifies: boolean }

/** Rolls back if nothing succeeded, or if `run` returns no outcomes. */
async function commitBatch(
  { writer, cache }: OpenFile,
  until: number,
  run: (writer: Connection) => Promise<Outcome[] | undefined>,
): Promise<Committed | undefined> {
  await retryWhileBusy(() => writer.exec('BEGIN IMMEDIATE'), until)
  try {
    const outcomes = await run(writer)
    const isCommitted = outcomes?.some(({ ok }) => ok) ?? false
    writer.exec(isCommitted ? 'COMMIT' : 'ROLLBACK')
    const changes = writer.changes.take()
    cache.invalidate(changes)
    return outcomes && { outcomes, notifies: isCommitted && changes.notifies }
  } catch (error) {
    if (writer.inTransaction()) writer.exec('ROLLBACK')
    throw error
  }
}

/** Undefined when one failed after it had written, which cannot be undone alone. */
async function runJobs(writer: Connection, batch: Job[]): Promise<Outcome[] | undefined> {
  const outcomes: Outcome[] = []
  for (const { work } of batch) {
    const before = writer.changes.count()
    try {
      outcomes.push({ ok: true, value: await work(writer.queries) })
    } catch (error) {
      if (!writer.inTransaction()) throw error
      if (writer.changes.count() !== before && batch.length > 1) return undefined
      outcomes.push({ ok: false, error: classify(error) })
    }
  }
  return outcomes
}

async function runIsolatedJobs(writer: Connection, batch: Job[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const job of batch) outcomes.push(await runIsolated(writer, job, !job.isSingle && batch.length > 1))
  return outcomes
}

async function runIsolated(writer: Connection, job: Job, savepoint: boolean): Promise<Outcome> {
  if (savepoint) writer.exec('SAVEPOINT job')
  try {
    const value = await job.work(writer.queries)
    if (savepoint) writer.exec('RELEASE job')
    return { ok: true, value }
  } catch (error) {
    // A full disk rolls the whole transaction back, so no job succeeded.
    if (!writer.inTransaction()) throw error
    if (savepoint) {
      writer.exec('ROLLBACK TO job')
      writer.exec('RELEASE job')
    }
    return { ok: false, error: classify(error) }
  }
}
