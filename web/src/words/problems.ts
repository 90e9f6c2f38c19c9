import { chainName } from '@countersign/contract/chain-name.ts'
import { CHALLENGE_TTL_MS, VERIFY_LIMIT_MS } from '@countersign/contract/limits.ts'
import { pageProblems, THIS_NETWORK } from './page-problems.ts'
import type { ProblemWords } from './problem-words.ts'
import { serverProblems } from './server-problems.ts'
import { words } from './words.ts'

const problems = { ...serverProblems, ...pageProblems }

type ProblemCode = keyof typeof problems

/** `{wallet}` is the name of the wallet, `{network}` its chain, `{minutes}` and `{seconds}` are limits. */
export function wordsForProblem(code: ProblemCode, wallet: string, chainId?: number): Required<ProblemWords> {
  const { title, body, action = words.signIn.tryAgain }: ProblemWords = problems[code]
  const network = chainId === undefined ? THIS_NETWORK : chainName(chainId)
  const filled = (text: string) => fill(text.replaceAll('{network}', network), wallet)
  return { title: filled(title), body: filled(body), action: filled(action) }
}

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code)
}

/** A wallet without a name is "the wallet", capitalized at the start of a sentence. */
function fill(text: string, wallet: string): string {
  const filled = text
    .replaceAll('{wallet}', wallet)
    .replace('{minutes}', String(CHALLENGE_TTL_MS / 60_000))
    .replace('{seconds}', String(VERIFY_LIMIT_MS / 1000))
  return filled.replace(/(^|[.?!] )(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
}
