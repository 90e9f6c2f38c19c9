/** The load generator: a separate process that reports acknowledged requests. */

import { openConnection } from './http-client.ts'
import type { Order, Outcome } from './order.ts'
import { prepareStep } from './steps.ts'

let stopped = false

process.on('message', (order: Order | 'stop') => {
  if (order === 'stop') {
    stopped = true
    return
  }
  stopped = false
  runOrder(order)
    .catch((error): Outcome => ({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }))
    .then((outcome) => process.send?.(outcome))
})
process.on('disconnect', () => process.exit(0))

async function runOrder(order: Order): Promise<Outcome> {
  const step = await prepareStep(order)
  const connections = Array.from({ length: order.concurrency }, () => openConnection(order.port))
  const latencies: number[] = []
  process.send?.({ started: true })
  const started = performance.now()
  await Promise.all(
    connections.map(async (connection) => {
      for (let at = started; !stopped && latencies.length < (order.most ?? Number.POSITIVE_INFINITY); ) {
        await step(connection)
        const now = performance.now()
        latencies.push(now - at)
        at = now
      }
      connection.close()
    }),
  )
  const seconds = (performance.now() - started) / 1000
  latencies.sort((a, b) => a - b)
  const quantile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return { done: latencies.length, seconds, p50: quantile(0.5), p99: quantile(0.99) }
}
