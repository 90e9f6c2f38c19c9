import { scriptOf } from '@countersign/contract/names/scripts.ts'
import type { Context } from '../../context.ts'
import { invalidField } from '../../platform/invalid-field.ts'
import { looksOf, skeletonOf } from '../../platform/unicode/skeleton.ts'
import { readInstance } from '../../settings/read-settings.ts'

/** Names of those who run a site, in English like the page. */
export const RESERVED = [
  ...['admin', 'administrator', 'auditor', 'helpdesk', 'moderator', 'operator', 'owner', 'root', 'security', 'staff'],
  ...['superuser', 'support', 'sysadmin', 'system', 'webmaster'],
]

type Problem = 'name_of_site' | 'name_reserved' | 'name_looks_latin'

/** A display name like the site's or an administrator's would pass for its operator. */
export async function rejectImitation(context: Context, name: string | null | undefined): Promise<void> {
  if (typeof name !== 'string') return
  const problem = findImitation(name, (await readInstance(context)).name)
  if (problem) throw invalidField('/displayName', problem)
}

export function findImitation(name: string, siteName: string): Problem | undefined {
  const looks = looksOf(name)
  const imitates = (other: string) => !looks.isDisjointFrom(looksOf(other))
  if (imitates(siteName)) return 'name_of_site'
  if (RESERVED.some(imitates)) return 'name_reserved'
  return hasLatinLookingWord(name) ? 'name_looks_latin' : undefined
}

/** Among Latin letters. Alone it is a name like Вера, which looks like "Bepa". */
function hasLatinLookingWord(name: string): boolean {
  const words = name.match(/[\p{L}\p{M}\p{Nl}]+/gu) ?? []
  const isLatin = (word: string) => scriptOf(word) === 'Latn'
  return /\p{Script=Latin}/u.test(name) && words.some((word) => !isLatin(word) && isLatin(skeletonOf(word)))
}
