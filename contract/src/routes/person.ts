import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/person.ts'

export type { Locale, Me, PersonStatus, Profile, Theme } from '../schemas/person.ts'

export const getProfile = defineRoute<typeof schemas.getProfile>()('GET /api/me')

export const updateProfile = defineRoute<typeof schemas.updateProfile>()('PATCH /api/me', { versioned: true })

export const exportData = defineRoute<typeof schemas.exportData>()('POST /api/me/export', {
  stepUp: { action: 'data.export' },
})

export const DELETION_PHRASE = 'delete my account'

export const startDeletion = defineRoute<typeof schemas.startDeletion>()('POST /api/me/deletion', {
  stepUp: { action: 'account.delete' },
  status: 202,
  errors: ['phrase_wrong', 'last_owner'],
})
