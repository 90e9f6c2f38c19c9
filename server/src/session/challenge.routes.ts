import { AppError } from '@countersign/contract/error/errors.ts'
import { RATE_CHALLENGES_PER_ADDRESS, RATE_CHALLENGES_PER_BROWSER } from '@countersign/contract/limits.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import { createChallenge } from '@countersign/contract/routes/challenge.ts'
import type { Context } from '../context.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { bindBrowser } from '../platform/http/exchange.ts'
import { takeRate } from '../platform/http/request/client-ip.ts'
import { holderOf, issueChallenge } from '../proof/challenge/challenge.ts'
import { readInstance } from '../settings/read-settings.ts'
import { currentSession } from './browser-session.ts'
import { actionName, describeAction } from './step-up/step-up-action.ts'

export const challengeRoutes = (context: Context) => [
  endpoint(createChallenge, async (exchange, body) => {
    const { purpose } = body
    const browser = bindBrowser(context, exchange)
    takeRate(context, 'challenge', exchange.ip, RATE_CHALLENGES_PER_ADDRESS)
    context.rates.take(`challenge:${browser}`, RATE_CHALLENGES_PER_BROWSER)
    const instance = await readInstance(context)
    if (purpose === 'setup' && !instance.setupNeeded) throw new AppError('purpose_not_allowed')
    // The interaction of the app issues its own.
    if (purpose === 'app_proof') throw new AppError('purpose_not_allowed')
    const bound = await readBinding(context, exchange, body)
    return issueChallenge(context, { purpose, browser, instanceName: body.instanceName ?? instance.name, ...bound })
  }),
]

/** Challenges for step-ups and new wallets are bound to a session, those for the setup to the name of the site. */
async function readBinding(
  context: Context,
  exchange: Exchange,
  { purpose, action, target, instanceName }: BodyOf<typeof createChallenge>,
) {
  if ((purpose === 'setup') !== (instanceName !== undefined))
    throw new AppError('purpose_not_allowed', { detail: 'A setup challenge, and no other, requires the site name.' })
  if (purpose === 'step_up') {
    if (!action) throw new AppError('purpose_not_allowed', { detail: 'A step-up challenge requires an action.' })
    const session = await currentSession(context, exchange)
    const stepUp = { action, target }
    const subject = await describeAction(context.store, session.person, stepUp)
    return { boundTo: actionName(stepUp), subject, holder: holderOf(session) }
  }
  if (action !== undefined || target !== undefined) throw new AppError('purpose_not_allowed')
  if (instanceName !== undefined) return { boundTo: instanceName }
  if (purpose !== 'link_wallet') return undefined
  const session = await currentSession(context, exchange)
  return { boundTo: session.id, holder: holderOf(session) }
}
