/** The last four characters, spaced so that screen readers spell them. */
export function spelledEnd(address: string): string {
  return [...address.slice(-4)].join(' ')
}

/** Groups of four; the prefix `0x` stays with the first. */
export function addressGroups(address: string): string[] {
  return address.match(/(?:^0x)?.{1,4}/g) ?? []
}
