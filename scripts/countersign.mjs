/** `npm run countersign -- <command>` and `npx countersign <command>`: runs on Node 20 and newer, and switches to Node 24. */

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureDependencies, fail, node, root } from './setup.mjs'

const typed = process.argv.slice(2)
if (typed[0] === 'start') {
  ensureDependencies()
  ensureBuilt()
} else if (!existsSync(node))
  fail(`Dependencies are not installed. Run this once, then try again:\n  cd ${root} && npm start`)

const parameters = [
  '--disable-warning=ExperimentalWarning',
  join(root, 'server', 'src', 'operations', 'cli', 'main.ts'),
  ...typed,
]
// npm changes to the root of the repository; relative paths are resolved from the working directory.
if (process.env.npm_lifecycle_event === 'countersign' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
if (process.execve && process.platform !== 'win32') replaceProcess()
else spawnCommand()

/** Newer versions of Node can replace this process, so that signals reach the command directly. */
function replaceProcess() {
  process.removeAllListeners('warning') // hides the warning that execve is experimental
  process.execve(node, [node, ...parameters], process.env)
}

function spawnCommand() {
  const command = spawn(node, parameters, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => command.kill(signal))
  command.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
