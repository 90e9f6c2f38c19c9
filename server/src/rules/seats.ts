/** One person per token: a seat is taken with the first yes, and freed when the token is no longer the person's. */

import { isSeated } from '@countersign/contract/rule/check-rule.ts'
import { placeLeaves, type Rule } from '@countersign/contract/rule/rule.ts'
import type { Queries } from '../platform/store/database.ts'
import type { Evaluation, SeatToken } from './evaluation/judge.ts'
import * as store from './seat.store.ts'

export const { removeSeatsOf } = store

export async function hasSeat(queries: Queries, of: { groupId: string; personId: string }): Promise<boolean> {
  return (await store.findSeatsOf(queries, of)).length > 0
}

type Taking = { groupId: string; personId: string; tokens: readonly SeatToken[]; now: number }

/** The group is locked. False when every token is the seat of somebody else. A rule met without a token needs no seat. */
export async function takeSeat(queries: Queries, { groupId, personId, tokens, now }: Taking): Promise<boolean> {
  const owned = new Set(tokens.map(keyOf))
  const [kept, ...spare] = (await freeSeats(queries, { groupId, personId, owned })).values()
  for (const token of spare) await store.removeSeat(queries, { groupId, personId, ...token })
  if (kept || tokens.length === 0) return true
  for (const token of tokens) if (await store.insertSeat(queries, { groupId, personId, now, ...token })) return true
  return false
}

/** Returns the seats that stay. */
async function freeSeats(
  queries: Queries,
  { groupId, personId, owned }: { groupId: string; personId: string; owned: ReadonlySet<string> },
): Promise<SeatToken[]> {
  const seats = await store.findSeatsOf(queries, { groupId, personId })
  for (const token of seats)
    if (!owned.has(keyOf(token))) await store.removeSeat(queries, { groupId, personId, ...token })
  return seats.filter((token) => owned.has(keyOf(token)))
}

/** Other people whose seats are these tokens. They may have lost them since they were checked. */
export async function findOtherHolders(
  queries: Queries,
  { groupId, personId, tokens }: Omit<Taking, 'now'>,
): Promise<string[]> {
  const holders = new Set<string>()
  for (const token of tokens) {
    const holder = await store.findSeatHolder(queries, { groupId, ...token })
    if (holder !== undefined && holder !== personId) holders.add(holder)
  }
  return [...holders]
}

/** The evaluation of somebody whose tokens all are seats of others. */
export function refuseSeat(rule: Rule, evaluation: Evaluation): Evaluation {
  const seated = new Set(
    placeLeaves(rule.condition).flatMap(({ path, condition }) => (isSeated(condition) ? [path] : [])),
  )
  const reasons = evaluation.reasons.map((reason) =>
    seated.has(reason.path) && reason.outcome === 'yes'
      ? { ...reason, outcome: 'no' as const, problem: 'seat_taken' as const }
      : reason,
  )
  return { ...evaluation, outcome: 'no', reasons }
}

function keyOf({ chainId, contract, tokenId }: SeatToken): string {
  return `${chainId} ${contract} ${tokenId}`
}
