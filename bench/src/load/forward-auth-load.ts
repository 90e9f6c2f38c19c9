import { checkPath } from '../../../server/src/forward-auth/check-path.ts'
import { deriveKeys } from '../../../server/src/platform/crypto/keys.ts'
import { type Connection, cookieOf, locationOf, writeRequest } from './http-client.ts'

export const BENCH_HOST = 'bench.localhost:8080'
export const BENCH_SECRET = 'ab'.repeat(32)
const CHECK_PATH = checkPath(deriveKeys(Buffer.from(BENCH_SECRET, 'hex')), '')

/** Completes the sign-in with a ticket and returns the check for later requests. */
export async function enterHost(connection: Connection, port: number, cookie: string): Promise<string> {
  const redirect = await connection.send(check(port, '/', { Accept: 'text/html' }))
  const state = cookieOf(redirect, 'cs_fwd_state_8080')
  const path = pathOf(locationOf(redirect))
  const ticket = await connection.send(writeRequest({ method: 'GET', path, port, headers: { Cookie: cookie } }))
  const landed = await connection.send(check(port, pathOf(locationOf(ticket)), { Cookie: state }))
  return checkWith(port, `${state}; ${cookieOf(landed, 'cs_fwd_8080')}`)
}

/** The same request for a server that ignores it. */
export function placeholderCheck(port: number): string {
  return checkWith(port, `cs_fwd_state_8080=${'x'.repeat(43)}; cs_fwd_8080=${'x'.repeat(85)}`)
}

function checkWith(port: number, cookie: string): string {
  return check(port, '/static/page.css?v=1', { Cookie: cookie })
}

function check(port: number, uri: string, headers: Record<string, string>): string {
  const forwarded = {
    'X-Forwarded-Method': 'GET',
    'X-Forwarded-Proto': 'http',
    'X-Forwarded-Host': BENCH_HOST,
    'X-Forwarded-Uri': uri,
    'X-Forwarded-For': '192.0.2.1',
  }
  return writeRequest({ method: 'GET', path: CHECK_PATH, port, headers: { ...forwarded, ...headers } })
}

function pathOf({ pathname, search }: URL): string {
  return pathname + search
}
