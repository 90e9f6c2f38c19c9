import type { Activity } from '@countersign/contract/routes/activity.ts'
import { account } from '../../../words/account/account.ts'
import { activity as own } from '../../../words/account/activity.ts'
import { stepUp } from '../../../words/account/step-up.ts'
import { admin } from '../../../words/admin/admin.ts'
import { app } from '../../../words/admin/app.ts'
import { activity as words } from '../../../words/admin/site.ts'
import { isKey } from '../../../words/is-key.ts'
import { isProblemCode, wordsForProblem } from '../../../words/problems.ts'
import { isDeclined } from '../../is-declined.ts'

export function detailsOf(event: Activity): string[] {
  const { kind, code, data } = event
  const details: string[] = []
  if (code !== null && !isDeclined(event))
    details.push(isProblemCode(code) ? wordsForProblem(code, account.theWallet).title : code)
  const { from, to, reason, fix, error, fields, action, call, token } = data
  if (isKey(admin.roles, from) && isKey(admin.roles, to)) details.push(`${admin.roles[from]} → ${admin.roles[to]}`)
  if ((kind === 'session.ended' || kind === 'session.expired') && isKey(own.reasons, reason))
    details.push(own.reasons[reason])
  if (kind === 'person.suspended' && typeof reason === 'string' && reason !== '') details.push(`“${reason}”`)
  if (kind === 'oidc.failed') details.push([error, reason].filter(Boolean).join(': '), String(fix ?? ''))
  const subject = subjectOf(kind, data)
  if (subject !== undefined) details.push(subject)
  if (kind.startsWith('host.token_') && typeof token === 'string') details.push(token)
  if (kind === 'app.updated' && typeof fields === 'string') details.push(...fieldNames(fields, app.fields))
  else if (subject === undefined && typeof fields === 'string') details.push(...fieldNames(fields, words.fields))
  const [confirmed] = typeof action === 'string' ? action.split(':') : []
  if (isKey(stepUp.actions, confirmed)) details.push(stepUp.actions[confirmed])
  if (kind === 'access.refused' && typeof call === 'string') details.push(call)
  return details.filter((detail) => detail !== '')
}

function subjectOf(kind: string, data: Activity['data']): string | undefined {
  const [noun = ''] = kind.split('.')
  if (noun === 'network' && typeof data.name === 'string') return `${data.name} (${data.chainId})`
  const name = isKey(NAMED_BY, noun) ? data[NAMED_BY[noun]] : undefined
  return typeof name === 'string' && name !== '' ? name : undefined
}

const NAMED_BY = {
  app: 'app',
  grant: 'app',
  oidc: 'app',
  group: 'slug',
  rule: 'slug',
  host: 'host',
  forward_auth: 'host',
  key: 'alg',
} as const

function fieldNames(fields: string, names: Record<string, string>): string[] {
  const found = fields.split(' ').flatMap((field) => (isKey(names, field) ? [names[field]] : []))
  return found.length > 0 ? [found.join(', ')] : []
}
