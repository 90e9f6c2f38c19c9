const GROUP = 4

/** The last four characters, spaced so that screen readers spell them. */
export function spelledEnd(address: string): string {
  return [...address.slice(-4)].join(' ')
}

/** Groups of four; the prefix `0x` stays with the first. */
export function addressGroups(address: string): string[] {
  const first = address.startsWith('0x') ? GROUP + 2 : GROUP
  const groups = [address.slice(0, first)]
  for (let at = first; at < address.length; at += GROUP) groups.push(address.slice(at, at + GROUP))
  return groups
}
