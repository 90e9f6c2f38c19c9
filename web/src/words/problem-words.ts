import type { ErrorCode } from '@countersign/contract/errors.ts'
import type { ProblemCode } from '@countersign/contract/problem-code.ts'

/** What happened, what to do, and the one button that does it. `{wallet}` is the wallet's name, `{network}` its chain, `{minutes}` and `{seconds}` are limits. */
export type ProblemWords = { title: string; body: string; action: string }

/** Keyed by the unions: a code without words does not compile. */
export type ServerProblems = Record<ErrorCode, ProblemWords>
export type PageProblems = Record<Exclude<ProblemCode, ErrorCode>, ProblemWords>
