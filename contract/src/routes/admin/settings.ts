import { LOGO_BODY_MAX_BYTES } from '../../limits/app-limits.ts'
import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/settings.ts'

export type { Settings } from '../../schemas/admin/settings.ts'

export const getSettings = defineRoute<typeof schemas.getSettings>()('GET /api/admin/settings', {
  permission: 'settings.read',
})

export const updateSettings = defineRoute<typeof schemas.updateSettings>()('PATCH /api/admin/settings', {
  permission: 'settings.write',
  stepUp: { action: 'factories.write', fields: ['factories'] },
  versioned: true,
  errors: ['setting_invalid'],
})

export const updateLogo = defineRoute<typeof schemas.updateLogo>()('PUT /api/admin/settings/logo', {
  permission: 'settings.write',
  stepUp: 'admin',
  versioned: true,
  maxBody: LOGO_BODY_MAX_BYTES,
  errors: ['wallet_too_new', 'logo_invalid'],
})
