import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/client-error.ts'

export type { ClientErrorCode, WalletCode } from '../schemas/client-error.ts'

/** Counted by code and page address, as in `pages`, without what stands for a name in it; nothing about the person, the wallet or its words is sent. */
export const reportClientError = defineRoute<typeof schemas.reportClientError>()({
  method: 'POST',
  path: '/api/client-errors',
  caller: 'anyone',
  status: 204,
})
