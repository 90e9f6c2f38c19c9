import { apps } from '../../../words/admin.ts'

const { uriProblems } = apps

/** Why an address is not taken; what this page has no word for is no address. */
export function uriWords(problem: string | undefined): string {
  if (problem === undefined || !Object.hasOwn(uriProblems, problem)) return uriProblems.not_a_url
  return uriProblems[problem as keyof typeof uriProblems] // own keys only
}
