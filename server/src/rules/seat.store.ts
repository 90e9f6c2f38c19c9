import { type Queries, statement } from '../platform/store/database.ts'
import { change } from '../platform/store/query.ts'
import { integer, text } from '../platform/store/row.ts'
import type { SeatToken } from './evaluation/judge.ts'

const findOf = statement(`
  SELECT chain_id, contract, token_id FROM rule_seat WHERE person_id = ? AND group_id = ?
  ORDER BY chain_id, contract, token_id`)
const findHolder = statement(`
  SELECT person_id FROM rule_seat WHERE group_id = ? AND chain_id = ? AND contract = ? AND token_id = ?`)
const insert = statement(`
  INSERT INTO rule_seat (group_id, chain_id, contract, token_id, person_id, taken_at) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (group_id, chain_id, contract, token_id) DO NOTHING`)
const remove = statement(`
  DELETE FROM rule_seat WHERE group_id = ? AND chain_id = ? AND contract = ? AND token_id = ? AND person_id = ?`)

// A seat counts while the rule keeps its person in the group.
const removeExpired = statement(`
  DELETE FROM rule_seat WHERE group_id = ? AND chain_id = ? AND contract = ? AND token_id = ? AND NOT EXISTS (
    SELECT 1 FROM rule_verdict v JOIN people_group g ON g.id = v.group_id AND g.rule_version = v.rule_version
    WHERE v.group_id = rule_seat.group_id AND v.person_id = rule_seat.person_id AND v.outcome = 'yes'
      AND v.keep_until > ?
  )`)

type Seat = { groupId: string; personId: string; token: SeatToken }

export async function findSeatsOf(
  queries: Queries,
  { groupId, personId }: { groupId: string; personId: string },
): Promise<SeatToken[]> {
  const rows = await queries.all(findOf, personId, groupId)
  return rows.map((row) => ({
    chainId: integer(row, 'chain_id'),
    contract: text(row, 'contract'),
    tokenId: text(row, 'token_id'),
  }))
}

export async function findSeatHolder(
  queries: Queries,
  groupId: string,
  { chainId, contract, tokenId }: SeatToken,
): Promise<string | undefined> {
  const row = await queries.one(findHolder, groupId, chainId, contract, tokenId)
  return row && text(row, 'person_id')
}

/** False when the token is the seat of somebody who is in the group. */
export async function insertSeat(queries: Queries, { groupId, personId, token }: Seat, now: number): Promise<boolean> {
  const { chainId, contract, tokenId } = token
  await queries.run(removeExpired, groupId, chainId, contract, tokenId, now)
  return (await queries.run(insert, groupId, chainId, contract, tokenId, personId, now)) === 1
}

export async function removeSeat(queries: Queries, { groupId, personId, token }: Seat): Promise<void> {
  const { chainId, contract, tokenId } = token
  await queries.run(remove, groupId, chainId, contract, tokenId, personId)
}

export const removeSeatsOf = change<{ groupId: string; personId: string }>(
  'DELETE FROM rule_seat WHERE group_id = :groupId AND person_id = :personId',
)
