import type { Grant } from '@countersign/contract/routes/grant.ts'
import type { Scope } from '@countersign/contract/scope.ts'
import { apps as text } from '../../../words/own.ts'

const list = new Intl.ListFormat(undefined, { style: 'short', type: 'unit' })
const ORDER = Object.keys(text.scopes) as Scope[] // the keys of a record are its key type

export function describeScopes(scopes: Grant['scopes']): string {
  return list.format(ORDER.filter((scope) => scopes.includes(scope)).map((scope) => text.scopes[scope]))
}
