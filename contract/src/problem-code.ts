import type { ErrorCode } from './errors.ts'
import type { WalletCode } from './routes/client-error.ts'

/** A fault between the page and the server: there is no answer that could carry a code. */
export type ConnectionCode = 'server/unreachable' | 'server/unreadable' | 'server/slow'

/** Everything the page can show as a problem. */
export type ProblemCode = WalletCode | ConnectionCode | ErrorCode
