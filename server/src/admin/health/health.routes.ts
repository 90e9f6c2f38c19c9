import type { QueryOf } from '@countersign/contract/route.ts'
import { getHealth } from '@countersign/contract/routes/admin/health.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { peerOf } from '../../platform/http/request/client-ip.ts'
import { probeWrite } from '../../platform/store/probe-write.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import type { BrowserReport } from './deployment.ts'

export const healthRoutes = (context: Context, authorize: Authorize<SessionRecord>) => [
  authorize(getHealth, async ({ exchange, query }) => {
    // Imported on demand: it reaches into every part of the server.
    const { checkHealth } = await import('./health.ts')
    return { items: await checkHealth(context, readReport(exchange, query), () => probeWrite(context.store)) }
  }),
]

function readReport(exchange: Exchange, { browserTime, browserOrigin }: QueryOf<typeof getHealth>): BrowserReport {
  const peer = peerOf(exchange.request)
  return {
    browserTime: browserTime === undefined ? undefined : Number(browserTime),
    browserOrigin,
    peer,
    forwarded: exchange.header('x-forwarded-for') !== undefined || exchange.header('forwarded') !== undefined,
    trusted: exchange.ip !== peer,
  }
}
