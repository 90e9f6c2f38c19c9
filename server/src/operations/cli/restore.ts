import { resolve } from 'node:path'
import { restoreDatabase } from '../backup/restore-database.ts'
import { requireSqliteFile } from './backup.ts'
import type { Command } from './command.ts'
import { configOf, openFor } from './open.ts'

export const restore: Command = {
  name: 'restore',
  synopsis: '<file>',
  summary: 'Replace the database with a backup',
  details: [
    'Stop the server first: the restore fails while the database is in use. The backup is verified before anything is ' +
      'changed, migrated to this version if it is older, and the current database is kept next to it.',
    'All sessions end, since sessions revoked after the backup would become valid again. Other changes since the backup ' +
      'are undone too: review suspended people, roles and invitations.',
    '--keep-sessions   keep the sessions of the backup',
    '--stopped         confirm that no server is running, if the database is too damaged to check',
  ],
  options: { 'keep-sessions': { type: 'boolean' }, stopped: { type: 'boolean' } },
  positionals: { least: 1, most: 1 },
  async run(cli, { values, positionals: [named = ''] }) {
    const config = configOf(cli)
    const to = requireSqliteFile(
      config,
      'pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" countersign.dump',
    )
    const { people, ended, kept } = await restoreDatabase({
      from: resolve(cli.folder, named),
      to,
      stopped: values.stopped === true,
      keepSessions: values['keep-sessions'] === true,
      now: cli.now(),
      open: (path) => openFor(cli, { ...config, database: { engine: 'sqlite', path } }),
    })
    const { terminal } = cli
    terminal.print(
      `Restored: ${people.toLocaleString('en')} ${people === 1 ? 'person' : 'people'}, ${ended.toLocaleString('en')} sessions ended.`,
    )
    if (kept !== undefined) terminal.print(`The previous database was kept as ${kept}`)
    terminal.print(terminal.dim('Start the server now.'))
  },
}
