import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Row } from '../../platform/store/database.ts'
import { DatabaseVersionError, findApplied, migrations, readApplied } from '../../platform/store/migrations.ts'
import { BackupError, messageOf, readDatabase } from './backup-file.ts'
import { checkIntegrity } from './copy-database.ts'

/** Checks that the file is a backup that this version can read. */
export function inspectBackup(path: string): { people: number } {
  if (!existsSync(path)) throw new BackupError(`No file at ${path}. Check the name.`)
  const people = countPeople(path)
  checkIntegrity(path)
  return { people }
}

function countPeople(path: string): number {
  try {
    return readDatabase(path, (database) => {
      readApplied(appliedIn(database))
      return Number(database.prepare('SELECT count(*) AS n FROM person').get()?.n)
    })
  } catch (error) {
    if (error instanceof DatabaseVersionError) throw new BackupError(`${path} cannot be restored. ${error.message}`)
    throw new BackupError(`${path} is not a Countersign backup: ${messageOf(error)}. Nothing was changed.`)
  }
}

export function isMigrated(path: string): boolean {
  return readDatabase(path, appliedIn)?.latest === migrations.at(-1)?.id
}

function appliedIn(database: DatabaseSync): Row | undefined {
  return database.prepare(findApplied.sqlite).get() as Row | undefined // a small number and a text
}
