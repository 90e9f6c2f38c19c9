/** Masks client addresses to their subnet. */

import { isIPv4, isIPv6 } from 'node:net'

/** "203.0.113.x", "2001:db8:1::x". Loopback addresses stay. */
export function maskIp(ip: string): string {
  const address = ip.split('/')[0] ?? ''
  if (isLoopback(address)) return address
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.x`
  return isIPv6(address) ? `${firstGroups(address)}::x` : ''
}

/** The /24 or /48 that is stored once the full address is erased. */
export function truncateIp(ip: string): string {
  const address = ip.split('/')[0] ?? ''
  if (isLoopback(address)) return address
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  return isIPv6(address) ? `${firstGroups(address)}::/48` : ''
}

function isLoopback(address: string): boolean {
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'))
}

function firstGroups(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined && groups.length < 3) {
    const rest = tail === '' ? [] : tail.split(':')
    // An IPv4 tail, as in ::ffff:0:1.2.3.4, stands for two groups.
    const length = rest.length + (rest.at(-1)?.includes('.') ? 1 : 0)
    while (groups.length + length < 8) groups.push('0')
    groups.push(...rest)
  }
  return groups
    .slice(0, 3)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}
