import { resolve } from 'node:path'
import { restoreDatabase } from '../backup/restore-database.ts'
import { fileOf } from './backup.ts'
import type { Command } from './command.ts'
import { configOf, openFor } from './open.ts'

export const restore: Command = {
  name: 'restore',
  synopsis: '<file>',
  summary: 'Put a backup in the place of the database',
  details: [
    'Stop the server first: while one uses the database this is refused. The file is checked before anything is ' +
      'changed, an older one is brought up to this version, and the present database is kept beside it.',
    'All sessions end, because those that were ended since the backup would come back to life. What was decided since ' +
      'then is undone too: look at suspended people, roles and invitations.',
    '--keep-sessions   people stay signed in as they were when the backup was made',
    '--stopped         no server runs: needed only if the present file is too damaged to tell',
  ],
  options: { 'keep-sessions': { type: 'boolean' }, stopped: { type: 'boolean' } },
  words: { least: 1, most: 1 },
  async run(world, { values, words: [named = ''] }) {
    const config = configOf(world)
    const to = fileOf(config, 'pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" countersign.dump')
    const { people, ended, kept } = await restoreDatabase({
      from: resolve(world.folder, named),
      to,
      stopped: values.stopped === true,
      keepSessions: values['keep-sessions'] === true,
      now: world.now(),
      open: (path) => openFor(world, { ...config, database: { engine: 'sqlite', path } }),
    })
    const { terminal } = world
    terminal.print(
      `Restored: ${people.toLocaleString('en')} ${people === 1 ? 'person' : 'people'}, ${ended.toLocaleString('en')} sessions ended.`,
    )
    if (kept !== undefined) terminal.print(`The database as it was is kept as ${kept}`)
    terminal.print(terminal.dim('Start the server now.'))
  },
}
