/** Whether an answer is one that the contract allows. Returns what is wrong with it. */

import type { Route } from '@countersign/contract/route.ts'
import { routes, schemasOf } from '@countersign/contract/schemas/route-schemas.ts'
import type { Answer } from '../connection.ts'
import { type FuzzRequest, findRoute } from '../requests/request.ts'
import { checkEndpoint } from './check-endpoint.ts'
import { checkProblem, parseJson } from './check-problem.ts'

export function checkAnswer(request: FuzzRequest, answer: Answer): string | undefined {
  const { status, body } = answer
  if (status < 200) return `answered with status ${status}`
  // Node's own answers: to another expectation than `100-continue`, and to what it cannot parse.
  if (status === 417) return undefined
  const isHead = request.method === 'HEAD'
  if (status === 431 || (status === 400 && body.length === 0 && !isHead))
    return answer.closes ? undefined : `kept open after ${status}`
  if (request.kind !== 'route' || isHead) return checkEndpoint(request, answer)
  const route = findRoute(routes, request.method, request.target)
  if (status >= 400) return checkProblem(answer, route)
  return route ? checkSuccess(answer, route) : `answered ${status} where there is no route`
}

function checkSuccess({ status, headers, body }: Answer, route: Route): string | undefined {
  const type = headers.get('content-type')?.[0] ?? ''
  if (status === 304 && route.method === 'GET' && route.caller === 'anyone') return undefined
  if (status !== route.status) return `answered ${status} instead of ${route.status}`
  if (route.status === 204) return body.length === 0 ? undefined : 'answered 204 with a body'
  const wanted = route.media ?? 'application/json'
  if (!type.startsWith(wanted)) return `answered ${status} with ${type || 'no type'}`
  if (route.media) return undefined
  const read = schemasOf(route).answer?.safeParse(parseJson(body))
  if (!read) return body.length === 0 ? undefined : 'answered with a body'
  if (read.success) return undefined
  const issues = read.error.issues.slice(0, 3).map(({ path, code }) => `${path.join('.')} ${code}`)
  return `answered outside its schema: ${issues.join(', ')} in ${body.toString('utf8', 0, 600)}`
}
