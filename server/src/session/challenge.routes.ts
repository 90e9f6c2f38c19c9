import { AppError } from '@countersign/contract/error/errors.ts'
import { RATE_CHALLENGES_PER_ADDRESS, RATE_CHALLENGES_PER_BROWSER } from '@countersign/contract/limits.ts'
import { createChallenge } from '@countersign/contract/routes/challenge.ts'
import type { Context } from '../context.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import { bindBrowser } from '../platform/http/exchange.ts'
import { takeRate } from '../platform/http/request/client-ip.ts'
import { issueChallenge } from '../proof/challenge/challenge.ts'
import { readInstance } from '../settings/read-settings.ts'
import { currentSession } from './browser-session.ts'
import { readBinding } from './challenge-binding.ts'

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
    const bound = await readBinding(context, () => currentSession(context, exchange), body)
    return issueChallenge(context, { purpose, browser, instanceName: body.instanceName ?? instance.name, ...bound })
  }),
]
