import { RATE_RECOVERY_PER_ADDRESS } from '@countersign/contract/limits.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import { startDeletion } from '@countersign/contract/routes/person.ts'
import { createRecoveryCodes, dropRecoveryCodes, recover } from '@countersign/contract/routes/recovery.ts'
import { createCodes, deleteCodes, readKey } from '../accounts/recovery/recovery.ts'
import { releaseDueAccounts } from '../accounts/wallet/link-wallet.ts'
import { recordRefusal } from '../audit/record-event.ts'
import type { Authorize } from '../call.ts'
import type { Context } from '../context.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { browserOf } from '../platform/http/exchange.ts'
import { takeRate } from '../platform/http/request/client-ip.ts'
import { readSignedMessage } from '../proof/challenge/challenge.ts'
import { verifySignedMessage } from '../proof/challenge/verify-signed-message.ts'
import { deleteOwnAccount, recoverAccount } from './account.ts'
import { answerStarted, readSignInContext, repeatIfLost, type SignInContext } from './browser-session.ts'
import type { SessionRecord } from './session-record.ts'
import { type Started, startSession } from './start/start-session.ts'

export const accountRoutes = (context: Context, authorize: Authorize<SessionRecord>) => [
  authorize(createRecoveryCodes, async ({ actor, signerId }) => {
    const { codes, createdAt } = await createCodes(context, actor, signerId)
    return { codes, createdAt: new Date(createdAt).toISOString() }
  }),

  authorize(dropRecoveryCodes, ({ actor }) => deleteCodes(context, actor)),

  authorize(startDeletion, async ({ exchange, actor, body }) => {
    const deleteAfter = await deleteOwnAccount(context, actor, body.phrase)
    exchange.cookies.clear('session')
    return { deleteAfter: new Date(deleteAfter).toISOString() }
  }),

  endpoint(recover, async (exchange, body) => {
    takeRate(context, 'recovery', exchange.ip, RATE_RECOVERY_PER_ADDRESS)
    const signInContext = await readSignInContext(context, exchange)
    const started = await startRecovered(context, exchange, body, signInContext).catch((error) => {
      recordRefusal(context, error, { kind: 'recovery.refused', source: signInContext.source })
      throw error
    })
    return answerStarted(context, exchange, started, { cookie: signInContext.cookie })
  }),
]

async function startRecovered(
  context: Context,
  exchange: Exchange,
  { proof, keep, code, link }: BodyOf<typeof recover>,
  signInContext: SignInContext,
): Promise<Started> {
  const signed = await readSignedMessage(context, { proof, purpose: 'recover', browser: browserOf(exchange) })
  const key = readKey({ code, link })
  await releaseDueAccounts(context, signed)
  return startSession(context, {
    ...signInContext,
    verified: await verifySignedMessage(context, { signed, network: signInContext.network }),
    proof,
    keep,
    identify: (queries, proven, sessionId) =>
      recoverAccount(context, queries, { key, proven, source: signInContext.source, sessionId }),
  }).catch((error) => repeatIfLost(context, exchange, error, () => signed))
}
