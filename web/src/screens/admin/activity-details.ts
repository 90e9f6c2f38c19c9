import type { Activity } from '@countersign/contract/activity.ts'
import { account } from '../../words/account.ts'
import { admin, site } from '../../words/admin.ts'
import { activity as own, stepUp } from '../../words/own.ts'
import { isProblemCode, wordsForProblem } from '../../words/problems.ts'

const { activity: words } = site

/** What else was written down, in words; what has none here is in the export. */
export function detailsOf({ kind, code, data }: Activity): string[] {
  const details: string[] = []
  if (code !== null) details.push(isProblemCode(code) ? wordsForProblem(code, account.theWallet).title : code)
  const { from, to, reason, fields, act, call } = data
  if (isKey(admin.roles, from) && isKey(admin.roles, to)) details.push(`${admin.roles[from]} → ${admin.roles[to]}`)
  if (kind === 'session.ended' && isKey(own.reasons, reason)) details.push(own.reasons[reason])
  if (kind === 'person.suspended' && typeof reason === 'string' && reason !== '') details.push(`“${reason}”`)
  const { name, chainId } = data
  if (kind.startsWith('network.') && typeof name === 'string') details.push(`${name} (${chainId})`)
  else if (typeof fields === 'string') details.push(...fieldNames(fields))
  const [action] = typeof act === 'string' ? act.split(':') : []
  if (isKey(stepUp.acts, action)) details.push(stepUp.acts[action])
  if (kind === 'access.refused' && typeof call === 'string') details.push(call)
  return details
}

function fieldNames(fields: string): string[] {
  const names = fields.split(' ').flatMap((field) => (isKey(words.fields, field) ? [words.fields[field]] : []))
  return names.length > 0 ? [names.join(', ')] : []
}

/** Old events may carry what this page has no word for. */
function isKey<Words extends object>(of: Words, value: unknown): value is keyof Words {
  return typeof value === 'string' && Object.hasOwn(of, value)
}
