import { AppError } from '@countersign/contract/error/errors.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import type { GroupRule, listRuleMembers } from '@countersign/contract/routes/admin/rule.ts'
import { listIdsOf } from '@countersign/contract/rule/rule.ts'
import { limitOf, type Paging } from '@countersign/contract/schemas/list.ts'
import { findGroup } from '../../accounts/group/group.ts'
import { findGroupRule } from '../../accounts/group/group-rule.store.ts'
import type { Context } from '../../context.ts'
import { formatAddress } from '../../platform/crypto/address.ts'
import type { Queries } from '../../platform/store/database.ts'
import { findRuleMembers, type RuleMember } from './rule-member.store.ts'
import { findWalletLists } from './wallet-lists/wallet-list.store.ts'
import { presentList } from './wallet-lists/wallet-list.ts'

export async function readRule(queries: Queries, groupId: string): Promise<GroupRule> {
  const group = await findGroup(queries, groupId)
  if (!group) throw new AppError('not_found')
  const rule = (await findGroupRule(queries, groupId))?.rule ?? null
  const lists = rule ? await findWalletLists(queries, listIdsOf(rule)) : []
  return { rule, version: group.version, lists: lists.map(presentList), members: group.ruleMembers ?? 0 }
}

/** The cursor is the id of the last person. */
export async function listRuleMembersOf(
  { store, now }: Context,
  groupId: string,
  { limit, cursor }: Paging,
): Promise<AnswerOf<typeof listRuleMembers>> {
  if (cursor !== undefined && !/^per_[0-9A-HJKMNP-TV-Z]{26}$/.test(cursor))
    throw new AppError('invalid_body', { fields: [{ path: '/cursor', code: 'unknown_cursor' }] })
  if (!(await findGroup(store, groupId))) throw new AppError('not_found')
  const most = limitOf({ limit })
  const found = await findRuleMembers(store, groupId, { now: now(), before: cursor, most: most + 1 })
  const shown = found.slice(0, most)
  return {
    items: shown.map(({ person, checkedAt }) => ({
      person: presentPerson(person),
      checkedAt: new Date(checkedAt).toISOString(),
    })),
    nextCursor: found.length > most ? (shown.at(-1)?.person.id ?? null) : null,
  }
}

function presentPerson({ address, createdAt, lastSeenAt, ...person }: RuleMember['person']) {
  return {
    ...person,
    address: address === null ? null : formatAddress(address),
    createdAt: new Date(createdAt).toISOString(),
    lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
  }
}
