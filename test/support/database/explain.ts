import { type Queries, type SqlValue, type Statement, statement } from '../../../server/src/platform/store/database.ts'
import type { TestServer } from '../server/server.ts'

/** How the engine runs the queries of this work, which get no rows. */
export async function explain(
  { context: { store } }: TestServer,
  work: (queries: Queries) => Promise<unknown>,
): Promise<string> {
  const plan: string[] = []
  await store.transaction(async (queries) => {
    // So few rows would be read without an index.
    if (store.engine === 'postgres') await queries.run(statement('SET LOCAL enable_seqscan = off'))
    const prefix = store.engine === 'postgres' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN'
    const note = async ({ sqlite }: Statement, ...values: SqlValue[]) => {
      plan.push(JSON.stringify(await queries.all(statement(`${prefix} ${sqlite}`), ...values)))
    }
    await work({
      all: (...query) => note(...query).then(() => []),
      one: (...query) => note(...query).then(() => undefined),
      run: (...query) => note(...query).then(() => 0),
    })
  })
  return plan.join('\n')
}
