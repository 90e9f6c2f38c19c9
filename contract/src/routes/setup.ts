import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/setup.ts'

export type { Registration } from '../schemas/setup.ts'

/** Makes the first owner: someone who can read the server's log, with a wallet. */
export const createSetup = defineRoute<typeof schemas.createSetup>()({
  method: 'POST',
  path: '/api/setup',
  caller: 'browser',
  status: 201,
  proof: true,
  errors: ['setup_done', 'setup_code_invalid', 'person_suspended'],
})
