import type { Statement } from './database.ts'

/** The tables a transaction wrote to. Where that cannot be told, any may have changed. */
export type Changed = ReadonlySet<string> | 'any'

export type ChangeLog = { note(query: Statement): void; take(): Changed }

export function createChangeLog(): ChangeLog {
  let tables = new Set<string>()
  let any = false
  return {
    note({ sqlite }) {
      if (sqlite.startsWith('SELECT ')) return
      const table = /^(?:INSERT INTO|UPDATE) ([a-z_]+)\b/.exec(sqlite)?.[1]
      // A removal may reach into other tables.
      if (table === undefined) any = true
      else tables.add(table)
    },
    take() {
      const changed = any ? 'any' : tables
      tables = new Set()
      any = false
      return changed
    },
  }
}
