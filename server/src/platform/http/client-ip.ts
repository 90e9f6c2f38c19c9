import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** The nearest address that is not a trusted proxy. Without trusted proxies, forwarded headers are ignored. */
export function clientAddress(request: IncomingMessage, trusted: BlockList): string {
  const peer = peerOf(request)
  if (!isTrusted(peer, trusted)) return peer
  const header = request.headers['x-forwarded-for']
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((hop) => plain(hop.trim()))
  for (const hop of hops.reverse()) {
    if (isIP(hop) === 0) return peer
    if (!isTrusted(hop, trusted)) return hop
  }
  return peer
}

/** Whether the connection comes from a trusted proxy. */
export function isFromProxy(request: IncomingMessage, trusted: BlockList): boolean {
  return isTrusted(peerOf(request), trusted)
}

/** The address of the connection. */
export function peerOf(request: IncomingMessage): string {
  return plain(request.socket.remoteAddress ?? '')
}

/** IPv6 customers have a /64, so rate limits count that. */
export function subnetOf(address: string): string {
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address
}

/** The /48 of a site or small provider; undefined for IPv4. */
export function siteSubnetOf(address: string): string | undefined {
  return isIPv6(address) ? `${groupsOf(address).slice(0, 3).join(':')}::/48` : undefined
}

function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('::')
  const [before, after] = [head, tail].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]] // two of two
  const missing = address.includes('::') ? 8 - before.length - after.length : 0
  return [...before, ...Array<string>(missing).fill('0'), ...after]
}

/** Proxies have few addresses. */
const judged = new WeakMap<BlockList, Map<string, boolean>>()
const JUDGED_MAX = 1000

export function isTrusted(address: string, trusted: BlockList): boolean {
  const known = judged.get(trusted) ?? new Map<string, boolean>()
  const before = known.get(address)
  if (before !== undefined) return before
  const verdict = isIPv4(address) ? trusted.check(address, 'ipv4') : isIPv6(address) && trusted.check(address, 'ipv6')
  if (known.size >= JUDGED_MAX) known.clear()
  judged.set(trusted, known.set(address, verdict))
  return verdict
}

/** Canonical form (RFC 5952), without a zone, IPv4-mapped as IPv4: rate limits count spellings as one. */
export function plain(address: string): string {
  if (!address.includes(':')) return address
  const bare = address.replace(/%.*$/, '')
  if (!isIPv6(bare)) return bare
  const spelled = new URL(`http://[${bare}]/`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(spelled) ?? []
  if (high === undefined || low === undefined) return spelled
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [a >> 8, a & 255, b >> 8, b & 255].join('.')
}
