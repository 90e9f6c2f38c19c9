import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/setup.ts'

export type { Registration } from '../schemas/setup.ts'

/** Creates the first owner. The setup code is printed to the server's log. */
export const createSetup = defineRoute<typeof schemas.createSetup>()({
  method: 'POST',
  path: '/api/setup',
  caller: 'browser',
  status: 201,
  proof: true,
  errors: ['setup_done', 'setup_code_invalid', 'person_suspended'],
})
