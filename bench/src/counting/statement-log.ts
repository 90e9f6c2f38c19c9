/** Loaded into the server with `--import`: appends every SQL statement and round trip to a file. */

import { openSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { StatementSync } from 'node:sqlite'

/** `statement` is followed by its SQL in one line. */
export type LogLine = 'statement' | 'trip'

type Stream = {
  write(...parameters: unknown[]): boolean
  on(event: 'connect', listener: () => void): unknown
  prependListener(event: 'data', listener: () => void): unknown
}
type Client = { connection: { stream: Stream } }
type Query = string | { text: string }
type Method = (this: unknown, ...parameters: unknown[]) => unknown

// Appended directly: worker threads of the server write to the same file.
const log = openSync(process.env.STATEMENT_LOG ?? '/dev/null', 'a')

function record(line: LogLine, sql = ''): void {
  writeSync(log, `${line} ${sql.replace(/\s+/g, ' ').trim()}\n`)
}

logSqlite()
logPostgres()

function logSqlite(): void {
  const methods = StatementSync.prototype as unknown as Record<string, Method> // replaced by name
  for (const name of ['run', 'get', 'all', 'iterate']) {
    const original = methods[name]
    if (!original) continue
    methods[name] = function (this: unknown, ...parameters) {
      record('statement', (this as StatementSync).sourceSQL)
      return original.apply(this, parameters)
    }
  }
}

function logPostgres(): void {
  const pg = createRequire(new URL('../../../server/package.json', import.meta.url))('pg')
  const { query, connect } = pg.Client.prototype as Record<'query' | 'connect', Method>
  pg.Client.prototype.query = function (this: unknown, first: Query, ...others: unknown[]) {
    record('statement', typeof first === 'string' ? first : first.text)
    return query.call(this, first, ...others)
  }
  pg.Client.prototype.connect = function (this: Client, ...parameters: unknown[]) {
    const { stream } = this.connection
    // Not earlier: connecting a socket resets its `write`.
    stream.on('connect', () => logTrips(stream))
    return connect.apply(this, parameters)
  }
}

/** Everything written before the next data arrives is one round trip. */
function logTrips(stream: Stream): void {
  const write = stream.write.bind(stream)
  let waiting = false
  // Before the driver, which may answer with the next query.
  stream.prependListener('data', () => {
    waiting = false
  })
  stream.write = (...parameters) => {
    if (!waiting) record('trip')
    waiting = true
    return write(...parameters)
  }
}
