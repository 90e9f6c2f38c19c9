import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/client-error.ts'

export type { ClientErrorCode, WalletCode } from '../schemas/client-error.ts'

/** Counted by code and page pattern. Nothing about the person or the wallet is sent. */
export const reportClientError = defineRoute<typeof schemas.reportClientError>()('POST /api/client-errors', {
  caller: 'anyone',
  status: 204,
})
