import { RATE_SETUP_PER_ADDRESS } from '@countersign/contract/limits.ts'
import { createSetup } from '@countersign/contract/setup.ts'
import { readClaim } from '../challenge/challenge.ts'
import type { Context } from '../context.ts'
import { browserOf } from '../http/browser.ts'
import { networkOf } from '../http/client-address.ts'
import { endpoint } from '../http/serve.ts'
import { answerStarted, surroundings } from '../session/browser-session.ts'
import { startSession } from '../session/start.ts'
import { claimOwnership, requireSetupCode } from './setup.ts'

export const setupRoutes = (context: Context) => [
  endpoint(createSetup, async (exchange, body) => {
    context.rates.take(`setup:${networkOf(exchange.address)}`, RATE_SETUP_PER_ADDRESS)
    await requireSetupCode(context, body.setupCode)
    const claim = readClaim(context, { proof: body.proof, purpose: 'setup', browser: browserOf(exchange) })
    const started = await startSession(context, {
      claim,
      proof: body.proof,
      keep: body.keep,
      via: 'setup',
      ...(await surroundings(context, exchange)),
      alsoRequire: (queries, { person }) =>
        claimOwnership(context, queries, { person, instanceName: body.instanceName }),
    })
    context.log.info('setup finished', { traceId: exchange.traceId, personId: started.session.person.id })
    return answerStarted(context, exchange, started)
  }),
]
