import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { copyDatabase } from '../backup/copy-database.ts'
import { recordBackup } from '../backup/record-backup.ts'
import { stamp } from '../backup/timestamp.ts'
import { isUpToDate } from '../backup/up-to-date.ts'
import { type Command, Refusal, type World } from './command.ts'
import { configOf, withContext } from './open.ts'

export const backup: Command = {
  name: 'backup',
  synopsis: '[file]',
  summary: 'Back up the database to a file while the server runs',
  details: [
    'Without a file name, the backup is written to BACKUP_DIR or to backups/ next to the database, with a timestamp in ' +
      'its name. Existing files are never overwritten. The backup is verified, synced to disk and readable by its owner only.',
    'The secret key is not included: store data/secret.key (or SECRET_KEY) separately from the backups.',
    'For PostgreSQL, use pg_dump; this command prints how.',
  ],
  options: {},
  words: { least: 0, most: 1 },
  async run(world, { words: [named] }) {
    const config = configOf(world)
    const from = fileOf(config, 'pg_dump --format=custom --file=countersign.dump "$DATABASE_URL"')
    if (!existsSync(from))
      throw new Refusal(`No database at ${from}. Set DATA_DIR or DATABASE_URL to the values of the server.`)
    const to = named === undefined ? nextName(config, from, world.now()) : resolve(world.folder, named)
    const bytes = copyDatabase({ from, to })
    await noteBackup(world, { from, file: basename(to), bytes })
    world.terminal.print(`${to}  ${size(bytes)}`)
    world.terminal.print(world.terminal.dim(keyNote(config)))
  },
}

/** The SQLite file; for PostgreSQL, an error with the command to use instead. */
export function fileOf({ database }: Config, instead: string): string {
  if (database.engine === 'sqlite') return database.path
  throw new Refusal(`This command supports SQLite only. For PostgreSQL, use:\n  ${instead}`)
}

function nextName({ backupFolder }: Config, from: string, now: number): string {
  return join(backupFolder ?? resolve(from, '..', 'backups'), `countersign-${stamp(now)}.db`)
}

/** A database of an older version is copied unchanged: opening it here would migrate it. */
async function noteBackup(world: World, { from, file, bytes }: { from: string; file: string; bytes: number }) {
  if (isUpToDate(from)) await withContext(world, (context) => recordBackup(context, { file, bytes, daily: false }))
}

function keyNote({ secretKey, dataFolder }: Config): string {
  const key = secretKey === undefined ? join(dataFolder, 'secret.key') : 'SECRET_KEY'
  return `The backup does not include the secret key. Keep a copy of ${key} in another place.`
}

function size(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
