/** `npm start`: installs and builds if needed, then starts the server. */

import { spawn } from 'node:child_process'
import { ensureBuilt, ensureDependencies, node, root } from './setup.mjs'

ensureDependencies()
ensureBuilt()

const parameters = ['--disable-warning=ExperimentalWarning', 'server/src/main.ts']
if (process.execve && process.platform !== 'win32') replaceProcess()
else spawnServer()

/** Node 24 can replace this process, so that signals reach the server directly. */
function replaceProcess() {
  process.removeAllListeners('warning') // hides the warning that execve is experimental
  process.chdir(root)
  process.execve(node, [node, ...parameters], process.env)
}

function spawnServer() {
  const server = spawn(node, parameters, { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
