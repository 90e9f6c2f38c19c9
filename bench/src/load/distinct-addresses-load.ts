/** What anyone can send without a session, each request from an IP address of its own. */

import { randomBytes } from 'node:crypto'
import { messageFor, writeMessage } from '../../../contract/src/message/message.ts'
import type { Challenge } from '../../../contract/src/routes/challenge.ts'
import { type Connection, cookieOf, openConnection, type Request, writeRequest } from './http-client.ts'
import { newWallet, signText } from './wallet.ts'

type Sent = Omit<Request, 'port'> & { status: number }
type Kept = { challenge: Challenge; cookie: string }

const CHALLENGES = 64

/** Proofs answer the first challenges, which a wrong signature does not spend. */
export async function requestsFromDistinctAddresses(port: number): Promise<(connection: Connection) => Promise<void>> {
  const challenges: Kept[] = []
  let visitors = 0
  const send = async (connection: Connection, { status, headers, ...request }: Sent) => {
    const visitor = { 'X-Forwarded-For': addressAt(visitors++), 'X-Countersign': '1' }
    const answer = await connection.send(writeRequest({ ...request, port, headers: { ...visitor, ...headers } }))
    if (answer.status !== status) throw new Error(`Expected ${status}, got ${answer.head}\n${answer.body}`)
    return answer
  }
  const connection = openConnection(port)
  while (challenges.length < CHALLENGES) {
    const answer = await send(connection, askChallenge())
    challenges.push({ challenge: JSON.parse(answer.body), cookie: cookieOf(answer, 'cs_pre') })
  }
  connection.close()
  let next = 0
  return async (connection) => {
    const number = next++
    const kept = challenges[number % CHALLENGES]
    const write = MIX[number % MIX.length]
    if (kept && write) await send(connection, write(kept))
  }
}

/** From the ranges for private use and documentation; every IPv6 address is in a /48 of its own. */
function addressAt(number: number): string {
  if (number % 2 === 0) return `10.${[number >> 14, number >> 7, number].map((part) => 100 + (part & 127)).join('.')}`
  return `3fff:${((number >> 16) & 0xfff).toString(16)}:${(number & 0xffff).toString(16)}:1::1`
}

const signer = newWallet()
const other = newWallet()

/** An odd number, so that each is sent from IPv4 and IPv6 addresses. */
const MIX: ((kept: Kept) => Sent)[] = [
  askChallenge,
  (kept) => prove(kept, '/api/sessions', { keep: true }),
  () => ({ method: 'GET', path: '/sign-in', headers: { Accept: 'text/html' }, status: 200 }),
  // Of a new browser, with the cookies of other programs on this host.
  () => ({ ...askChallenge(), headers: { Cookie: `cs_pre=${randomToken(16)}; other=${'x'.repeat(8000)}` } }),
  () => ({ method: 'GET', path: '/api/session', headers: { Cookie: `cs=${randomToken(32)}` }, status: 401 }),
  () => ({ method: 'GET', path: '/api/public', status: 200 }),
  (kept) => prove(kept, '/api/recoveries', { keep: true, code: randomToken(15) }, 403),
  () => ({ method: 'POST', path: '/api/client-errors', body: { code: 'page/crashed' }, status: 204 }),
  () => ({ method: 'POST', path: '/api/challenges', body: { purpose: randomToken(6) }, status: 400 }),
  () => ({ method: 'GET', path: `/oidc/authorize?client_id=${randomToken(9)}&response_type=code`, status: 303 }),
  () => ({ method: 'POST', path: '/oidc/token', form: { grant_type: 'authorization_code' }, status: 400 }),
]

function askChallenge(): Sent {
  return { method: 'POST', path: '/api/challenges', body: { purpose: 'sign_in' }, status: 201 }
}

/** Signed by a wallet that the message does not name. */
function prove({ challenge, cookie }: Kept, path: string, rest: object, status = 422): Sent {
  const { address } = other
  const message = writeMessage(messageFor(challenge, { namespace: 'eip155', chain: '1', address }))
  const signature = signText(signer, message)
  const proof = { namespace: 'eip155', challenge: challenge.token, account: `eip155:1:${address}`, message, signature }
  return { method: 'POST', path, headers: { Cookie: cookie }, body: { proof, ...rest }, status }
}

function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}
