import type { Acting, Caller } from '../../../server/src/call.ts'
import type { Context } from '../../../server/src/context.ts'

type Session = { actorId?: string; sessionId?: string; role?: Caller['person']['role'] }

/** Who acts, for functions that are called without a request; nothing is checked again. */
export function actAs(
  { store }: Context,
  { actorId = 'per_1', sessionId = 'ses_1', role = 'owner' }: Session = {},
): Acting {
  const person = { id: actorId, displayName: null, role, status: 'active' } as const
  return {
    ...{ actorId, sessionId, role, call: '', version: 0, source: { ip: '192.0.2.1', device: 'Firefox' } },
    transaction: (...work) => store.transaction(...work),
    lockedTransaction: (work) =>
      store.transaction((queries) => work(queries, { id: sessionId, person, wallet: { id: '' } })),
  }
}
