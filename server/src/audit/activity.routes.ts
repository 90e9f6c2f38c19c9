import { RATE_EXPORTS_PER_PERSON } from '@countersign/contract/limits.ts'
import * as contract from '@countersign/contract/routes/activity.ts'
import type { Authorize } from '../call.ts'
import type { Context } from '../context.ts'
import { shareRuns } from '../platform/run-every.ts'
import { listEvents, listOwnEvents } from './list-events.ts'
import type { Actor } from './record-event.ts'
import { verifyChain } from './verify-hash-chain.ts'

export const activityRoutes = (context: Context, authorize: Authorize) => [
  authorize(contract.listOwnActivity, ({ session, query }) => listOwnEvents(context, session.person.id, query)),

  authorize(contract.exportOwnActivity, async ({ actor, query }) => {
    const { exportOwnEvents } = await loadExports(context, actor)
    return exportOwnEvents(context, { query, by: actor, format: 'csv' })
  }),

  authorize(contract.listActivity, ({ query }) => listEvents(context, query)),

  authorize(contract.exportActivity, async ({ actor, query }) => {
    const { exportEvents } = await loadExports(context, actor)
    return exportEvents(context, { query, by: actor, format: 'csv' })
  }),

  authorize(contract.exportActivityLines, async ({ actor, query }) => {
    const { exportEvents } = await loadExports(context, actor)
    return exportEvents(context, { query, by: actor, format: 'jsonl' })
  }),

  // Reads the whole log.
  authorize(
    contract.verifyActivity,
    shareRuns(() => verifyChain(context.store, context.now())),
  ),
]

/** Loaded with the first one. */
function loadExports(context: Context, { actorId }: Actor) {
  context.rates.take(`export:${actorId}`, RATE_EXPORTS_PER_PERSON)
  return import('./export-events.ts')
}
