/** What one connection of the load generator repeats. */

import { codeFlow, PEOPLE } from './code-flow-load.ts'
import { requestsFromDistinctAddresses } from './distinct-addresses-load.ts'
import { enterHost, placeholderCheck } from './forward-auth-load.ts'
import { type Answer, type Connection, openConnection, writeRequest } from './http-client.ts'
import type { Action, Order } from './order.ts'
import { addPerson, addSession, nextPerson, populationOf, prepareWallets, SESSIONS, takeWallet } from './people.ts'
import { systems } from './systems.ts'

export type Step = (connection: Connection) => Promise<void>

const HOST_SESSIONS = 500

export async function prepareStep(order: Order): Promise<Step> {
  switch (order.action) {
    case 'new-sign-in':
      return newSignIns(order)
    case 'returning-sign-in':
      return returningSignIns(order, false)
    case 'known-device-sign-in':
      return returningSignIns(order, true)
    case 'session-check':
      return sessionChecks(order)
    case 'own-lists':
      return ownLists(order)
    case 'mixed':
      return mixedSteps(order)
    case 'forward-auth':
      return forwardChecks(order)
    case 'code-flow':
      return codeFlows(order)
    case 'distinct-addresses':
      return requestsFromDistinctAddresses(order.port)
  }
}

function newSignIns(order: Order): Step {
  const { system, port, most } = order
  const population = populationOf(order)
  prepareWallets(most)
  return async (connection) => {
    const wallet = takeWallet()
    const { cookie, kept } = await systems[system].signIn(connection, port, { wallet })
    addPerson(population, { wallet, cookies: kept })
    addSession(population, cookie)
  }
}

function returningSignIns(order: Order, onKnownDevice: boolean): Step {
  const { system, port } = order
  const population = populationOf(order)
  return async (connection) => {
    const { wallet, cookies } = nextPerson(population)
    const visit = onKnownDevice ? { wallet, cookies } : { wallet }
    const { cookie } = await systems[system].signIn(connection, port, visit)
    addSession(population, cookie)
  }
}

function sessionChecks(order: Order): Step {
  const { system, port } = order
  const requests = populationOf(order)
    .sessions.slice(-SESSIONS)
    .map((cookie) => systems[system].sessionCheck(port, cookie))
  if (requests.length === 0) throw new Error('No sessions to check')
  return sendInTurn(requests, systems[system].isSignedIn)
}

const OWN_LISTS = ['/api/me/sessions', '/api/me/wallets', '/api/me/activity']

function ownLists(order: Order): Step {
  const { port } = order
  const requests = populationOf(order)
    .sessions.slice(-SESSIONS)
    .map((cookie, index) => {
      const path = OWN_LISTS[index % OWN_LISTS.length] ?? ''
      return writeRequest({ method: 'GET', path, port, headers: { Cookie: cookie } })
    })
  return sendInTurn(requests, ({ status }) => status === 200)
}

/** Of twenty steps, in this order. */
const MIX: Action[] = [
  'new-sign-in',
  'returning-sign-in',
  'returning-sign-in',
  'known-device-sign-in',
  'known-device-sign-in',
  'own-lists',
  ...Array.from({ length: 9 }, () => 'session-check' as const),
  ...Array.from({ length: 5 }, () => 'forward-auth' as const),
]

async function mixedSteps(order: Order): Promise<Step> {
  const steps = new Map<Action, Step>()
  for (const action of MIX) if (!steps.has(action)) steps.set(action, await prepareStep({ ...order, action }))
  let next = 0
  return async (connection) => {
    const action = MIX[next++ % MIX.length]
    await (action && steps.get(action)?.(connection))
  }
}

/** Sign-ins at the host come first; only later checks are measured. */
const entered = new Map<number, string[]>()

async function forwardChecks(order: Order): Promise<Step> {
  const { system, port } = order
  const requests = system === 'bare-http' ? [placeholderCheck(port)] : (entered.get(port) ?? [])
  entered.set(port, requests)
  if (requests.length === 0) {
    const connection = openConnection(port)
    for (const cookie of populationOf(order).sessions.slice(-HOST_SESSIONS))
      requests.push(await enterHost(connection, port, cookie))
    connection.close()
  }
  return sendInTurn(requests, ({ status }) => status === 200)
}

function codeFlows(order: Order): Step {
  const { system, port } = order
  const cookies = populationOf(order).sessions.slice(-PEOPLE)
  if (cookies.length < PEOPLE) throw new Error('Not enough people are signed in')
  let next = 0
  return (connection) => codeFlow(connection, { system, port, cookie: cookies[next++ % cookies.length] ?? '' })
}

function sendInTurn(requests: string[], isExpected: (answer: Answer) => boolean): Step {
  let next = 0
  return async (connection) => {
    const answer = await connection.send(requests[next++ % requests.length] ?? '')
    if (!isExpected(answer)) throw new Error(`Unexpected response: ${answer.head}\n${answer.body}`)
  }
}
