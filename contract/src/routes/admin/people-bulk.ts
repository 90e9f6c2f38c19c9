/** One action on several people at once. */

import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/people-bulk.ts'

export type { BulkFailure } from '../../schemas/admin/people-bulk.ts'

/** Each person by themselves, by the rules of the single action: `failed` says for whom it was not done, and why. */
export const changePeople = defineRoute<typeof schemas.changePeople>()({
  method: 'POST',
  path: '/api/admin/people/bulk',
  permission: 'people.write',
  stepUp: 'admin',
})
