import { getSettings, updateLogo, updateSettings } from '@countersign/contract/routes/admin/settings.ts'
import type { Authorize } from '../call.ts'
import type { Context } from '../context.ts'
import { changeLogo, changeSettings, currentSettings, type SettingsUpdate } from './change-settings.ts'

export const settingRoutes = (
  context: Context,
  authorize: Authorize,
  hooks: Pick<SettingsUpdate, 'clearEnsNames' | 'requireGroups' | 'lockFamiliesOf'>,
) => [
  authorize(getSettings, () => currentSettings(context)),
  authorize(updateSettings, ({ actor, version, body }) =>
    changeSettings(context, { ...actor, version }, { change: body, ...hooks }),
  ),
  authorize(updateLogo, ({ actor, version, body }) => changeLogo(context, { ...actor, version }, body.image)),
]
