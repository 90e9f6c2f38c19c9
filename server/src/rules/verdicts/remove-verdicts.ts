import { findGroupRule } from '../../accounts/group/group-rule.store.ts'
import { findPeopleWithVerdict, findVerdicts, removeVerdict } from '../../accounts/group/verdict.store.ts'
import { lockPerson } from '../../accounts/person/person.ts'
import type { Context } from '../../context.ts'
import { runTogether } from '../../platform/store/database.ts'
import { openRules } from '../open-rules.ts'
import { removeSeatsOf } from '../seats.ts'
import { recordChange } from './write-verdicts.ts'

/** People per transaction. */
const CHUNK = 100

/** After the rule of a group was removed: people who were in it by the rule leave. */
export async function removeVerdicts(context: Context, group: { groupId: string; slug: string }): Promise<void> {
  while ((await removeChunk(context, group)) === CHUNK);
}

function removeChunk(context: Context, { groupId, slug }: { groupId: string; slug: string }): Promise<number> {
  return context.store.transaction(async (queries) => {
    const ids = await findPeopleWithVerdict(queries, groupId, CHUNK)
    await runTogether(...ids.map((id) => lockPerson(queries, id)))
    // It has a rule again, which decides.
    if (await findGroupRule(queries, groupId)) return 0
    const verdicts = await findVerdicts(queries, groupId, ids)
    for (const personId of ids) {
      await removeVerdict(queries, groupId, personId)
      await removeSeatsOf(queries, { groupId, personId })
      if (verdicts.get(personId)?.outcome !== 'yes') continue
      await recordChange(context, queries, { kind: 'rule.left', group: { groupId, slug }, personId })
      await openRules(context).leave(queries, { personId, groupId })
    }
    return ids.length
  })
}
