import type { Grant } from '@countersign/contract/routes/grant.ts'
import type { Scope } from '@countersign/contract/scope.ts'
import { apps as text } from '../../../words/own.ts'

const together = new Intl.ListFormat(undefined, { style: 'short', type: 'unit' })
const ORDER = Object.keys(text.knowsOf) as Scope[] // the keys of a record are its key type

export function describeScopes(scopes: Grant['scopes']): string {
  return together.format(ORDER.filter((scope) => scopes.includes(scope)).map((scope) => text.knowsOf[scope]))
}
