import { reportClientError } from '@countersign/contract/client-error.ts'
import { RATE_CLIENT_ERRORS_PER_ADDRESS, RATE_CLIENT_ERRORS_PER_BROWSER } from '@countersign/contract/limits.ts'
import { getPublicConfig } from '@countersign/contract/public.ts'
import type { Context } from '../context.ts'
import { countClientError } from '../health/client-error-counts.ts'
import { browserOf } from '../http/browser.ts'
import { networkOf } from '../http/client-address.ts'
import { endpoint } from '../http/serve.ts'
import { takeRate } from '../http/take-rate.ts'
import { readPublicConfig } from './public.ts'

export const publicRoutes = (context: Context) => [
  endpoint(getPublicConfig, () => readPublicConfig(context)),

  endpoint(reportClientError, async (exchange, error) => {
    const network = networkOf(exchange.address)
    takeRate(context, 'client-error', exchange.address, RATE_CLIENT_ERRORS_PER_ADDRESS)
    context.rates.take(`client-error of:${browserOf(exchange) ?? network}`, RATE_CLIENT_ERRORS_PER_BROWSER)
    countClientError(context, error)
    return undefined
  }),
]
