import { AppError } from '@countersign/contract/error/errors.ts'
import { RATE_SESSIONS_PER_ADDRESS } from '@countersign/contract/limits.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import { closeAdminMode, stepUp } from '@countersign/contract/routes/session.ts'
import { recordRefusal } from '../../audit/record-event.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { browserOf } from '../../platform/http/exchange.ts'
import { subnetOf, takeRate } from '../../platform/http/request/client-ip.ts'
import { readSignedMessage } from '../../proof/challenge/challenge.ts'
import { presentSession } from '../session.ts'
import type { SessionRecord } from '../session-record.ts'
import { closeAdminMode as closeMode } from './step-up.store.ts'
import { repeatStepUp, type SteppedUp, stepUpSession } from './step-up.ts'

export const stepUpRoutes = (context: Context, authorize: Authorize<SessionRecord>) => [
  authorize(stepUp, async ({ exchange, session, actor, body }) => {
    takeRate(context, 'session', exchange.ip, RATE_SESSIONS_PER_ADDRESS)
    const { token, session: changed } = await verifyStepUp(context, exchange, session, body.proof).catch((error) => {
      recordRefusal(context, error, { kind: 'step_up.refused', ...actor, personId: actor.actorId })
      throw error
    })
    const ttl = session.kept ? session.expiresAt - context.now() : undefined
    if (token !== undefined) exchange.cookies.set('session', token, ttl)
    return presentSession(changed)
  }),

  authorize(closeAdminMode, async ({ session }) => {
    await closeMode(context.store, session.id)
    return presentSession({ ...session, adminUntil: null })
  }),
]

async function verifyStepUp(
  context: Context,
  exchange: Exchange,
  session: SessionRecord,
  proof: Proof,
): Promise<SteppedUp> {
  const signed = await readSignedMessage(context, { proof, purpose: 'step_up', browser: browserOf(exchange), session })
  const token = exchange.cookies.get('session') ?? ''
  try {
    const request = { source: exchange.source, network: subnetOf(exchange.ip) }
    return await stepUpSession(context, { signed, session, token, ...request })
  } catch (error) {
    const lost = exchange.header('idempotency-key') === signed.challenge.id
    if (!lost || !(error instanceof AppError) || error.code !== 'challenge_used') throw error
    return repeatStepUp(context, { signed, session, token })
  }
}
