import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { formatTimestamp } from '../backup/backup-file.ts'
import { copyDatabase } from '../backup/copy-database.ts'
import { isMigrated } from '../backup/inspect.ts'
import { recordBackup } from '../backup/record-backup.ts'
import { type Command, CommandError } from './command.ts'
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
  positionals: { least: 0, most: 1 },
  async run(cli, { positionals: [named] }) {
    const config = configOf(cli)
    const from = requireSqliteFile(config, 'pg_dump --format=custom --file=countersign.dump "$DATABASE_URL"')
    if (!existsSync(from))
      throw new CommandError(`No database at ${from}. Set DATA_DIR or DATABASE_URL to the values of the server.`)
    const to = named === undefined ? defaultPath(config, from, cli.now()) : resolve(cli.folder, named)
    const bytes = copyDatabase({ from, to })
    // A database of an older version is copied unchanged: opening it here would migrate it.
    if (isMigrated(from))
      await withContext(cli, (context) => recordBackup(context, { file: basename(to), bytes, daily: false }))
    cli.terminal.print(`${to}  ${formatSize(bytes)}`)
    cli.terminal.print(cli.terminal.dim(secretKeyNote(config)))
  },
}

/** The SQLite file; for PostgreSQL, an error with the command to use instead. */
export function requireSqliteFile({ database }: Config, instead: string): string {
  if (database.engine === 'sqlite') return database.path
  throw new CommandError(`This command supports SQLite only. For PostgreSQL, use:\n  ${instead}`)
}

function defaultPath({ backupFolder }: Config, from: string, now: number): string {
  return join(backupFolder ?? resolve(from, '..', 'backups'), `countersign-${formatTimestamp(now)}.db`)
}

function secretKeyNote({ secretKey, dataFolder }: Config): string {
  const key = secretKey === undefined ? join(dataFolder, 'secret.key') : 'SECRET_KEY'
  return `The backup does not include the secret key. Keep a copy of ${key} in another place.`
}

function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
