import { RATE_SETUP_PER_ADDRESS } from '@countersign/contract/limits.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import { createSetup } from '@countersign/contract/setup.ts'
import { readClaim } from '../challenge/challenge.ts'
import type { Context } from '../context.ts'
import { browserOf } from '../http/browser.ts'
import { networkOf } from '../http/client-address.ts'
import type { Exchange } from '../http/exchange.ts'
import { endpoint } from '../http/serve.ts'
import { answerStarted, repeatIfLost, surroundings } from '../session/browser-session.ts'
import { type Started, startSession } from '../session/start.ts'
import { claimOwnership, requireSetupCode } from './setup.ts'

export const setupRoutes = (context: Context) => [
  endpoint(createSetup, async (exchange, body) => {
    context.rates.take(`setup:${networkOf(exchange.address)}`, RATE_SETUP_PER_ADDRESS)
    return answerStarted(context, exchange, await becomeOwner(context, exchange, body))
  }),
]

async function becomeOwner(context: Context, exchange: Exchange, body: BodyOf<typeof createSetup>): Promise<Started> {
  const { proof, keep, instanceName } = body
  const read = () => readClaim(context, { proof, purpose: 'setup', browser: browserOf(exchange) })
  try {
    await requireSetupCode(context, body.setupCode)
    const started = await startSession(context, {
      claim: read(),
      proof,
      keep,
      via: 'setup',
      ...(await surroundings(context, exchange)),
      alsoRequire: (queries, { person }) => claimOwnership(context, queries, { person, instanceName }),
    })
    context.log.info('setup finished', { traceId: exchange.traceId, personId: started.session.person.id })
    return started
  } catch (error) {
    return repeatIfLost(context, exchange, error, read)
  }
}
