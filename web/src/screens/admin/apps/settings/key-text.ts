import { readKeySet } from '@countersign/contract/app-keys.ts'
import { site, app as words } from '../../../../words/admin.ts'

const { keyProblems } = words

/** Why a set of keys is not taken, and which of them; what this page has no word for is no set. */
export function keyWords(problem: string, at: number | null): string {
  const why = problem === 'too_big' ? keyProblems.too_long : (own(problem) ?? keyProblems.not_json)
  return at === null ? why : words.keyAt(at + 1, why)
}

/** What a set has in it, in one line. */
export function keyNames(text: string): string {
  const read = text === '' ? undefined : readKeySet(text)
  if (!read || 'problem' in read) return site.settings.none
  return read.keys.map(({ kid }) => kid ?? words.noKeyName).join(', ')
}

function own(problem: string): string | undefined {
  return Object.hasOwn(keyProblems, problem) ? keyProblems[problem as keyof typeof keyProblems] : undefined // own keys only
}
