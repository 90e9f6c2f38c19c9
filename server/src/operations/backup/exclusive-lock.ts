/** In WAL mode every connection holds a shared lock and leaving WAL needs the exclusive one, so it fails while a server runs. */

import { closeSync, openSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isBusy, primaryCode } from '../../platform/store/sqlite/sqlite-errors.ts'
import { BackupError, messageOf } from './backup-file.ts'

export type ExclusiveLock = { release(): void }

/** Undefined if the file is too damaged to be locked. */
export function lockExclusively(path: string): ExclusiveLock | undefined {
  // SQLite would delete the WAL of a damaged file, and with it the last recoverable data.
  if (!hasSqliteHeader(path)) return undefined
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: 500 })
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec('PRAGMA journal_mode = DELETE')
    database.exec('BEGIN EXCLUSIVE')
    const held = database
    return { release: () => held.close() }
  } catch (error) {
    database?.close()
    if (isBusy(error))
      throw new BackupError(`${path} is in use by a server. Stop it and restore again. Nothing was changed.`)
    const code = primaryCode(error)
    if (code === CORRUPT || code === NOT_A_DATABASE) return undefined
    throw new BackupError(`${path} cannot be replaced: ${messageOf(error)}. Nothing was changed.`)
  }
}

function hasSqliteHeader(path: string): boolean {
  const head = Buffer.alloc(16)
  const file = openSync(path, 'r')
  try {
    readSync(file, head, 0, head.length, 0)
  } finally {
    closeSync(file)
  }
  return head.toString('latin1') === 'SQLite format 3\0'
}

const CORRUPT = 11
const NOT_A_DATABASE = 26
