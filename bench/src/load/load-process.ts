import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Order, Outcome } from './order.ts'

export type Done = Extract<Outcome, { done: number }>

export type Load = {
  /** Runs until `enough` returns true, counted from when the generator is ready. */
  run(order: Order, enough: () => boolean): Promise<Done>
  close(): void
}

const POLL_EVERY_MS = 20

export function startLoad(): Load {
  const child = fork(join(import.meta.dirname, 'generate-load.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  return {
    async run(order, enough) {
      child.send(order)
      const ready = await nextMessage(child)
      if ('error' in ready) throw new Error(`${order.system}, ${order.action}: ${ready.error}`)
      const polling = setInterval(() => {
        if (enough()) child.send('stop')
      }, POLL_EVERY_MS)
      const outcome = await nextMessage(child).finally(() => clearInterval(polling))
      if ('error' in outcome) throw new Error(`${order.system}, ${order.action}: ${outcome.error}`)
      return outcome
    },
    close: () => child.disconnect(),
  }
}

/** True once so many seconds have passed since the first call. */
export function after(seconds: number): () => boolean {
  let began: number | undefined
  return () => {
    began ??= performance.now()
    return performance.now() - began >= seconds * 1000
  }
}

function nextMessage(child: ChildProcess): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const lost = () => reject(new Error('The load generator ended'))
    child.once('exit', lost)
    child.once('message', (message: Outcome) => {
      child.off('exit', lost)
      resolve(message)
    })
  })
}
