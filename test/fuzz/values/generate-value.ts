/** A value that a schema accepts, drawn from the samples and the ids of the installation. */

import type { RouteSchemas } from '@countersign/contract/route.ts'
import type { Random } from '../../support/seeded-random.ts'
import { NAMED_TEXTS, NUMBERS, TEXTS } from './samples.ts'

type Schema = NonNullable<RouteSchemas['body']>

export type Source = {
  random: Random
  /** An id with this prefix, such as `per`. */
  id(prefix: string): string
  /** What to use for a field of this name, whatever its schema. */
  field?: ((name: string) => unknown) | undefined
}

const TRIES = 30

export function generateValue(schema: Schema, source: Source): unknown {
  let value: unknown
  for (let count = 0; count < TRIES; count++) {
    value = generate(schema, source, { name: '', depth: 0 })
    if (schema.safeParse(value).success) return value
  }
  return value
}

type Definition = {
  type: string
  shape?: Record<string, Schema>
  entries?: Record<string, string>
  values?: unknown[]
  element?: Schema
  innerType?: Schema
  options?: Schema[]
  out?: Schema
  getter?: () => Schema
  checks?: { _zod: { def: { pattern?: RegExp } } }[]
}

type Place = { name: string; depth: number }

function generate(schema: Schema, source: Source, place: Place): unknown {
  const { random } = source
  const { def } = schema._zod as { def: Definition } // zod exposes its own definition as unknown
  const { shape = {}, entries = {}, values = [], element, innerType, options = [], out, getter } = def
  const inner = (next: Schema | undefined) => next && generate(next, source, { ...place, depth: place.depth + 1 })
  switch (def.type) {
    case 'object':
      return generateObject(shape, source, place)
    case 'string':
      return generateText(schema, source, place)
    case 'number':
      return random.pick(accepted(schema, NUMBERS, 'number'))
    case 'boolean':
      return random.chance(0.5)
    case 'enum':
      return random.pick(Object.values(entries))
    case 'literal':
      return random.pick(values)
    case 'array':
      return Array.from({ length: random.below(place.depth > 6 ? 2 : 4) }, () => inner(element))
    case 'nullable':
      return random.chance(0.3) ? null : inner(innerType)
    case 'optional':
      return random.chance(0.4) ? undefined : inner(innerType)
    case 'union':
      // The first ones do not contain others.
      return inner(random.pick(place.depth > 6 ? options.slice(0, 5) : options))
    case 'pipe':
      return inner(out)
    case 'lazy':
      return inner(getter?.())
    default:
      throw new Error(`The fuzzer cannot generate ${def.type}`)
  }
}

function generateObject(shape: Record<string, Schema>, source: Source, { depth }: Place): unknown {
  const entries = Object.entries(shape).map(([name, part]): [string, unknown] => {
    const value = source.field?.(name)
    return [name, value ?? generate(part, source, { name, depth: depth + 1 })]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function generateText(schema: Schema, { random, id }: Source, { name }: Place): string {
  const prefix = idPrefixOf(schema)
  if (prefix !== undefined) return id(prefix)
  const sample = random.pick(NAMED_TEXTS[name] ?? accepted(schema, TEXTS, 'text'))
  return sample.replace('{n}', String(random.below(60_000) + 1))
}

/** Of `idSchema`. */
export function idPrefixOf(schema: Schema): string | undefined {
  const { checks = [] } = schema._zod.def as Definition // as above
  for (const { _zod } of checks) {
    const prefix = /^\^([a-z]{3})_\[0-7\]/.exec(_zod.def.pattern?.source ?? '')?.[1]
    if (prefix !== undefined) return prefix
  }
  return undefined
}

const known = new WeakMap<Schema, readonly unknown[]>()

function accepted<T>(schema: Schema, samples: readonly T[], kind: string): readonly T[] {
  const found = known.get(schema) ?? samples.filter((sample) => schema.safeParse(fill(sample)).success)
  known.set(schema, found)
  if (found.length === 0)
    throw new Error(`The fuzzer has no sample ${kind} for a field: extend test/fuzz/values/samples.ts`)
  return found as readonly T[] // from these samples
}

function fill(sample: unknown): unknown {
  return typeof sample === 'string' ? sample.replace('{n}', '7') : sample
}
