import { BlockList, isIP } from 'node:net'

// Link-local addresses are left out: cloud metadata services are there.
const privateRanges = new BlockList()
for (const [address, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateRanges.addSubnet(address, bits, 'ipv4')
privateRanges.addAddress('::1', 'ipv6')
privateRanges.addSubnet('fc00::', 7, 'ipv6')

/** Loopback and private addresses, where plain http is acceptable. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  return family > 0 && privateRanges.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
