import type { ErrorCode } from '@countersign/contract/error/errors.ts'

/** Without a code, the reader itself refuses the text; without an account, the proof names the message's own. */
export type HostileRow = [title: string, text: string, code?: ErrorCode, account?: string]
