/** `npm run countersign -- [command]` and `npx countersign [command]` in a checkout. */

import { ensureBuilt, ensureCompiled, ensureDependencies, fail, isInstalled, root } from './setup.mjs'

const [command = 'start'] = process.argv.slice(2)
if (command === 'start') {
  ensureDependencies()
  ensureBuilt()
  ensureCompiled()
} else if (!isInstalled())
  fail(`Dependencies are not installed. Run this once, then try again:\n  cd ${root} && npm start`)

// npm changes to the root of the repository; relative paths are resolved from the working directory.
if (process.env.npm_lifecycle_event === 'countersign' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
await import('../server/command.mjs')
