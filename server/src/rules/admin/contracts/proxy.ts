/** Detects proxies, whose controller decides what the contract returns. */

/** EIP-1967 implementation and beacon, the slot of earlier OpenZeppelin proxies (such as USDC), and EIP-1822. */
export const PROXY_SLOTS = [
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
] as const

export function isProxySlot(value: string): boolean {
  return /^0x[0-9a-fA-F]{1,64}$/.test(value) && BigInt(value) !== 0n
}

/** Minimal proxies (EIP-1167, and the same with PUSH0), and accounts that delegate to a contract (EIP-7702). */
const PROXY_CODES = [
  /^0x363d3d373d3d3d363d73[0-9a-f]{40}5af43d82803e903d91602b57fd5bf3/,
  /^0x365f5f375f5f365f73[0-9a-f]{40}5af43d5f5f3e5f3d91602a57fd5bf3/,
  /^0xef0100[0-9a-f]{40}$/,
]

/** `code` is lower case. */
export function isProxyCode(code: string): boolean {
  return PROXY_CODES.some((pattern) => pattern.test(code))
}
