import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/checklist.ts'

export type { ChecklistEntry, ChecklistItem } from '../../schemas/admin/checklist.ts'

/** What an owner does after the setup. `recovery` is about the caller, the rest about the installation. */
export const getChecklist = defineRoute<typeof schemas.getChecklist>()('GET /api/admin/checklist', {
  permission: 'settings.write',
})

/** For all owners; `recovery` for the caller only. */
export const dismissChecklistItem = defineRoute<typeof schemas.dismissChecklistItem>()(
  'POST /api/admin/checklist/dismiss',
  { permission: 'settings.write', status: 204 },
)
