import type { AnswerOf } from '@countersign/contract/route.ts'
import type { getAccess } from '@countersign/contract/routes/access-request.ts'
import { findRequestState } from '../../accounts/access-request/access-request.ts'
import type { Context } from '../../context.ts'
import type { explainAccess } from '../../rules/explain-access.ts'
import { findTarget, type TargetQuery } from './target.ts'

type Asked = { query: TargetQuery; personId: string; explain: typeof explainAccess }

/** Whether a person has access to an app or a host, what they lack, and the state of their request. */
export async function describeAccess(
  context: Context,
  { query, personId, explain }: Asked,
): Promise<AnswerOf<typeof getAccess>> {
  const { id: object, name, url, rules } = await findTarget(context, query)
  const { outcome, requirements } = await explain(context, { rules, personId })
  const request = await findRequestState(context.store, { subject: personId, object, now: context.now() })
  return { name, url, outcome, requirements, request: request ?? null }
}
