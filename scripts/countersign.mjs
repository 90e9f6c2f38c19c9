/** `npm run countersign -- <command>` and `npx countersign <command>`: runs on Node 20 and newer, and switches to Node 24. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { becomeNode, ensureBuilt, ensureCompiled, ensureDependencies, fail, node, root } from './setup.mjs'

const args = process.argv.slice(2)
if (args[0] === 'start') {
  ensureDependencies()
  ensureBuilt()
  ensureCompiled()
} else if (!existsSync(node))
  fail(`Dependencies are not installed. Run this once, then try again:\n  cd ${root} && npm start`)

// npm changes to the root of the repository; relative paths are resolved from the working directory.
if (process.env.npm_lifecycle_event === 'countersign' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
// The same as `npm start`, with less memory than through the command line.
const isPlainStart = args.length === 1 && args[0] === 'start'
becomeNode(isPlainStart ? [join(root, 'server', 'start.mjs')] : [join(root, 'server', 'cli.mjs'), ...args])
