import { getSettings, updateLogo, updateSettings } from '@countersign/contract/routes/admin/settings.ts'
import { authorizeRoute, type Call } from '../access/authorize-route.ts'
import type { Context } from '../context.ts'
import { type Changing, changeSettings, currentSettings } from './change-settings.ts'
import { changeLogo } from './site-logo.ts'

export const settingRoutes = (context: Context) => [
  authorizeRoute(context, getSettings, () => currentSettings(context)),
  authorizeRoute(context, updateSettings, (call) => changeSettings(context, changing(call), call.body)),
  authorizeRoute(context, updateLogo, (call) => changeLogo(context, changing(call), call.body.image)),
]

function changing({
  exchange,
  session,
  version,
}: Pick<Call<typeof updateSettings>, 'exchange' | 'session' | 'version'>): Changing {
  return { actorId: session.person.id, sessionId: session.id, source: exchange.source, version }
}
