/** Names are normalized one after another in a worker thread, which ends when it has been idle for a while. */

import { Worker } from 'node:worker_threads'
import { ENS_THREAD_KEPT_MS } from '@countersign/contract/limits/network-limits.ts'

type Options = { script?: URL; keptMs?: number }

type Thread = { worker: Worker; waiting: PromiseWithResolvers<string | undefined>[]; timeout?: NodeJS.Timeout }

type Normalize = (name: string) => Promise<string | undefined>

export function createNormalizer({
  script = new URL('./normalize-worker.ts', import.meta.url),
  keptMs = ENS_THREAD_KEPT_MS,
}: Options = {}): Normalize {
  let thread: Thread | undefined

  function start(): Thread {
    const started: Thread = { worker: new Worker(script), waiting: [] }
    const end = (error?: Error) => {
      if (thread === started) thread = undefined
      for (const { reject } of started.waiting.splice(0)) reject(error ?? new Error('The thread ended'))
    }
    started.worker.on('message', (name: string | undefined) => {
      started.waiting.shift()?.resolve(name)
      if (started.waiting.length === 0) keepIdle(started)
    })
    started.worker.on('error', end)
    started.worker.on('exit', () => end())
    return started
  }

  /** An idle thread does not keep the process running. */
  function keepIdle(idle: Thread): void {
    idle.worker.unref()
    idle.timeout = setTimeout(() => {
      thread = undefined
      void idle.worker.terminate()
    }, keptMs).unref()
  }

  return (name) => {
    thread ??= start()
    clearTimeout(thread.timeout)
    thread.worker.ref()
    const answer = Promise.withResolvers<string | undefined>()
    thread.waiting.push(answer)
    thread.worker.postMessage(name)
    return answer.promise
  }
}

/** ENSIP-15; undefined for a name that cannot exist. */
export const normalizeName = createNormalizer()
