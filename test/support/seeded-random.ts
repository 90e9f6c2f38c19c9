/** Random numbers that are the same for the same seed (mulberry32). */

export type Random = {
  below(limit: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  text(length: number): string
}

export function createRandom(seed: number): Random {
  let state = seed
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  return {
    below,
    chance: (probability) => below(10_000) < probability * 10_000,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('There is nothing to pick from')
      return list[below(list.length)] as T // the index is within the list
    },
    text: (length) => Array.from({ length }, () => String.fromCharCode(33 + below(94))).join(''),
  }
}

/** Another seed for each number. */
export function deriveSeed(seed: number, index: number): number {
  return Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)
}
