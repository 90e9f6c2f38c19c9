import type { ActivityKind } from '@countersign/contract/activity-kinds.ts'
import { type RequestSource, recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import type { HostRecord } from './host.store.ts'

export type Changing = { actorId: string; sessionId: string; source: RequestSource }

type Change = {
  kind: Extract<ActivityKind, `host.${string}`>
  by: Changing
  host: HostRecord
  more?: Record<string, string>
}

export function recordHostChange(context: Context, queries: Queries, { kind, by, host, more }: Change): Promise<void> {
  return recordEvent(context, queries, { kind, ...by, data: { hostId: host.id, host: host.host, ...more } })
}
