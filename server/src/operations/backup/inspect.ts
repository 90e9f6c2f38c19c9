import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { migrations } from '../../platform/store/migrations.ts'
import { BackupError, messageOf, readDatabase } from './backup-file.ts'
import { checkIntegrity } from './copy-database.ts'

type Backup = { migration: number; people: number }

const LATEST = migrations.at(-1)?.id ?? 0

/** Checks that the file is a backup that this version can read. */
export function inspectBackup(path: string): Backup {
  if (!existsSync(path)) throw new BackupError(`No file at ${path}. Check the name.`)
  const backup = readBackup(path)
  if (backup.migration > LATEST)
    throw new BackupError(
      `${path} was made by a newer version (migration ${backup.migration}; this version supports ${LATEST}). Update first.`,
    )
  checkIntegrity(path)
  return backup
}

function readBackup(path: string): Backup {
  try {
    return readDatabase(path, (database) => {
      const first = database.prepare('SELECT name FROM migration WHERE id = 1').get()?.name
      if (first !== migrations[0]?.name) throw new Error('its migrations are not ours')
      const people = database.prepare('SELECT count(*) AS n FROM person').get()
      return { migration: latestMigration(database), people: Number(people?.n) }
    })
  } catch (error) {
    throw new BackupError(`${path} is not a Countersign backup: ${messageOf(error)}. Nothing was changed.`)
  }
}

export function isMigrated(path: string): boolean {
  return readDatabase(path, latestMigration) === LATEST
}

function latestMigration(database: DatabaseSync): number {
  return Number(database.prepare('SELECT max(id) AS id FROM migration').get()?.id)
}
