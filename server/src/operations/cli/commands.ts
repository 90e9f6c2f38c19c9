import { apps } from './apps.ts'
import { backup } from './backup.ts'
import type { Command } from './command.ts'
import { endSessions } from './end-sessions.ts'
import { makeOwner } from './make-owner.ts'
import { restore } from './restore.ts'
import { sessions } from './sessions.ts'
import { setupLink } from './setup-link.ts'
import { start } from './start.ts'
import { verifyActivity } from './verify-activity.ts'
import { version } from './version.ts'

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
