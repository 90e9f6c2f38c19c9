/** `npm start`: sets up what is missing, then becomes the server. */

import { spawn } from 'node:child_process'
import { ensureBuilt, ensureDependencies, node, root } from './setup.mjs'

ensureDependencies()
ensureBuilt()

const server = spawn(node, ['--disable-warning=ExperimentalWarning', 'server/src/main.ts'], {
  cwd: root,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
