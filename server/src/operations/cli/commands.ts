import { version as number } from '../../platform/installation.ts'
import { migrations } from '../../platform/store/migrations.ts'
import { apps } from './apps.ts'
import { backup } from './backup.ts'
import type { Command } from './command.ts'
import { endSessions } from './end-sessions.ts'
import { makeOwner } from './make-owner.ts'
import { restore } from './restore.ts'
import { sessions } from './sessions.ts'
import { setupLink } from './setup-link.ts'
import { verifyActivity } from './verify-activity.ts'

const start: Command = {
  name: 'start',
  summary: 'Start the server, also without a command',
  details: [
    'Configuration comes from the environment. The data folder is created in the working directory, unless DATA_DIR is set; in a checkout of the repository, at its root.',
    'The running server lists the variables at /docs/operating#environment.',
  ],
  run: async () => void (await import('../../main.ts')),
}

const version: Command = {
  name: 'version',
  summary: 'Print the version',
  details: ['Prints the version, the latest database migration and the Node.js version.'],
  async run({ terminal }) {
    terminal.print(`Countersign ${number} (database ${migrations.at(-1)?.id}, Node ${process.version})`)
  },
}

export const commands: readonly Command[] = [
  start,
  setupLink,
  makeOwner,
  sessions,
  endSessions,
  apps,
  verifyActivity,
  backup,
  restore,
  version,
]
