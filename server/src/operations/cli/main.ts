/** `countersign <command>`, as `scripts/countersign.mjs` starts it. */

import { join } from 'node:path'
import { runCommand } from './run.ts'
import { createTerminal } from './terminal.ts'

// The reader may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  root: join(import.meta.dirname, '..', '..', '..'),
  folder: process.cwd(),
  terminal: createTerminal(process.stdout, process.stderr, process.env),
  now: Date.now,
})
