import { WRITE_PROBE_EVERY_MS } from '@countersign/contract/limits.ts'
import type { Context } from '../context.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { send } from '../platform/http/send-response.ts'
import { probeWrite } from '../platform/store/probe-write.ts'
import { findSetting } from '../platform/store/setting.ts'

type Readiness = { stopping: boolean; canWork: () => Promise<boolean>; headers: Record<string, string> }

/** Ready unless the server stops or the database fails. */
export async function sendReadiness(exchange: Exchange, { stopping, canWork, headers }: Readiness): Promise<void> {
  send(exchange, !stopping && (await canWork()) ? 200 : 503, { headers })
}

/** Reads are checked on each call, writes at most every few seconds. */
export function watchDatabase(context: Context): () => Promise<boolean> {
  let probe = { at: Number.NEGATIVE_INFINITY, writes: Promise.resolve(false) }

  function canWrite(): Promise<boolean> {
    const age = context.now() - probe.at
    // After the clock was set back the age is negative.
    if (age < 0 || age >= WRITE_PROBE_EVERY_MS) probe = { at: context.now(), writes: tryWrite(context) }
    return probe.writes
  }

  return async () => {
    const reads = await findSetting(context.store, 'owner').then(
      () => true,
      () => false,
    )
    return reads && canWrite()
  }
}

function tryWrite(context: Context): Promise<boolean> {
  return probeWrite(context.store).then(
    () => true,
    (error: Error) => {
      context.log.error('database is not writable', { cause: String(error.cause ?? error) })
      return false
    },
  )
}
