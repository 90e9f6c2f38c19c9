/** The load generator: a separate process that reports acknowledged requests. */

import { codeFlow, PEOPLE } from './code-flow-load.ts'
import { enterHost, placeholderCheck } from './forward-auth-load.ts'
import { type Answer, type Connection, openConnection } from './http-client.ts'
import { PLACEHOLDER_COOKIE, type SystemName, systems } from './systems.ts'
import { newWallet, type Wallet } from './wallet.ts'

export type Order = {
  system: SystemName
  action: 'sign-in' | 'session-check' | 'forward-auth' | 'code-flow'
  port: number
  concurrency: number
  most?: number
}
export type Outcome = { done: number; seconds: number; p50: number; p99: number } | { error: string }

// The number of sessions for session checks, each limited to 300 reads a minute.
const SESSIONS = 3000
const HOST_SESSIONS = 500
const PREPARED_WALLETS = 12_000

/** By port, since two versions of a system are two servers. */
const cookies = new Map<number, string[]>()

function cookiesOf({ system, port }: Order): string[] {
  const kept = cookies.get(port) ?? (system === 'bare-http' ? [PLACEHOLDER_COOKIE] : [])
  cookies.set(port, kept)
  return kept
}

const wallets: Wallet[] = []

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
  if (order.action === 'sign-in') while (wallets.length < (order.most ?? PREPARED_WALLETS)) wallets.push(newWallet())
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

type Step = (connection: Connection) => Promise<void>

async function prepareStep(order: Order): Promise<Step> {
  if (order.action === 'sign-in') return signIns(order)
  if (order.action === 'code-flow') return codeFlows(order)
  return order.action === 'session-check' ? sessionChecks(order) : forwardChecks(order)
}

function codeFlows(order: Order): Step {
  const { system, port } = order
  const people = cookiesOf(order).slice(-PEOPLE)
  if (people.length < PEOPLE) throw new Error('Not enough people are signed in')
  let next = 0
  return (connection) => codeFlow(connection, { system, port, cookie: people[next++ % people.length] ?? '' })
}

/** Sign-ins at the host come first; only later checks are measured. */
const entered: string[] = []

async function forwardChecks(order: Order): Promise<Step> {
  const { system, port } = order
  const requests = system === 'bare-http' ? [placeholderCheck(port)] : entered
  if (requests.length === 0) {
    const connection = openConnection(port)
    for (const cookie of cookiesOf(order).slice(-HOST_SESSIONS))
      requests.push(await enterHost(connection, port, cookie))
    connection.close()
  }
  return sendInTurn(requests, ({ status }) => status === 200)
}

function signIns(order: Order): Step {
  const { system, port } = order
  const kept = cookiesOf(order)
  return async (connection) => {
    kept.push(await systems[system].signIn(connection, port, wallets.pop() ?? newWallet()))
    if (kept.length > 2 * SESSIONS) kept.splice(0, SESSIONS)
  }
}

function sessionChecks(order: Order): Step {
  const { system, port } = order
  const requests = cookiesOf(order)
    .slice(-SESSIONS)
    .map((cookie) => systems[system].sessionCheck(port, cookie))
  if (requests.length === 0) throw new Error('No sessions to check')
  return sendInTurn(requests, systems[system].isSignedIn)
}

function sendInTurn(requests: string[], isExpected: (answer: Answer) => boolean): Step {
  let next = 0
  return async (connection) => {
    const answer = await connection.send(requests[next++ % requests.length] ?? '')
    if (!isExpected(answer)) throw new Error(`Unexpected response: ${answer.head}\n${answer.body}`)
  }
}
