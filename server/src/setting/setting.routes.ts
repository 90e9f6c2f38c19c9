import { getSettings, updateLogo, updateSettings } from '@countersign/contract/setting.ts'
import type { Context } from '../context.ts'
import { type Call, guarded } from '../session/authorize-route.ts'
import { placeOf } from '../session/browser-session.ts'
import { changeLogo } from './logo.ts'
import { type Changing, changeSettings, currentSettings } from './setting.ts'

export const settingRoutes = (context: Context) => [
  guarded(context, getSettings, () => currentSettings(context)),
  guarded(context, updateSettings, (call) => changeSettings(context, changing(call), call.body)),
  guarded(context, updateLogo, (call) => changeLogo(context, changing(call), call.body.image)),
]

function changing({
  exchange,
  session,
  version,
}: Pick<Call<typeof updateSettings>, 'exchange' | 'session' | 'version'>): Changing {
  return { actorId: session.person.id, sessionId: session.id, place: placeOf(exchange), version }
}
