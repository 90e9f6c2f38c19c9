/** What one connection of the load generator repeats. */

import { codeFlow, PEOPLE } from './code-flow-load.ts'
import { enterHost, placeholderCheck } from './forward-auth-load.ts'
import { type Answer, type Connection, openConnection } from './http-client.ts'
import type { Order } from './order.ts'
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
    case 'forward-auth':
      return forwardChecks(order)
    case 'code-flow':
      return codeFlows(order)
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
