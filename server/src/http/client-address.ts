import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** The nearest address that is not one of our own proxies. Without trusted proxies, forwarded headers are noise. */
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

/** Is it one of our own proxies that is connected to us? */
export function isFromProxy(request: IncomingMessage, trusted: BlockList): boolean {
  return isTrusted(peerOf(request), trusted)
}

/** Who is connected to us, whomever they speak for. */
export function peerOf(request: IncomingMessage): string {
  return plain(request.socket.remoteAddress ?? '')
}

/** IPv6 customers hold a /64, so that is what a rate limit counts. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const rest = tail === '' ? [] : tail.split(':')
    while (groups.length + rest.length < 8) groups.push('0')
    groups.push(...rest)
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** A proxy is the same few addresses again and again. */
const judged = new WeakMap<BlockList, Map<string, boolean>>()
const JUDGED_MAX = 1000

function isTrusted(address: string, trusted: BlockList): boolean {
  const known = judged.get(trusted) ?? new Map<string, boolean>()
  const before = known.get(address)
  if (before !== undefined) return before
  const verdict = isIPv4(address) ? trusted.check(address, 'ipv4') : isIPv6(address) && trusted.check(address, 'ipv6')
  if (known.size >= JUDGED_MAX) known.clear()
  judged.set(trusted, known.set(address, verdict))
  return verdict
}

/** Without the IPv4-in-IPv6 prefix and zone. */
function plain(address: string): string {
  if (!address.includes('%') && !address.startsWith('::')) return address
  const bare = address.replace(/%.*$/, '')
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(bare) ? bare.slice(7) : bare
}
