import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/key.ts'

export type { SigningKey } from '../../schemas/admin/key.ts'

export const listKeys = defineRoute<typeof schemas.listKeys>()('GET /api/admin/keys', { permission: 'keys' })

/** For emergencies: the next key signs at once, even if it was published only recently. */
export const rotateKey = defineRoute<typeof schemas.rotateKey>()('POST /api/admin/keys/rotate', {
  permission: 'keys',
  stepUp: { action: 'keys.rotate' },
})
