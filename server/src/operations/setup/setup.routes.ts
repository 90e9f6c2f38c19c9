import { AppError } from '@countersign/contract/error/errors.ts'
import { RATE_SETUP_PER_ADDRESS } from '@countersign/contract/limits.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import { createSetup } from '@countersign/contract/routes/setup.ts'
import { identify } from '../../accounts/wallet/identify-wallet.ts'
import { recordRefusal } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { browserOf, type Exchange } from '../../platform/http/exchange.ts'
import { takeRate } from '../../platform/http/request/client-ip.ts'
import { readSignedMessage, type SignedMessage } from '../../proof/challenge/challenge.ts'
import { verifySignedMessage } from '../../proof/challenge/verify-signed-message.ts'
import { answerStarted, readSignInContext, repeatIfLost, type SignInContext } from '../../session/browser-session.ts'
import { type Started, startSession } from '../../session/start/start-session.ts'
import { claimOwnership, requireSetupCode } from './setup.ts'

export const setupRoutes = (context: Context) => [
  endpoint(createSetup, async (exchange, body) => {
    takeRate(context, 'setup', exchange.ip, RATE_SETUP_PER_ADDRESS)
    const signInContext = await readSignInContext(context, exchange)
    const started = await becomeOwner(context, exchange, body, signInContext).catch((error) => {
      recordRefusal(context, error, { kind: 'setup.refused', source: signInContext.source })
      throw error
    })
    return answerStarted(context, exchange, started, { cookie: signInContext.cookie, returnTo: '/admin' })
  }),
]

async function becomeOwner(
  context: Context,
  exchange: Exchange,
  body: BodyOf<typeof createSetup>,
  signInContext: SignInContext,
): Promise<Started> {
  const { proof, keep, registration } = body
  const read = () => readSignedMessage(context, { proof, purpose: 'setup', browser: browserOf(exchange) })
  try {
    await requireSetupCode(context, body.setupCode)
    const signed = await read()
    const started = await startSession(context, {
      ...signInContext,
      verified: await verifySignedMessage(context, { signed, network: signInContext.network }),
      proof,
      keep,
      identify: async (queries, proven) => {
        // Whoever may sign up otherwise.
        const admit = async () => ({ role: 'member' as const })
        const identity = await identify(context, queries, { ...proven, via: 'setup' }, admit)
        const instanceName = nameIn(signed)
        const person = await claimOwnership(context, queries, { person: identity.person, instanceName, registration })
        return { ...identity, person }
      },
    })
    context.log.info('setup completed', { traceId: exchange.traceId, personId: started.session.person.id })
    return started
  } catch (error) {
    return repeatIfLost(context, exchange, error, read)
  }
}

/** The site gets the name that was signed. */
function nameIn({ challenge: { boundTo } }: SignedMessage): string {
  if (boundTo === null) throw new AppError('challenge_unknown')
  return boundTo
}
