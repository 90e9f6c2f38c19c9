/** Whether an endpoint besides the API answered as it should. Returns what is wrong. */

import type { Answer } from '../connection.ts'
import type { FuzzRequest } from '../requests/request.ts'
import { checkProblem } from './check-problem.ts'

export function checkEndpoint({ kind, method }: FuzzRequest, answer: Answer): string | undefined {
  const { status, headers, body } = answer
  const type = headers.get('content-type')?.[0] ?? ''
  const location = headers.get('location')?.[0]
  if (location !== undefined && isHostile(location)) return `redirected to ${location}`
  if (location?.startsWith('/app-problem?code=server_error')) return 'failed'
  if (headers.has('x-injected')) return 'sent a header of the request'
  if (type.startsWith('text/html') && body.includes('<script>alert(1)')) return 'repeated a script of the request'
  // A rule that cannot be checked; or a route, whose code is in the body that a HEAD request does not get.
  const isUnknown = status === 503 && (kind === 'forward-auth' || kind === 'route')
  if (status >= 500 && !isUnknown) return `answered ${status}: ${body.toString('utf8', 0, 300)}`
  if (status < 400 || method === 'HEAD') return undefined
  if (type === 'application/problem+json') return checkProblem(answer, undefined)
  return kind === 'oidc' ? checkOauthError(answer, type) : undefined
}

function isHostile(location: string): boolean {
  return /^(?:\/[/\\]|[a-z+.-]*script:|data:|https?:\/\/[^/]*evil\.example)|[\r\n]/i.test(location)
}

/** RFC 6749 5.2. */
function checkOauthError({ body, status }: Answer, type: string): string | undefined {
  // Of oidc-provider, to a path or a method that it does not have.
  if (status === 404 && body.toString() === 'Not Found') return undefined
  if (!type.startsWith('application/json')) return `answered ${status} with ${type || 'no type'}`
  const { error } = JSON.parse(body.toString()) as { error?: unknown } // compared at once
  return typeof error === 'string' && /^[a-z_]+$/.test(error) ? undefined : `answered ${status}: ${body}`
}
