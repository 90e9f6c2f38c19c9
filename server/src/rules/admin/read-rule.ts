import { AppError } from '@countersign/contract/error/errors.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import type { GroupRule, listRuleMembers } from '@countersign/contract/routes/admin/rule.ts'
import { listIdsOf } from '@countersign/contract/rule/rule.ts'
import type { Paging } from '@countersign/contract/schemas/list.ts'
import { findGroup } from '../../accounts/group/group.ts'
import { findGroupRule } from '../../accounts/group/group-rule.store.ts'
import { findPeopleByIds } from '../../accounts/person/list-people.store.ts'
import { presentPerson } from '../../accounts/person/present-person.ts'
import type { Context } from '../../context.ts'
import { readPage } from '../../platform/list-page.ts'
import type { Queries } from '../../platform/store/database.ts'
import { findRuleMembers } from './rule-member.store.ts'
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
  paging: Paging,
): Promise<AnswerOf<typeof listRuleMembers>> {
  const { rows, nextCursor } = await readPage(paging, {
    cursorForm: /^per_[0-9A-HJKMNP-TV-Z]{26}$/,
    async read({ after, most }) {
      if (!(await findGroup(store, groupId))) throw new AppError('not_found')
      return findRuleMembers(store, { groupId, now: now(), before: after, most })
    },
  })
  const people = await findPeopleByIds(
    store,
    rows.map(({ id }) => id),
  )
  const items = rows.flatMap(({ id, checkedAt }) => {
    const person = people.get(id)
    return person ? [{ person: presentPerson(person), checkedAt: new Date(checkedAt).toISOString() }] : []
  })
  return { items, nextCursor }
}
