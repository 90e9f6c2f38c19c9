/** `countersign <command>`, as `server/command.mjs` starts it. */

import { configFolder } from '../../platform/installation.ts'
import { runCommand } from './run.ts'
import { createTerminal } from './terminal.ts'

// The reader may close the pipe early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  configFolder,
  folder: process.cwd(),
  terminal: createTerminal(process.stdout, process.stderr, process.env),
  now: Date.now,
})
