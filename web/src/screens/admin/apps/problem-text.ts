import { readKeySet } from '@countersign/contract/app/app-keys.ts'
import { app as words } from '../../../words/admin/app.ts'
import { apps } from '../../../words/admin/apps.ts'
import { site } from '../../../words/admin/site.ts'

const { keyProblems } = words

/** Why a JWK Set is refused, and which key in it. Unknown problems read as malformed JSON. */
export function keyText(problem: string, at: number | null): string {
  const why = problem === 'too_big' ? keyProblems.too_long : (textOf(problem) ?? keyProblems.not_json)
  return at === null ? why : words.keyError(at + 1, why)
}

export function keyNames(text: string): string {
  const read = text === '' ? undefined : readKeySet(text)
  if (!read || 'problem' in read) return site.settings.none
  return read.keys.map(({ kid }) => kid ?? words.noKeyId).join(', ')
}

function textOf(problem: string): string | undefined {
  return Object.hasOwn(keyProblems, problem) ? keyProblems[problem as keyof typeof keyProblems] : undefined // own keys only
}

const { uriProblems } = apps

/** Why a URI is refused. Unknown problems read as a malformed URL. */
export function uriText(problem: string | undefined): string {
  if (problem === undefined || !Object.hasOwn(uriProblems, problem)) return uriProblems.not_a_url
  return uriProblems[problem as keyof typeof uriProblems] // own keys only
}
