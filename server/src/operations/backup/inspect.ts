/** Checks that a file is a backup this version can read. */

import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { migrations } from '../../platform/store/migrations.ts'
import { BackupError } from './backup-error.ts'
import { requireWhole, said } from './copy-database.ts'

export type Backup = { migration: number; people: number }

export function inspectBackup(path: string): Backup {
  if (!existsSync(path)) throw new BackupError(`No file at ${path}. Check the name.`)
  const backup = readBackup(path)
  const known = migrations.at(-1)?.id ?? 0
  if (backup.migration > known)
    throw new BackupError(
      `${path} was made by a newer version (migration ${backup.migration}; this version supports ${known}). Update first.`,
    )
  requireWhole(path)
  return backup
}

function readBackup(path: string): Backup {
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
    try {
      const first = database.prepare('SELECT name FROM migration WHERE id = 1').get()?.name
      if (first !== migrations[0]?.name) throw new Error('its migrations are not ours')
      const applied = database.prepare('SELECT max(id) AS id FROM migration').get()
      const people = database.prepare('SELECT count(*) AS n FROM person').get()
      return { migration: Number(applied?.id), people: Number(people?.n) }
    } finally {
      database.close()
    }
  } catch (error) {
    throw new BackupError(`${path} is not a Countersign backup: ${said(error)}. Nothing was changed.`)
  }
}
