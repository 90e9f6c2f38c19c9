import { lookup } from 'node:dns'
import https from 'node:https'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { LOGOUT_TIMEOUT_MS } from '@countersign/contract/limits/app-limits.ts'
import { http } from '../../platform/http/node-http.ts'
import { isPrivateAddress } from '../../platform/ip-address.ts'

/** Follows no redirect, has a short timeout, and reads nothing but the status. */
export async function callApp(
  target: string | URL | Request,
  { method, headers, body }: RequestInit = {},
  resolve: LookupFunction = lookup as LookupFunction, // one of its overloads
): Promise<Response> {
  const url = new URL(target instanceof Request ? target.url : target)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('only http and https URLs are called')
  const isPlain = url.protocol === 'http:'
  const literal = url.hostname.replace(/[[\]]/g, '')
  if (isIP(literal) !== 0) requireAllowed(literal, isPlain)
  const options = {
    method,
    headers: Object.fromEntries(new Headers(headers)),
    signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS),
    lookup: lookUpAllowed(resolve, isPlain),
    autoSelectFamily: true, // asks for all addresses
    agent: false,
  }
  const status = await new Promise<number>((done, fail) => {
    const outgoing = (isPlain ? http : https).request(url, options, (incoming) => {
      incoming.destroy()
      done(incoming.statusCode ?? 500)
    })
    outgoing.on('error', fail)
    outgoing.end(body == null ? undefined : String(body))
  })
  return new Response(null, { status })
}

/** Checks the address that is connected to: the name may resolve to another one a moment later. */
function lookUpAllowed(resolve: LookupFunction, isPlain: boolean): LookupFunction {
  return (hostname, options, done) =>
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const all = Array.isArray(found) ? found : []
      try {
        if (error) throw error
        if (all.length === 0) throw new Error('no address')
        for (const { address } of all) requireAllowed(address, isPlain)
      } catch (refusal) {
        return done(refusal as Error, '') // thrown above
      }
      done(null, all)
    })
}

/** Link-local (cloud metadata), unspecified, multicast and reserved addresses. */
const blocked = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  blocked.addSubnet(net, bits, 'ipv4')
blocked.addAddress('::', 'ipv6')
blocked.addSubnet('fe80::', 10, 'ipv6')
blocked.addSubnet('ff00::', 8, 'ipv6')
// The metadata servers of Amazon and Google.
for (const address of ['fd00:ec2::254', 'fd20:ce::254']) blocked.addAddress(address, 'ipv6')

/** Plain http only within private networks: it reveals who signed out. */
function requireAllowed(address: string, isPlain: boolean): void {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  if (blocked.check(address, family)) throw new Error('the address is blocked')
  if (isPlain && !isPrivateAddress(address)) throw new Error('public addresses require https')
}
