import { readKeySet } from '@countersign/contract/app/app-keys.ts'
import { APP_NAME_MAX } from '@countersign/contract/limits/app-limits.ts'
import { isName } from '@countersign/contract/names/name.ts'
import { app as words } from '../../../words/admin/app.ts'
import { apps } from '../../../words/admin/apps.ts'
import { settings } from '../../../words/admin/site.ts'
import { isKey } from '../../../words/is-key.ts'

const { keyProblems } = words

/** Why a JWK Set is refused, and which key in it. Unknown problems read as malformed JSON. */
export function keyText(problem: string, at: number | null): string {
  const code = problem === 'too_big' ? 'too_long' : problem
  const why = isKey(keyProblems, code) ? keyProblems[code] : keyProblems.not_json
  return at === null ? why : words.keyError(at + 1, why)
}

export function keyNames(text: string): string {
  const read = text === '' ? undefined : readKeySet(text)
  if (!read || 'problem' in read) return settings.none
  return read.keys.map(({ kid }) => kid ?? words.noKeyId).join(', ')
}

export function nameError(name: string): string | undefined {
  if (isName(name, APP_NAME_MAX)) return undefined
  return name === '' ? apps.nameMissing : apps.nameWrong(APP_NAME_MAX)
}

const { uriProblems } = apps

/** Why a URI is refused. Unknown problems read as a malformed URL. */
export function uriText(problem: string | undefined): string {
  return isKey(uriProblems, problem) ? uriProblems[problem] : uriProblems.not_a_url
}
