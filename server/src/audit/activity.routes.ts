import { RATE_EXPORTS_PER_PERSON } from '@countersign/contract/limits.ts'
import {
  type ActivityCheck,
  exportActivity,
  exportActivityLines,
  exportOwnActivity,
  listActivity,
  listOwnActivity,
  verifyActivity,
} from '@countersign/contract/routes/activity.ts'
import { authorizeRoute } from '../access/authorize-route.ts'
import type { Context } from '../context.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import type { SessionRecord } from '../session/session.store.ts'
import { exportEvents, exportOwnEvents } from './export-events.ts'
import { listEvents, listOwnEvents } from './list-events.ts'
import { verifyChain } from './verify-hash-chain.ts'

export const activityRoutes = (context: Context) => [
  authorizeRoute(context, listOwnActivity, ({ session, query }) => listOwnEvents(context, session.person.id, query)),

  authorizeRoute(context, exportOwnActivity, ({ exchange, session, query }) =>
    exportOwnEvents(context, { asked: query, by: exporter(context, exchange, session), format: 'csv' }),
  ),

  authorizeRoute(context, listActivity, ({ query }) => listEvents(context, query)),

  authorizeRoute(context, exportActivity, ({ exchange, session, query }) =>
    exportEvents(context, { asked: query, by: exporter(context, exchange, session), format: 'csv' }),
  ),

  authorizeRoute(context, exportActivityLines, ({ exchange, session, query }) =>
    exportEvents(context, { asked: query, by: exporter(context, exchange, session), format: 'jsonl' }),
  ),

  authorizeRoute(context, verifyActivity, verifyOnce(context)),
]

function exporter(context: Context, exchange: Exchange, session: SessionRecord) {
  context.rates.take(`export:${session.person.id}`, RATE_EXPORTS_PER_PERSON)
  return { personId: session.person.id, sessionId: session.id, source: exchange.source }
}

/** A walk over everything: whoever asks while one is under way gets its answer. */
function verifyOnce(context: Context): () => Promise<ActivityCheck> {
  let walking: Promise<ActivityCheck> | undefined
  return () => {
    walking ??= verifyChain(context.store, context.now()).finally(() => {
      walking = undefined
    })
    return walking
  }
}
