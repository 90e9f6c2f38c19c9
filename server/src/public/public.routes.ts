import { RATE_CLIENT_ERRORS_PER_ADDRESS, RATE_CLIENT_ERRORS_PER_BROWSER } from '@countersign/contract/limits.ts'
import { reportClientError } from '@countersign/contract/routes/client-error.ts'
import { getPublicConfig } from '@countersign/contract/routes/public.ts'
import { countClientError } from '../admin/health/client-error-counts.ts'
import type { Context } from '../context.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import { browserOf } from '../platform/http/exchange.ts'
import { subnetOf, takeRate } from '../platform/http/request/client-ip.ts'
import { readPublicConfig } from './public.ts'

export const publicRoutes = (context: Context) => [
  endpoint(getPublicConfig, () => readPublicConfig(context)),

  endpoint(reportClientError, async (exchange, error) => {
    const network = subnetOf(exchange.ip)
    takeRate(context, 'client-error', exchange.ip, RATE_CLIENT_ERRORS_PER_ADDRESS)
    context.rates.take(`client-error of:${browserOf(exchange) ?? network}`, RATE_CLIENT_ERRORS_PER_BROWSER)
    countClientError(context, error)
    return undefined
  }),
]
