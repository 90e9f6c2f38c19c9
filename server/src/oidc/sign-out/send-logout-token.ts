/** The one call this server makes to an app: telling it that somebody signed out. */

import { lookup } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { LOGOUT_TIMEOUT_MS } from '@countersign/contract/limits/app-limits.ts'
import { isPrivateAddress } from '../../platform/private-address.ts'

/** Not followed anywhere, not waited for long, and nothing of the answer is read. */
export async function callApp(
  target: string | URL | Request,
  { method = 'GET', headers, body }: RequestInit = {},
  resolve: LookupFunction = lookup as LookupFunction, // its overloads say the same
): Promise<Response> {
  const url = new URL(target instanceof Request ? target.url : target)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('an app is called by http alone')
  const isPlain = url.protocol === 'http:'
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0) requireAllowed(literal, isPlain)
  const options = {
    method,
    headers: Object.fromEntries(new Headers(headers)),
    signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS),
    lookup: lookUpAllowed(resolve, isPlain),
    agent: false,
  }
  const status = await new Promise<number>((done, fail) => {
    const outgoing = (isPlain ? requestPlain : requestSecure)(url, options, (incoming) => {
      incoming.destroy()
      done(incoming.statusCode ?? 500)
    })
    outgoing.on('error', fail)
    outgoing.end(body == null ? undefined : String(body))
  })
  return new Response(null, { status })
}

/** What is judged is the very address that is called: a name may mean another one a moment later. */
function lookUpAllowed(resolve: LookupFunction, isPlain: boolean): LookupFunction {
  return (hostname, options, answer) =>
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const all = Array.isArray(found) ? found : []
      const [first] = all
      if (error || !first) return answer(error ?? new Error('no address'), '')
      try {
        for (const { address } of all) requireAllowed(address, isPlain)
      } catch (refusal) {
        return answer(refusal as Error, '') // thrown by us
      }
      if (options.all) answer(null, all)
      else answer(null, first.address, first.family)
    })
}

/** No app has one of these: clouds tell secrets there, and others mean everybody or nobody. */
const never = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  never.addSubnet(net, bits, 'ipv4')
never.addAddress('::', 'ipv6')
never.addSubnet('fe80::', 10, 'ipv6')
never.addSubnet('ff00::', 8, 'ipv6')
never.addAddress('fd00:ec2::254', 'ipv6')

/** Without TLS only within the own network: anybody between could read who signed out. */
function requireAllowed(address: string, isPlain: boolean): void {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  if (never.check(address, family)) throw new Error('no app has such an address')
  if (isPlain && !isPrivateAddress(address)) throw new Error('only https leaves the own network')
}
