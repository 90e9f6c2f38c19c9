import { WRITE_PROBE_EVERY_MS } from '@countersign/contract/limits.ts'
import type { Context } from '../context.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { sendEmpty } from '../platform/http/send-response.ts'
import { writeNothing } from '../platform/store/probe-write.ts'
import { readInstance } from '../settings/read-settings.ts'

/** The process answers. */
export function sendHealth(exchange: Exchange, headers: Record<string, string>): void {
  sendEmpty(exchange, 200, headers)
}

type Readiness = { stopping: boolean; canWork: () => Promise<boolean>; headers: Record<string, string> }

/** It can also do its work, and nobody told it to stop. */
export async function sendReadiness(exchange: Exchange, { stopping, canWork, headers }: Readiness): Promise<void> {
  sendEmpty(exchange, !stopping && (await canWork()) ? 200 : 503, headers)
}

/** Whether the database answers, asked each time, and whether it takes writes, asked now and then. */
export function watchDatabase(context: Context): () => Promise<boolean> {
  let probe = { at: Number.NEGATIVE_INFINITY, writes: Promise.resolve(false) }

  function canWrite(): Promise<boolean> {
    const age = context.now() - probe.at
    // A clock that was set back makes it look young for ever.
    if (age < 0 || age >= WRITE_PROBE_EVERY_MS) probe = { at: context.now(), writes: tryWriting(context) }
    return probe.writes
  }

  return async () => {
    const reads = await readInstance(context).then(Boolean, () => false)
    return reads && canWrite()
  }
}

function tryWriting(context: Context): Promise<boolean> {
  return writeNothing(context.store).then(
    () => true,
    (error: Error) => {
      context.log.error('the database takes no writes', { cause: String(error.cause ?? error) })
      return false
    },
  )
}
