/** The keys that tokens are signed with. Their private halves never leave the server. */

import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/key.ts'

export type { SigningKey } from '../../schemas/admin/key.ts'

export const listKeys = defineRoute<typeof schemas.listKeys>()({
  method: 'GET',
  path: '/api/admin/keys',
  permission: 'keys',
})

/** The next key of that kind signs from now on, published long enough or not: for an emergency. */
export const rotateKey = defineRoute<typeof schemas.rotateKey>()({
  method: 'POST',
  path: '/api/admin/keys/rotate',
  permission: 'keys',
  stepUp: { action: 'keys.rotate' },
})
