import type { Queries } from '../platform/store/database.ts'
import { change, changeOne, selectAll, selectOne } from '../platform/store/query.ts'
import { integer, mapRecord, text } from '../platform/store/row.ts'
import type { SeatToken } from './evaluation/judge.ts'

const tokens = mapRecord({ chainId: integer, contract: text, tokenId: text })

type Member = { groupId: string; personId: string }
type Seat = Member & SeatToken

const OF_TOKEN = 'group_id = :groupId AND chain_id = :chainId AND contract = :contract AND token_id = :tokenId'

export const findSeatsOf = selectAll(tokens.read)<Member>(`
  SELECT ${tokens.columns} FROM rule_seat WHERE person_id = :personId AND group_id = :groupId
  ORDER BY ${tokens.columns}`)

export const findSeatHolder = selectOne((row) => text(row, 'person_id'))<SeatToken & { groupId: string }>(
  `SELECT person_id FROM rule_seat WHERE ${OF_TOKEN}`,
)

const insert = changeOne<Seat & { now: number }>(`
  INSERT INTO rule_seat (group_id, chain_id, contract, token_id, person_id, taken_at)
  VALUES (:groupId, :chainId, :contract, :tokenId, :personId, :now)
  ON CONFLICT (group_id, chain_id, contract, token_id) DO NOTHING`)

// A seat counts while the rule keeps its person in the group.
const removeExpired = change<Seat & { now: number }>(`
  DELETE FROM rule_seat WHERE ${OF_TOKEN} AND NOT EXISTS (
    SELECT 1 FROM rule_verdict v JOIN people_group g ON g.id = v.group_id AND g.rule_version = v.rule_version
    WHERE v.group_id = rule_seat.group_id AND v.person_id = rule_seat.person_id AND v.outcome = 'yes'
      AND v.keep_until > :now
  )`)

/** False when the token is the seat of somebody who is in the group. */
export async function insertSeat(queries: Queries, seat: Seat & { now: number }): Promise<boolean> {
  await removeExpired(queries, seat)
  return insert(queries, seat)
}

export const removeSeat = change<Seat>(`DELETE FROM rule_seat WHERE ${OF_TOKEN} AND person_id = :personId`)

export const removeSeatsOf = change<Member>('DELETE FROM rule_seat WHERE group_id = :groupId AND person_id = :personId')
