/** The address of an endpoint: which are taken, and how one is shown. It often carries a key. */

import { BlockList, isIP } from 'node:net'
import { ENDPOINT_URL_MAX } from '@countersign/contract/limits.ts'

export type UrlProblem = 'not_a_url' | 'https_needed' | 'has_user' | 'too_long'

export function endpointUrlProblem(value: string): UrlProblem | undefined {
  if (value.length > ENDPOINT_URL_MAX) return 'too_long'
  if (!URL.canParse(value)) return 'not_a_url'
  const url = new URL(value)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'not_a_url'
  if (url.username || url.password) return 'has_user'
  return url.protocol === 'http:' && !isPrivateHost(url.hostname) ? 'https_needed' : undefined
}

/** One spelling for each address, so that one endpoint is never counted as two. */
export function canonicalUrl(value: string): string {
  const url = new URL(value)
  url.hash = ''
  return url.href
}

export function maskUrl(value: string): string {
  const { protocol, host } = new URL(value)
  return `${protocol}//${host}/…`
}

// Link-local addresses are left out: the keys of a cloud machine are served there.
const privateAddresses = new BlockList()
for (const [address, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateAddresses.addSubnet(address, bits, 'ipv4')
privateAddresses.addAddress('::1', 'ipv6')
privateAddresses.addSubnet('fc00::', 7, 'ipv6')

/** This computer, private addresses, and names that only a private network knows. */
function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  const family = isIP(bare)
  if (family > 0) return privateAddresses.check(bare, family === 4 ? 'ipv4' : 'ipv6')
  return !bare.includes('.') || /\.(?:localhost|local|lan|internal|home\.arpa)$/.test(bare)
}
