import { createChallenge } from '@countersign/contract/challenge.ts'
import { AppError } from '@countersign/contract/errors.ts'
import { RATE_CHALLENGES_PER_ADDRESS, RATE_CHALLENGES_PER_BROWSER } from '@countersign/contract/limits.ts'
import type { Context } from '../context.ts'
import { bindBrowser } from '../http/browser.ts'
import { networkOf } from '../http/client-address.ts'
import { endpoint } from '../http/serve.ts'
import { readInstance } from '../setting/instance.ts'
import { bindingOf, issueChallenge } from './challenge.ts'

export const challengeRoutes = (context: Context) => [
  endpoint(createChallenge, async (exchange, { purpose }) => {
    const browser = bindBrowser(context, exchange)
    context.rates.take(`challenge:${networkOf(exchange.address)}`, RATE_CHALLENGES_PER_ADDRESS)
    context.rates.take(`challenge:${bindingOf(browser)}`, RATE_CHALLENGES_PER_BROWSER)
    const instance = await readInstance(context)
    if (purpose === 'setup' && !instance.setupNeeded) throw new AppError('purpose_not_allowed')
    return issueChallenge(context, { purpose, browser, instanceName: instance.name })
  }),
]
