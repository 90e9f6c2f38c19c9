import type { Database, Queries, Statement } from './database.ts'

/** The same database; `onCommit` is called after every commit in which one of the wanted statements changed a row. */
export function watchCommits(
  database: Database,
  isWanted: (statement: Statement) => boolean,
  onCommit: () => void,
): Database {
  const run: Database['run'] = async (statement, ...values) => {
    const changed = await database.run(statement, ...values)
    if (changed > 0 && isWanted(statement)) onCommit()
    return changed
  }
  const transaction: Database['transaction'] = async (work) => {
    let wanted = false
    const value = await database.transaction((queries) => {
      // The work may be tried again after a conflict.
      wanted = false
      const watched: Queries = {
        one: queries.one,
        all: queries.all,
        async run(statement, ...values) {
          const changed = await queries.run(statement, ...values)
          if (changed > 0 && isWanted(statement)) wanted = true
          return changed
        },
      }
      return work(watched)
    })
    if (wanted) onCommit()
    return value
  }
  return { ...database, run, transaction }
}
