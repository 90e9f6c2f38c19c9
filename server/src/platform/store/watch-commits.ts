import type { Database, Queries } from './database.ts'

/** The same database; `onCommit` is called after every commit in which a statement that `notifies` changed a row. */
export function watchCommits(database: Database, onCommit: () => void): Database {
  if (!database.watch) return watchTransactions(database, onCommit)
  database.watch(onCommit)
  return database
}

function watchTransactions(database: Database, onCommit: () => void): Database {
  const run: Database['run'] = async (statement, ...values) => {
    const changed = await database.run(statement, ...values)
    if (changed > 0 && statement.notifies) onCommit()
    return changed
  }
  const transaction: Database['transaction'] = async (work, options) => {
    let notify = false
    const value = await database.transaction((queries) => {
      // The work may run again after a conflict.
      notify = false
      const watched: Queries = {
        one: queries.one,
        all: queries.all,
        run(statement, ...values) {
          const changing = queries.run(statement, ...values)
          if (!statement.notifies) return changing
          return changing.then((changed) => {
            if (changed > 0) notify = true
            return changed
          })
        },
      }
      return work(watched)
    }, options)
    if (notify) onCommit()
    return value
  }
  return { ...database, run, transaction }
}
