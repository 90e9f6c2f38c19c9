import { getSettings, updateLogo, updateSettings } from '@countersign/contract/routes/admin/settings.ts'
import type { Authorize } from '../call.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/store/database.ts'
import { changeLogo, changeSettings, currentSettings } from './change-settings.ts'

export const settingRoutes = (
  context: Context,
  authorize: Authorize,
  clearEnsNames: (queries: Queries) => Promise<void>,
) => [
  authorize(getSettings, () => currentSettings(context)),
  authorize(updateSettings, ({ actor, version, body }) =>
    changeSettings(context, { ...actor, version }, { change: body, clearEnsNames }),
  ),
  authorize(updateLogo, ({ actor, version, body }) => changeLogo(context, { ...actor, version }, body.image)),
]
