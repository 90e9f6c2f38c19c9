import { AppError } from '@countersign/contract/error/errors.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import type { checkPerson } from '@countersign/contract/routes/admin/rule.ts'
import { findGroupRules } from '../../accounts/group/group-rule.store.ts'
import { findPerson } from '../../accounts/person/person.ts'
import type { Context } from '../../context.ts'
import { checkVerdicts } from '../verdicts/check-verdicts.ts'

/** Checks all rules for one person now. Sorted by the name of the group. */
export async function checkPersonNow(context: Context, personId: string): Promise<AnswerOf<typeof checkPerson>> {
  const { store } = context
  const person = await findPerson(store, personId)
  if (!person || person.status === 'deleted') throw new AppError('not_found')
  const groups = await findGroupRules(store)
  const checked = await checkVerdicts(context, {
    groupIds: groups.map(({ groupId }) => groupId),
    personIds: [personId],
  })
  const outcomes = new Map(checked.map(({ groupId, outcome }) => [groupId, outcome]))
  const items = groups.flatMap(({ groupId, name }) => {
    const outcome = outcomes.get(groupId)
    return outcome === undefined ? [] : [{ groupId, name, outcome }]
  })
  return { items: items.toSorted((a, b) => a.name.localeCompare(b.name, 'en')) }
}
