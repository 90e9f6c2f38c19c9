import { lockingStatement, type Queries, queryInBatches, writes } from '../../platform/store/database.ts'
import { change, selectOne } from '../../platform/store/query.ts'
import {
  bytesOrNull,
  flag,
  integer,
  mapRecord,
  option,
  type RecordOf,
  text,
  textList,
  textOrNull,
} from '../../platform/store/row.ts'

/** Those of the contract, except `expired`, which follows from the time. */
const states = [
  'created',
  'opened',
  'matched',
  'approved',
  'completed',
  'declined',
  'canceled',
  'locked',
  'networks_exceeded',
] as const

const requests = mapRecord({
  id: text,
  code: text,
  /** The token of the computer's challenge, which is bound to its browser. */
  challenge: text,
  /** What a step-up confirms, in the words of its message. */
  action: textOrNull,
  /** Of the computer. */
  device: text,
  deviceHash: bytesOrNull,
  ip: text,
  state: option({ options: states }),
  /** Those it was opened from. */
  networks: textList,
  /** The browser that typed the number, as in a challenge. */
  phone: textOrNull,
  proof: textOrNull,
  /** Whose wallet signed; null for a new one. */
  personId: textOrNull,
  /** No digits are needed. */
  direct: flag,
  /** The computer is a trusted device of the person. */
  trusted: flag,
  tries: integer,
  createdAt: integer,
  expiresAt: integer,
})

export type PhoneRequestRecord = RecordOf<typeof requests>

export const insertRequest = change<PhoneRequestRecord>(
  `INSERT INTO phone_request (${requests.columns}) VALUES (${requests.values})`,
)

const byId = `SELECT ${requests.columns} FROM phone_request WHERE id = ?`

export const findRequest = selectOne(requests.read)<[id: string]>(byId)
export const lockRequest = selectOne(requests.read)(lockingStatement<[id: string]>(byId))
const owners = mapRecord({ id: text, phone: textOrNull })
export const findRequestByCode = selectOne(owners.read)<[code: string]>(
  `SELECT ${owners.columns} FROM phone_request WHERE code = ?`,
)

/** What pages are told of a request. */
export type RequestState = Pick<PhoneRequestRecord, 'id' | 'state' | 'direct' | 'tries' | 'expiresAt'>

const requestStates = mapRecord({
  id: text,
  state: option({ options: states }),
  direct: flag,
  tries: integer,
  expiresAt: integer,
})

/** For every open page, twice a second: nothing but what they are told. */
export async function findRequestStates(queries: Queries, ids: readonly string[]): Promise<RequestState[]> {
  const sql = `SELECT ${requestStates.columns} FROM phone_request WHERE id IN (:keys)`
  return (await queryInBatches(queries, sql, ids)).map(requestStates.read)
}

type Changed = Omit<PhoneRequestRecord, 'code' | 'challenge' | 'action' | 'device' | 'deviceHash' | 'ip' | 'createdAt'>

/** The row is locked. Notifies both pages. */
export const updateRequest = change(
  writes({ notifies: true })<Changed>(`
  UPDATE phone_request SET state = :state, networks = :networks, phone = :phone, proof = :proof, person_id = :personId, direct = :direct,
    trusted = :trusted, tries = :tries, expires_at = :expiresAt WHERE id = :id`),
)

export const removeRequestsBefore = change<[createdBefore: number]>('DELETE FROM phone_request WHERE created_at < ?')
