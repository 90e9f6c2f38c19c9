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
  summary: 'Copy the database into one file, while the server runs',
  details: [
    'Without a name the file goes into BACKUP_DIR, or into backups/ beside the database, named after the time. A file ' +
      'that exists is never overwritten. The copy is checked and on disk before this ends, and only its owner can read it.',
    'The secret key is not in it: keep data/secret.key (or SECRET_KEY) somewhere else, apart from the backups.',
    'For PostgreSQL use its own pg_dump; this command prints how.',
  ],
  options: {},
  words: { least: 0, most: 1 },
  async run(world, { words: [named] }) {
    const config = configOf(world)
    const from = fileOf(config, 'pg_dump --format=custom --file=countersign.dump "$DATABASE_URL"')
    if (!existsSync(from))
      throw new Refusal(`There is no database at ${from}. Set DATA_DIR or DATABASE_URL as the server has them.`)
    const to = named === undefined ? nextName(config, from, world.now()) : resolve(world.folder, named)
    const bytes = copyDatabase({ from, to })
    await noteBackup(world, { from, file: basename(to), bytes })
    world.terminal.print(`${to}  ${size(bytes)}`)
    world.terminal.print(world.terminal.dim(keyNote(config)))
  },
}

/** The database file, or what to do instead. */
export function fileOf({ database }: Config, instead: string): string {
  if (database.engine === 'sqlite') return database.path
  throw new Refusal(`PostgreSQL brings its own tools, which see a database of any size whole. Use:\n  ${instead}`)
}

function nextName({ backupFolder }: Config, from: string, now: number): string {
  return join(backupFolder ?? resolve(from, '..', 'backups'), `countersign-${stamp(now)}.db`)
}

/** An older database is not migrated first: the copy is for that. */
async function noteBackup(world: World, { from, file, bytes }: { from: string; file: string; bytes: number }) {
  if (isUpToDate(from)) await withContext(world, (context) => recordBackup(context, { file, bytes, daily: false }))
}

function keyNote({ secretKey, dataFolder }: Config): string {
  const key = secretKey === undefined ? join(dataFolder, 'secret.key') : 'SECRET_KEY'
  return `The secret key is not inside. Keep a copy of ${key} in another place.`
}

function size(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
