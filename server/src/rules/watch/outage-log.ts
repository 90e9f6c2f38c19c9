import type { Log } from '../../platform/log.ts'

type Fields = Parameters<Log['warn']>[1]

export type OutageLog = {
  failed(job: string, fields: Fields): void
  succeeded(job: string): void
}

/** Logs the first failure of a job, and the first success after it. */
export function createOutageLog(log: Log): OutageLog {
  const failing = new Set<string>()
  return {
    failed(job, fields) {
      if (failing.has(job)) return
      failing.add(job)
      log.warn(`could not ${job}`, fields)
    },
    succeeded(job) {
      if (failing.delete(job)) log.info(`can ${job} again`)
    },
  }
}
