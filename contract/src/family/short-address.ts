const HAS_PREFIX = /^(?:0x|bc1)/

/** `0x1234…abcd`, `bc1qar…5mdq` or `7xKX…gAsU`, to recognize an address; decisions show all of it. */
export function shortAddress(address: string): string {
  return `${address.slice(0, HAS_PREFIX.test(address) ? 6 : 4)}…${address.slice(-4)}`
}
