/** Hats Protocol ids: 32 bits for the top hat, then 16 bits for each of 14 levels. People read them as `1.2.3`. */

const TOP_BITS = 32n
const LEVEL_BITS = 16n
const LEVELS = 14
const LEVELS_BITS = LEVEL_BITS * BigInt(LEVELS)
const ID_MAX = 2n ** (TOP_BITS + LEVELS_BITS) - 1n

/** From a decimal id; undefined if it is no id of a hat. */
export function formatHatId(hatId: string): string | undefined {
  if (!/^[0-9]{1,78}$/.test(hatId)) return undefined
  const id = BigInt(hatId)
  if (id > ID_MAX) return undefined
  const parts = [id >> LEVELS_BITS]
  for (let level = 1; level <= LEVELS; level++) parts.push(levelOf(id, level))
  const depth = parts.findLastIndex((part) => part !== 0n) + 1
  const path = parts.slice(0, depth)
  return path.length === 0 || path.includes(0n) ? undefined : path.join('.')
}

function levelOf(id: bigint, level: number): bigint {
  return (id >> (LEVEL_BITS * BigInt(LEVELS - level))) & (2n ** LEVEL_BITS - 1n)
}

/** Reads `1.2.3`, a decimal id or 0x and 64 hexadecimal digits as the decimal id; undefined if it is no id of a hat. */
export function parseHatId(text: string): string | undefined {
  const typed = text.trim()
  // Ids below 2^32 have no top hat, so that a short number can only mean the top hat itself.
  if (/^(?:[1-9][0-9]{0,9})(?:\.[1-9][0-9]{0,4}){0,14}$/.test(typed)) return fromParts(typed.split('.').map(BigInt))
  if (!/^(?:0x[0-9a-fA-F]{64}|[1-9][0-9]{10,77})$/.test(typed)) return undefined
  const hatId = BigInt(typed).toString()
  return formatHatId(hatId) === undefined ? undefined : hatId
}

function fromParts([top = 0n, ...levels]: bigint[]): string | undefined {
  if (top >= 2n ** TOP_BITS || levels.some((level) => level >= 2n ** LEVEL_BITS)) return undefined
  const below = levels.reduce((id, level, index) => id | (level << (LEVEL_BITS * BigInt(LEVELS - 1 - index))), 0n)
  return String((top << LEVELS_BITS) | below)
}
