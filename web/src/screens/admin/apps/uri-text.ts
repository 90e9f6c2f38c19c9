import { apps } from '../../../words/admin-apps.ts'

const { uriProblems } = apps

/** Why a URI is refused. Unknown problems read as a malformed URL. */
export function uriText(problem: string | undefined): string {
  if (problem === undefined || !Object.hasOwn(uriProblems, problem)) return uriProblems.not_a_url
  return uriProblems[problem as keyof typeof uriProblems] // own keys only
}
