/** `npm run countersign -- <command>` and `npx countersign <command>`: runs on any Node from 20 on, becomes ours. */

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureDependencies, fail, node, root } from './setup.mjs'

const typed = process.argv.slice(2)
if (typed[0] === 'start') {
  ensureDependencies()
  ensureBuilt()
} else if (!existsSync(node))
  fail(`Nothing is installed yet. Run this once, then try again:\n  cd ${root} && npm start`)

const parameters = [
  '--disable-warning=ExperimentalWarning',
  join(root, 'server', 'src', 'operations', 'cli', 'main.ts'),
  ...typed,
]
// npm goes to the top of the checkout first; files are named from where the operator is.
if (process.env.npm_lifecycle_event === 'countersign' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
if (process.execve && process.platform !== 'win32') become()
else watchOver()

/** Newer Nodes can turn into it: one process, which hears signals itself. */
function become() {
  process.removeAllListeners('warning') // that this is experimental is nothing to bother an operator with
  process.execve(node, [node, ...parameters], process.env)
}

function watchOver() {
  const command = spawn(node, parameters, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => command.kill(signal))
  command.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
