/** Fills a database directly and creates the indexes at the end. */

import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Row } from '../../../server/src/platform/store/database.ts'
import { migrate } from '../../../server/src/platform/store/migrations.ts'
import { openSqlite } from '../../../server/src/platform/store/sqlite/sqlite.ts'
import {
  type Add,
  addEvent,
  addGroup,
  addInvite,
  addPerson,
  addSession,
  type Chain,
  DAY,
  HOUR,
  idAt,
  markCounted,
  type Person,
  pick,
  randomWalletAddress,
  type Size,
  type Source,
  seeded,
  timeAt,
} from './rows.ts'

export type Installation = { personId: string; prefix: string; crowd: string; team: string }

const OWN_SESSIONS = 30
const OWN_EVENTS = 300
const THEIR_SESSIONS = 12
const THEIR_EVENTS = 60
/** A group of the same size in every installation. */
const TEAM = 200

export async function fillInstallation(folder: string, size: Size, ownerAddress: string): Promise<Installation> {
  const { add, finish } = await openEmpty(join(folder, 'countersign.db'))
  const filled = fill(add, size, ownerAddress.toLowerCase())
  finish()
  return filled
}

/** Rows are added in one transaction without indexes; `finish` commits and creates the indexes. */
export async function openEmpty(path: string): Promise<{ add: Add; finish(): void }> {
  const empty = await openSqlite(path)
  await migrate(empty, Date.now())
  await empty.close()
  const database = new DatabaseSync(path)
  for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF', 'cache_size = -1000000'])
    database.exec(`PRAGMA ${pragma}`)
  const indexes = dropIndexes(database)
  database.exec('BEGIN')
  return {
    add: inserter(database),
    finish() {
      database.exec('COMMIT')
      for (const sql of indexes) database.exec(sql)
      database.exec('PRAGMA journal_mode = WAL')
      database.close()
    },
  }
}

function fill(add: Add, size: Size, ownerAddress: string): Installation {
  const now = Date.now()
  const random = seeded(size.people)
  const people = Array.from({ length: size.people }, (_, index) => personOf(index, size.people, { now, random }))
  const [owner] = people
  if (owner) Object.assign(owner, { address: ownerAddress, role: 'owner' })
  for (const [number, each] of people.entries()) addPerson(add, number, each, { now, random })
  const person = people[size.people >> 1]
  // These two people have the same number of rows in every installation.
  const pickPerson = (index: number, count: number, [own, theirs]: [number, number]): Person => {
    if (index % Math.floor(count / own) === 0) return owner as Person // there is at least one person
    if (index % Math.floor(count / theirs) === 1) return person as Person // the installation has more than one person
    return pick(people, random)
  }
  for (let index = 0; index < size.sessions; index++) {
    const holder = pickPerson(index, size.sessions, [OWN_SESSIONS, THEIR_SESSIONS])
    addSession(add, holder, { at: timeAt(index, size.sessions, now), now, random })
  }
  addEvents(add, size, {
    now,
    random,
    pickPerson: (index) => pickPerson(index, size.events, [OWN_EVENTS, THEIR_EVENTS]),
  })
  if (owner) for (let index = 0; index < size.invites; index++) addInvite(add, owner, timeAt(index, size.invites, now))
  add('setting', { key: 'owner', value: owner?.id ?? '', changed_at: now })
  const crowd = people.filter((_, index) => index % 5 < 3)
  const team = people.filter((_, index) => index % Math.ceil(size.people / TEAM) === 0)
  const groups = { crowd: addGroup(add, 'crowd', crowd, now), team: addGroup(add, 'team', team, now) }
  return { personId: person?.id ?? '', prefix: person?.address.slice(0, 10) ?? '', ...groups }
}

function personOf(number: number, people: number, { now, random }: Source): Person {
  const createdAt = Math.floor(now - 700 * DAY + 600 * DAY * (number / people))
  const address = randomWalletAddress(random)
  const role = number % 25 === 1 ? 'admin' : number % 25 === 2 ? 'auditor' : 'member'
  return { id: idAt('per', createdAt), walletId: idAt('wal', createdAt), address, role, createdAt }
}

function addEvents(add: Add, size: Size, source: Source & { pickPerson: (index: number) => Person }): void {
  const { now, random, pickPerson } = source
  const counts = new Map<string, number>()
  const countingAdd: Add = (table, row) => {
    add(table, row)
    for (const key of keysOf(row)) {
      const step = key.includes(':') ? DAY : HOUR
      const name = `${Math.floor(Number(row.at) / step) * step} ${key}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  let chain: Chain = { seq: 0, hash: new Uint8Array(32) }
  for (let index = 0; index < size.events; index++)
    chain = addEvent(countingAdd, pickPerson(index), chain, { at: timeAt(index, size.events, now), now, random })
  markCounted(add, chain, now)
  for (const [name, count] of counts) {
    const [hour = '', ...key] = name.split(' ')
    add('hourly_stat', { hour: Number(hour), key: key.join(' '), count })
  }
}

function keysOf({ kind, code, data }: Row): string[] {
  if (kind === 'person.created') return ['new']
  if (kind === 'sign_in.ok') return ['ok', `wallet:${JSON.parse(String(data)).wallet}`]
  return kind === 'sign_in.refused' ? ['refused', `code:${code}`] : []
}

function inserter(database: DatabaseSync): Add {
  const prepared = new Map<string, StatementSync>()
  return (table, row) => {
    const columns = Object.keys(row)
    const values = columns.map(() => '?').join(', ')
    const insert =
      prepared.get(table) ?? database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values})`)
    prepared.set(table, insert)
    insert.run(...Object.values(row))
  }
}

/** Indexes of constraints are kept. */
function dropIndexes(database: DatabaseSync): string[] {
  const found = database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL").all()
  for (const { name } of found) database.exec(`DROP INDEX ${name}`)
  return found.map(({ sql }) => String(sql))
}
