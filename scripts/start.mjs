/** `npm start`: sets up what is missing, then becomes the server. */

import { spawn } from 'node:child_process'
import { ensureBuilt, ensureDependencies, node, root } from './setup.mjs'

ensureDependencies()
ensureBuilt()

const parameters = ['--disable-warning=ExperimentalWarning', 'server/src/main.ts']
if (process.execve && process.platform !== 'win32') become()
else watchOver()

/** Node 24 can turn into the server: one process, which hears signals itself. */
function become() {
  process.removeAllListeners('warning') // that this is experimental is nothing to bother an operator with
  process.chdir(root)
  process.execve(node, [node, ...parameters], process.env)
}

function watchOver() {
  const server = spawn(node, parameters, { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
