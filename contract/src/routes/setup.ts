import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/setup.ts'

export type { Registration } from '../schemas/setup.ts'

/** Creates the first owner and names the site as signed. The setup code is printed at the start of the server. */
export const createSetup = defineRoute<typeof schemas.createSetup>()('POST /api/setup', {
  caller: 'browser',
  status: 201,
  proof: true,
  errors: ['setup_done', 'setup_code_invalid', 'person_suspended'],
})
