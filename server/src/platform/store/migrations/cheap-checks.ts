import type { Migration } from './migration.ts'

/** SQLite creates a temporary table for every `IN` with more than two values, each time it inserts a row. */
const CHECKS = [
  ['person', 'role', ['member', 'auditor', 'admin', 'owner']],
  ['person', 'status', ['active', 'suspended', 'deleting', 'deleted']],
  ['wallet', 'namespace', ['eip155', 'solana', 'bip122']],
  ['wallet', 'status', ['linked', 'removing', 'removed']],
  ['wallet', 'linked_via', ['sign_in', 'link', 'recovery', 'admin_recovery', 'setup']],
  ['activity', 'outcome', ['ok', 'refused', 'error']],
  ['activity', 'actor', ['person', 'visitor', 'system']],
] as const

export const cheapChecks: Migration = {
  id: 19,
  name: 'cheap-checks',
  up: ({ engine }) => (engine === 'sqlite' ? editSchema() : []),
}

/** https://sqlite.org/lang_altertable.html, "Making Other Kinds Of Table Schema Changes": rows stay as they are. */
function editSchema(): string[] {
  return ['PRAGMA writable_schema = ON', ...CHECKS.map(replaceCheck), 'PRAGMA writable_schema = RESET']
}

function replaceCheck([table, column, values]: (typeof CHECKS)[number]): string {
  const quoted = values.map((value) => `'${value}'`)
  const before = `CHECK (${column} IN (${quoted.join(', ')}))`
  const after = `CHECK (${quoted.map((value) => `${column} = ${value}`).join(' OR ')})`
  return `UPDATE sqlite_schema SET sql = replace(sql, ${literal(before)}, ${literal(after)})
    WHERE type = 'table' AND name = '${table}'`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
