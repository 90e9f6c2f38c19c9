import type { ProblemCode } from '../sign-in/problem.ts'
import { pageProblems } from './en.page-problems.ts'
import { serverProblems } from './en.server-problems.ts'
import type { ProblemWords } from './problem-words.ts'

const all: Record<ProblemCode, ProblemWords> = { ...serverProblems, ...pageProblems }

export function wordsForProblem(code: ProblemCode, wallet: string): ProblemWords {
  const { title, body, action } = all[code]
  return { title: fill(title, wallet), body: fill(body, wallet), action: fill(action, wallet) }
}

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(all, code)
}

/** A wallet without a name is "the wallet", which is written large where a sentence begins. */
function fill(text: string, wallet: string): string {
  const filled = text.replaceAll('{wallet}', wallet)
  return filled.replace(/(^|[.?!] )(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
}
