import type { QueryOf } from '@countersign/contract/route.ts'
import { dismissChecklistItem, getChecklist } from '@countersign/contract/routes/admin/checklist.ts'
import { getHealth } from '@countersign/contract/routes/admin/health.ts'
import { getSettings, updateLogo, updateSettings } from '@countersign/contract/routes/admin/settings.ts'
import { getStats } from '@countersign/contract/routes/admin/stats.ts'
import type { Authorize } from '../call.ts'
import type { Context } from '../context.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { peerOf } from '../platform/http/request/client-ip.ts'
import { probeWrite } from '../platform/store/probe-write.ts'
import type { SessionRecord } from '../session/session-record.ts'
import { dismissItem, readChecklist } from './checklist/checklist.ts'
import type { BrowserReport } from './health/deployment.ts'
import { changeLogo, changeSettings, currentSettings } from './settings/change-settings.ts'

export const siteRoutes = (context: Context, authorize: Authorize<SessionRecord>) => [
  authorize(getSettings, () => currentSettings(context)),

  authorize(updateSettings, ({ actor, body }) => changeSettings(context, actor, body)),

  authorize(updateLogo, ({ actor, body }) => changeLogo(context, actor, body.image)),

  authorize(getChecklist, async ({ session }) => ({ items: await readChecklist(context, session.person.id) })),

  authorize(dismissChecklistItem, ({ actor, body }) => dismissItem(context, body.item, actor)),

  authorize(getStats, async ({ query }) => {
    const { readStats } = await import('./read-stats.ts')
    return readStats(context, query)
  }),

  authorize(getHealth, async ({ exchange, query }) => {
    // Imported on demand: it reaches into every part of the server.
    const { checkHealth } = await import('./health/health.ts')
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
