const GROUP = 4

/** `0x1234…abcd`, to recognize an address; decisions show all of it. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** The last four characters, spaced so that screen readers spell them. */
export function spelledEnd(address: string): string {
  return [...address.slice(-4)].join(' ')
}

/** Groups of four; the prefix stays with the first. */
export function addressGroups(address: string): string[] {
  const digits = address.slice(2)
  const groups: string[] = []
  for (let at = 0; at < digits.length; at += GROUP) groups.push(digits.slice(at, at + GROUP))
  return groups.map((group, index) => (index === 0 ? address.slice(0, 2) + group : group))
}
