import { messageFor, writeMessage } from '../../../contract/src/message/message.ts'
import type { Challenge } from '../../../contract/src/routes/challenge.ts'
import { type Answer, type Connection, cookieOf, type Request, writeRequest } from './http-client.ts'
import { signText, type Wallet } from './wallet.ts'

export type SystemName = 'countersign' | 'better-auth' | 'oidc-memory' | 'bare-http' | 'bare-sign-in'

/** `cookies` are those that the browser keeps after sign-out, which make its device known. */
export type Visit = { wallet: Wallet; cookies?: string | undefined }

/** `cookie` belongs to the session, `kept` is what a known device sends the next time. */
export type SignedIn = { cookie: string; kept: string; answer: Answer }

export type System = {
  signIn(connection: Connection, port: number, visit: Visit): Promise<SignedIn>
  sessionCheck(port: number, cookie: string): string
  isSignedIn(answer: Answer): boolean
}

let visitors = 0

/** Each visitor has its own IP address, so that rate limits stay enabled without affecting the result. */
export function newVisitor(): Record<string, string> {
  const number = ++visitors
  return {
    'X-Forwarded-For': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    'X-Countersign': '1',
  }
}

const countersign: System = {
  async signIn(connection, port, { wallet, cookies }) {
    const visitor = cookies ? { ...newVisitor(), Cookie: cookies } : newVisitor()
    const body = { purpose: 'sign_in' }
    const created = await post(connection, 201, { path: '/api/challenges', port, headers: visitor, body })
    const challenge: Challenge = JSON.parse(created.body)
    const message = writeMessage(messageFor(challenge, { namespace: 'eip155', chain: '1', address: wallet.address }))
    const proof = {
      namespace: 'eip155',
      challenge: challenge.token,
      account: `eip155:1:${wallet.address}`,
      message,
      signature: signText(wallet, message),
    }
    const headers = { ...visitor, Cookie: cookies ?? cookieOf(created, 'cs_pre') }
    const answer = await post(connection, 201, { path: '/api/sessions', port, headers, body: { proof, keep: true } })
    const binding = /cs_pre=[^;]+/.exec(headers.Cookie)?.[0] ?? ''
    return {
      cookie: `${binding}; ${cookieOf(answer, 'cs')}`,
      kept: `${binding}; ${cookieOf(answer, 'cs_dev')}`,
      answer,
    }
  },
  sessionCheck: (port, cookie) =>
    writeRequest({ method: 'GET', path: '/api/session', port, headers: { Cookie: cookie } }),
  isSignedIn: (answer) => answer.status === 200 && answer.body.startsWith('{"session":{'),
}

const betterAuth: System = {
  async signIn(connection, port, { wallet }) {
    const visitor = newVisitor()
    const created = await post(connection, 200, { path: '/api/auth/siwe/nonce', port, headers: visitor, body: {} })
    const now = Date.now()
    const message = writeMessage({
      namespace: 'eip155',
      domain: `localhost:${port}`,
      address: wallet.address,
      statement: 'Sign in. Signing is free and does not send a transaction.',
      uri: `http://localhost:${port}`,
      chainId: '1',
      nonce: JSON.parse(created.body).nonce,
      issuedAt: new Date(now).toISOString(),
      expirationTime: new Date(now + 600_000).toISOString(),
      requestId: undefined,
    })
    const body = { message, signature: signText(wallet, message) }
    const answer = await post(connection, 200, { path: '/api/auth/siwe/verify', port, headers: visitor, body })
    return { cookie: cookieOf(answer, 'better-auth.session_token'), kept: '', answer }
  },
  sessionCheck: (port, cookie) =>
    writeRequest({ method: 'GET', path: '/api/auth/get-session', port, headers: { Cookie: cookie } }),
  isSignedIn: (answer) => answer.status === 200 && answer.body.startsWith('{"session":{'),
}

/** No sign-in: it gets the same request and returns a response of the same size. */
const bareHttp: System = {
  signIn: () => Promise.reject(new Error('bare-http has no sign-in')),
  sessionCheck: countersign.sessionCheck,
  isSignedIn: countersign.isSignedIn,
}

/** Signs anyone in without a proof: only what follows is measured. */
const oidcMemory: System = {
  async signIn(connection, port) {
    const answer = await connection.send(writeRequest({ method: 'GET', path: '/enter', port }))
    return { cookie: cookieOf(answer, 'cs'), kept: '', answer }
  },
  sessionCheck: countersign.sessionCheck,
  isSignedIn: () => false,
}

export const systems: Record<SystemName, System> = {
  countersign,
  'better-auth': betterAuth,
  'oidc-memory': oidcMemory,
  'bare-http': bareHttp,
  // It has the same two routes.
  'bare-sign-in': countersign,
}

async function post(connection: Connection, status: number, request: Omit<Request, 'method'>): Promise<Answer> {
  const answer = await connection.send(writeRequest({ method: 'POST', ...request }))
  if (answer.status !== status) throw new Error(`Expected ${status}, got ${answer.head}\n${answer.body}`)
  return answer
}
