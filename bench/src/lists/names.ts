/** Generated names, few enough that a common one fills a page among a thousand people. */

const FIRST = 'Ada Ben Chloé Dmitri Elif Farid Grace Hana Ivo Jun'.split(' ')
const LAST = 'Abe Berg Costa Garcia Haddad Müller Nguyen Okafor Park Rossi'.split(' ')

/** A name common enough to fill every page. */
export const COMMON = 'ada'
/** A unique name. */
export const RARE = 'Zebulon'

export function nameOf(number: number, random: () => number): string | null {
  if (number === 7) return `${RARE} Quist`
  if (random() < 0.2) return null
  return `${pick(FIRST, random)} ${pick(LAST, random)}`
}

export function pick<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)] as T // the index is always inside
}
