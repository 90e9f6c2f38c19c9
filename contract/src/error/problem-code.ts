import type { WalletCode } from '../routes/client-error.ts'
import type { ErrorCode } from './errors.ts'

/** A failed connection or unreadable response, so that there is no error code of the server. */
export type ConnectionCode = 'server/unreachable' | 'server/unreadable' | 'server/slow'

export type ProblemCode = WalletCode | ConnectionCode | ErrorCode
