/** Names people could have: few enough that a common one fills a page, even among a thousand people. */

const FIRST = 'Ada Ben Chloé Dmitri Elif Farid Grace Hana Ivo Jun'.split(' ')
const LAST = 'Abe Berg Costa Garcia Haddad Müller Nguyen Okafor Park Rossi'.split(' ')

/** So many people have it that every page of it is full. */
export const COMMON = 'ada'
/** One person has it. */
export const RARE = 'Zebulon'

export function nameOf(number: number, random: () => number): string | null {
  if (number === 7) return `${RARE} Quist`
  if (random() < 0.2) return null
  return `${pick(FIRST, random)} ${pick(LAST, random)}`
}

export function pick<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)] as T // the index is always inside
}
