import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
  summary: 'Start the server (same as npm start)',
  details: [
    'Installs missing dependencies first. Configuration comes from the environment.',
    'The running server lists the variables at /docs/operating#environment.',
  ],
  run: async () => void (await import('../../main.ts')),
}

const version: Command = {
  name: 'version',
  summary: 'Print the version',
  details: ['Prints the version, the latest database migration and the Node.js version.'],
  async run({ root, terminal }) {
    const { version: number } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
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
