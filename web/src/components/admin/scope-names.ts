import type { Scope } from '@countersign/contract/scope.ts'
import { app as words } from '../../words/admin.ts'

/** What an app may know of somebody else. Each begins like a heading, so a comma between them would read as a mistake. */
export function scopeNames(scopes: readonly Scope[]): string {
  return scopes.map((scope) => words.scopes[scope].name).join(' · ')
}
