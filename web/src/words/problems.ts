import { chainName } from '@countersign/contract/chain-name.ts'
import { CHALLENGE_TTL_MS, VERIFY_LIMIT_MS } from '@countersign/contract/limits.ts'
import type { ProblemCode } from '@countersign/contract/problem-code.ts'
import { pageProblems, THIS_NETWORK } from './en.page-problems.ts'
import { serverProblems } from './en.server-problems.ts'
import type { ProblemWords } from './problem-words.ts'

const all: Record<ProblemCode, ProblemWords> = { ...serverProblems, ...pageProblems }

export function wordsForProblem(code: ProblemCode, wallet: string, chainId?: number): ProblemWords {
  const { title, body, action } = all[code]
  const network = chainId === undefined ? THIS_NETWORK : chainName(chainId)
  const filled = (text: string) => fill(text.replaceAll('{network}', network), wallet)
  return { title: filled(title), body: filled(body), action: filled(action) }
}

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(all, code)
}

/** A wallet without a name is "the wallet", which is written large where a sentence begins. */
function fill(text: string, wallet: string): string {
  const filled = text
    .replaceAll('{wallet}', wallet)
    .replace('{minutes}', String(CHALLENGE_TTL_MS / 60_000))
    .replace('{seconds}', String(VERIFY_LIMIT_MS / 1000))
  return filled.replace(/(^|[.?!] )(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
}
