import type { ErrorCode } from '@countersign/contract/errors.ts'

/** What happened, what to do, and the label of the button that does it, by default "Try again". */
export type ProblemWords = { title: string; body: string; action?: string }

/** Keyed by the union: a code without words does not compile. */
export type ServerProblems = Record<ErrorCode, ProblemWords>
