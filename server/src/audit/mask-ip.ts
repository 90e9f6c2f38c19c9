import { isIPv4, isIPv6 } from 'node:net'
import { ipv6Prefix, normalizeIp } from '../platform/ip-address.ts'

/** "203.0.113.x", "2001:db8:1::x". Loopback addresses stay. */
export function maskIp(ip: string): string {
  return shortenIp(ip, { ipv4: '.x', ipv6: '::x' })
}

/** The /24 or /48 that is stored once the full address is erased. */
export function truncateIp(ip: string): string {
  return shortenIp(ip, { ipv4: '.0/24', ipv6: '::/48' })
}

function shortenIp(ip: string, suffix: { ipv4: string; ipv6: string }): string {
  const slash = ip.indexOf('/')
  const address = normalizeIp(slash < 0 ? ip : ip.slice(0, slash))
  if (isIPv4(address))
    return address.startsWith('127.') ? address : address.slice(0, address.lastIndexOf('.')) + suffix.ipv4
  if (address === '::1') return address
  return isIPv6(address) ? ipv6Prefix(address, 3) + suffix.ipv6 : ''
}
