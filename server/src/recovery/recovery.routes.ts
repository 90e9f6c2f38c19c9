import { RATE_RECOVERY_PER_ADDRESS } from '@countersign/contract/limits.ts'
import { createRecoveryCodes, dropRecoveryCodes, recover } from '@countersign/contract/recovery.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import { readClaim } from '../challenge/challenge.ts'
import type { Context } from '../context.ts'
import { browserOf } from '../http/browser.ts'
import type { Exchange } from '../http/exchange.ts'
import { endpoint } from '../http/serve.ts'
import { takeRate } from '../http/take-rate.ts'
import { authorizeRoute } from '../session/authorize-route.ts'
import { answerStarted, placeOf, repeatIfLost, surroundings } from '../session/browser-session.ts'
import { type Started, startSession } from '../session/start.ts'
import { freeAccounts } from '../wallet/link.ts'
import { createCodes, dropCodes } from './codes.ts'
import { readKey, recordRecoveryRefusal, recoverAccount } from './recover.ts'

export const recoveryRoutes = (context: Context) => [
  authorizeRoute(context, createRecoveryCodes, async ({ exchange, session, signerId }) => {
    const { codes, createdAt } = await createCodes(context, { session, place: placeOf(exchange), signerId })
    return { codes, createdAt: new Date(createdAt).toISOString() }
  }),

  authorizeRoute(context, dropRecoveryCodes, async ({ exchange, session }) => {
    await dropCodes(context, { session, place: placeOf(exchange) })
    return undefined
  }),

  endpoint(recover, async (exchange, body) => {
    takeRate(context, 'recovery', exchange.address, RATE_RECOVERY_PER_ADDRESS)
    const around = await surroundings(context, exchange)
    const started = await comeBack(context, exchange, body, around).catch((error) => {
      recordRecoveryRefusal(context, error, around.place)
      throw error
    })
    return answerStarted(context, exchange, started, { cookie: around.cookie })
  }),
]

type Around = Awaited<ReturnType<typeof surroundings>>

async function comeBack(
  context: Context,
  exchange: Exchange,
  { proof, keep, code, link }: BodyOf<typeof recover>,
  around: Around,
): Promise<Started> {
  const claim = readClaim(context, { proof, purpose: 'recover', browser: browserOf(exchange) })
  const key = readKey({ code, link })
  await freeAccounts(context, claim)
  return startSession(context, {
    ...around,
    claim,
    proof,
    keep,
    identify: (queries, proven, sessionId) =>
      recoverAccount(context, queries, { key, proven, place: around.place, sessionId }),
  }).catch((error) => repeatIfLost(context, exchange, error, () => claim))
}
