/** Generates the rows of an installation after months of use, the same in every run. */

import { termsOf } from '../../../server/src/accounts/person/search-index.ts'
import { linkHash, personalHash } from '../../../server/src/audit/hash-chain.ts'
import { walletNames } from '../../../server/src/audit/statistics/wallet-names.ts'
import { createRandom, newId } from '../../../server/src/platform/crypto/id.ts'
import type { Row } from '../../../server/src/platform/store/database.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
const SPAN = 89 * DAY
const MASK_AFTER = 29 * DAY
const bytes = createRandom()

export type Person = { id: string; walletId: string; address: string; role: string; createdAt: number }
export type Size = { people: number; sessions: number; events: number; invites: number }

/** A seeded random generator (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function idAt(prefix: Parameters<typeof newId>[1], at: number): string {
  return newId({ now: () => at, random: bytes }, prefix)
}

const FIRST = 'Ada Ben Chloé Dmitri Elif Farid Grace Hana Ivo Jun'.split(' ')
const LAST = 'Abe Berg Costa Garcia Haddad Müller Nguyen Okafor Park Rossi'.split(' ')

/** Fills every page even among a thousand people. */
export const COMMON = 'ada'
export const RARE = 'Zebulon'

function nameOf(number: number, random: () => number): string | null {
  if (number === 7) return `${RARE} Quist`
  if (random() < 0.2) return null
  return `${pick(FIRST, random)} ${pick(LAST, random)}`
}

export function pick<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)] as T // the index is always inside
}

export type Add = (table: string, row: Row) => void

export type Source = { now: number; random: () => number }

export function addPerson(add: Add, number: number, person: Person, { now, random }: Source): void {
  const { id, walletId, address, role, createdAt } = person
  const name = nameOf(number, random)
  const status = role === 'member' && number % 12 === 3 ? 'suspended' : 'active'
  const seen = Math.floor(now - (random() < 0.5 ? 30 : 100) * DAY * random())
  add('person', {
    id,
    display_name: name,
    role,
    status,
    created_at: createdAt,
    updated_at: createdAt,
    version: 1,
    primary_wallet_id: walletId,
    last_seen_at: seen,
    touched_at: seen,
  })
  add('wallet', {
    id: walletId,
    person_id: id,
    namespace: 'eip155',
    address,
    chain: '0',
    kind: 'eoa',
    status: 'linked',
    linked_via: 'sign_in',
    name_last: pick(walletNames, random),
    linked_at: createdAt,
    last_used_at: seen,
    version: 1,
  })
  for (const term of termsOf(name ?? '')) add('person_term', { term, person_id: id })
}

const DEVICES = ['Chrome on Windows', 'Safari on iPhone', 'Firefox on Linux', 'Edge on Windows', 'Chrome on Android']

export function addSession(add: Add, person: Person, { at, now, random }: EventTime): void {
  const live = now - at < 20 * DAY && random() < 0.9
  const seen = Math.min(now - 60_000, at + Math.floor(random() * 2 * DAY))
  const whole = now - at < MASK_AFTER
  const ip = whole ? addressOf(random) : networkOf(random)
  add('session', {
    id: idAt('ses', at),
    token_hash: bytes(32),
    person_id: person.id,
    wallet_id: person.walletId,
    kept: 1,
    device: pick(DEVICES, random),
    ip_first: ip,
    ip_last: ip,
    created_at: at,
    last_seen_at: seen,
    idle_expires_at: live ? now + 6 * DAY : seen,
    expires_at: at + 30 * DAY,
    ended_at: live ? null : seen,
    end_reason: live ? null : pick(['signed_out', 'idle', 'replaced'], random),
    ip_whole: whole ? 1 : 0,
  })
}

export function addDevice(add: Add, { id, createdAt }: Person, random: () => number): void {
  add('device', {
    id: idAt('dev', createdAt),
    person_id: id,
    cookie_hash: bytes(32),
    label: pick(DEVICES, random),
    ip_last: networkOf(random),
    first_seen_at: createdAt,
    last_seen_at: createdAt,
  })
}

const CODES = ['challenge_expired', 'signature_invalid', 'challenge_used', 'registration_closed', 'person_suspended']
const KINDS = ['sign_out', 'session.ended', 'step_up.ok', 'wallet.linked', 'wallet.renamed', 'person.updated']

export type EventTime = Source & { at: number }
export type Chain = { seq: number; hash: Uint8Array }

export function addEvent(add: Add, person: Person, chain: Chain, { at, now, random }: EventTime): Chain {
  const { kind, code } = kindOf(random)
  const refused = code !== null
  const whole = now - at < MASK_AFTER
  const wallet = pick(walletNames, random)
  const event: Row = {
    id: idAt('evt', at),
    at,
    kind,
    outcome: refused ? 'refused' : 'ok',
    code,
    actor: refused ? 'visitor' : 'person',
    actor_id: refused ? null : person.id,
    person_id: refused ? null : person.id,
    session_id: null,
    data: kind === 'sign_in.ok' ? JSON.stringify({ wallet, created: false, knownDevice: true }) : '{}',
    salt: whole ? bytes(16) : null,
    ip: whole ? addressOf(random) : networkOf(random),
    address: refused ? null : person.address,
    device: pick(DEVICES, random),
  }
  const personal = whole ? personalHash(event) : bytes(32)
  const next = { seq: chain.seq + 1, hash: linkHash(chain, event, personal) }
  add('activity', { ...event, seq: next.seq, personal_hash: personal, hash: next.hash })
  return next
}

/** Otherwise the server would count all events in its statistics while it is measured. */
export function markCounted(add: Add, { seq }: Chain, now: number): void {
  add('setting', { key: 'activity_counted', value: String(seq), changed_at: now })
}

function kindOf(random: () => number): { kind: string; code: string | null } {
  const chance = random()
  if (chance < 0.6) return { kind: 'sign_in.ok', code: null }
  if (chance < 0.75) return { kind: 'sign_in.refused', code: pick(CODES, random) }
  if (chance < 0.8) return { kind: 'person.created', code: null }
  return { kind: pick(KINDS, random), code: null }
}

export function addGroup(add: Add, slug: string, members: Person[], now: number): string {
  const id = idAt('grp', now)
  const times = { created_at: now, updated_at: now }
  add('people_group', { id, name: slug, slug, members: members.length, ...times, version: 1 })
  for (const { id: personId } of members) add('group_member', { group_id: id, person_id: personId, added_at: now })
  return id
}

export function addInvite(add: Add, creator: Person, at: number): void {
  add('invite', {
    id: idAt('inv', at),
    token_hash: bytes(32),
    role: 'member',
    address: null,
    max_uses: 5,
    uses: 2,
    created_by: creator.id,
    created_at: at,
    expires_at: at + 30 * DAY,
    revoked_at: null,
  })
}

/** Evenly over the last three months, in order. */
export function timeAt(index: number, count: number, now: number): number {
  return Math.floor(now - SPAN + (SPAN - 120_000) * (index / count))
}

export function randomWalletAddress(random: () => number): string {
  return `0x${Array.from({ length: 40 }, () => Math.floor(random() * 16).toString(16)).join('')}`
}

function addressOf(random: () => number): string {
  return Array.from({ length: 4 }, () => 1 + Math.floor(random() * 250)).join('.')
}

function networkOf(random: () => number): string {
  return `${addressOf(random).split('.').slice(0, 3).join('.')}.0/24`
}
