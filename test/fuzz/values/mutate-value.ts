/** Changes a valid value, and the JSON it is written as. */

import type { Random } from '../../support/seeded-random.ts'
import { copy, ODD_TEXTS, oddValue } from './odd-values.ts'

/** An array has its values by index. */
type Place = { parent: Record<string, unknown>; key: string }

/** Returns the value with one to three changes. */
export function mutateValue(value: unknown, random: Random): unknown {
  const root = { value: copy(value) }
  for (let count = 1 + random.below(3); count > 0; count--) changeOnce(root, random)
  return root.value
}

function changeOnce(root: { value: unknown }, random: Random): void {
  const { parent, key } = random.pick<Place>([{ parent: root, key: 'value' }, ...listPlaces(root.value)])
  const old = parent[key]
  switch (random.below(7)) {
    case 0:
      if (Array.isArray(parent)) parent.splice(Number(key), 1)
      else if (parent !== root) delete parent[key]
      return
    case 1:
      parent[key] = typeof old === 'string' ? changeText(old, random) : oddValue(random)
      return
    case 2:
      // JSON has no named members of an array.
      if (Array.isArray(parent)) parent.push(oddValue(random))
      else parent[random.chance(0.5) ? random.pick(ODD_TEXTS) : `extra${random.below(9)}`] = oddValue(random)
      return
    case 3:
      parent[key] = Array.isArray(old) ? [...old, ...old, ...old].map(copy) : [old]
      return
    case 4:
      parent[key] = typeof old === 'number' ? old * random.pick([-1, 0.5, 1e3, 1e12]) : JSON.stringify(old)
      return
    default:
      parent[key] = oddValue(random)
  }
}

function listPlaces(value: unknown, depth = 0): Place[] {
  if (typeof value !== 'object' || value === null || depth > 8) return []
  const parent = value as Record<string, unknown> // as above
  const keys = Object.keys(parent).slice(0, 20)
  return keys.flatMap((key) => [{ parent, key }, ...listPlaces(parent[key], depth + 1)])
}

export function changeText(text: string, random: Random): string {
  const at = random.below(text.length + 1)
  switch (random.below(6)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return text.slice(0, at) + random.pick(ODD_TEXTS) + text.slice(at)
    case 2:
      return text.repeat(1 + random.below(40)).slice(0, 20_000)
    case 3:
      return random.chance(0.5) ? text.toUpperCase() : text.toLowerCase()
    case 4:
      return `${text.slice(0, at)}${String.fromCharCode(32 + random.below(95))}${text.slice(at + 1)}`
    default:
      return ` ${text} `
  }
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** Bytes that are JSON no more, or unusual JSON. */
export function mutateJson(json: string, random: Random): Buffer {
  const bytes = Buffer.from(json)
  switch (random.below(9)) {
    case 0:
      return bytes.subarray(0, random.below(bytes.length + 1))
    case 1:
      return Buffer.concat([BOM, bytes])
    case 2:
      bytes[random.below(Math.max(bytes.length, 1))] = random.below(256)
      return bytes
    case 3:
      return Buffer.concat([bytes, Buffer.from([0xff, 0xfe, 0x00])])
    case 4:
      // The second of two members of a name wins.
      return Buffer.from(json.replace(/^\{("[^"]+"):/, '{$1:"twice",$1:'))
    case 5:
      return Buffer.from(json.replace(/^\{/, '{"__proto__":{"role":"owner","admin":true},'))
    case 6:
      return Buffer.from(`${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`)
    case 7:
      return Buffer.from(json + json)
    default:
      return Buffer.from(json.replaceAll('"', "'"))
  }
}
