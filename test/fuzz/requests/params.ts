/** Which id a parameter of a path names. */

import type { Route } from '@countersign/contract/route.ts'
import type { Random } from '../../support/seeded-random.ts'
import type { Persona } from '../world/persona.ts'
import type { World } from '../world/world.ts'

/** By the segment before the parameter. */
const PREFIXES: Readonly<Record<string, string>> = {
  'access-requests': 'req',
  apps: 'app',
  devices: 'dev',
  grants: 'grt',
  groups: 'grp',
  hosts: 'hst',
  interactions: 'interaction',
  invites: 'inv',
  networks: 'net',
  notices: 'ntc',
  people: 'per',
  'phone-requests': 'phr',
  secrets: 'sec',
  sessions: 'ses',
  'sign-outs': 'sign-out',
  tokens: 'htk',
  vaults: 'vlt',
  'wallet-lists': 'lst',
  wallets: 'wal',
}

export function prefixesOf({ path }: Pick<Route, 'path'>): string[] {
  return [...path.matchAll(/\/([\w-]+)\/:\w+/g)].map(([, segment = '']) => {
    // Of one's own apps, the grants.
    const prefix = path.startsWith('/api/me/apps/') ? 'grt' : PREFIXES[segment]
    if (prefix === undefined)
      throw new Error(`The fuzzer does not know the ids of ${path}: extend ${import.meta.filename}`)
    return prefix
  })
}

const ODD_IDS: readonly string[] = [
  '0',
  'me',
  'bulk',
  '..',
  '.',
  '%2e%2e',
  '%00',
  'x'.repeat(64),
  'x'.repeat(65),
  '__proto__',
  'constructor',
  'per_00000000000000000000000000',
  'app_7ZZZZZZZZZZZZZZZZZZZZZZZZZ',
  'a%2Fb',
  "'",
  '%F0%9F%98%80',
  'A'.repeat(43),
]

export type Naming = { world: World; persona: Persona; random: Random }

/** Administrators may reach a bystander, so only what is their own is named where somebody else's must be refused. */
export function idFor(prefix: string, { world, persona, random }: Naming, isAdmin: boolean): string {
  const own = persona.own[prefix] ?? []
  const all = world.ids[prefix] ?? []
  const foreign = isAdmin ? [] : (world.bystander[prefix] ?? [])
  if (own.length > 0 && random.chance(0.5)) return random.pick(own)
  if (foreign.length > 0 && random.chance(0.3)) return random.pick(foreign)
  if (all.length > 0 && random.chance(0.9)) return random.pick(all)
  return unknownId(prefix, random)
}

function unknownId(prefix: string, random: Random): string {
  if (prefix === 'interaction' || prefix === 'sign-out') return random.pick('abcdef'.split('')).repeat(43)
  return `${prefix}_01${random.pick(['A', 'Z', '0']).repeat(24)}`
}

export function pathFor({ path }: Pick<Route, 'path'>, naming: Naming, odd: boolean): string {
  const prefixes = prefixesOf({ path })
  const isAdmin = path.startsWith('/api/admin/')
  const { random } = naming
  let index = 0
  return path.replaceAll(/:\w+/g, () => {
    const prefix = prefixes[index++] ?? ''
    return odd && random.chance(0.7) ? random.pick(ODD_IDS) : idFor(prefix, naming, isAdmin)
  })
}
