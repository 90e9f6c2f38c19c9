/** Bulk actions on people. */

import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/people-bulk.ts'

export type { BulkFailure } from '../../schemas/admin/people-bulk.ts'

/** Applies the action to each person separately; `failed` lists those for whom it was rejected. */
export const changePeople = defineRoute<typeof schemas.changePeople>()({
  method: 'POST',
  path: '/api/admin/people/bulk',
  permission: 'people.write',
  stepUp: 'admin',
})
