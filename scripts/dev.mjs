/** `npm run dev`: one origin with hot reload. Vite serves the page, the watched server everything else. */

import { spawn } from 'node:child_process'
import { node } from '../server/node.mjs'
import { nodeOptions } from '../server/node-options.mjs'
import { ensureBuilt, ensureDependencies, root } from './setup.mjs'

ensureDependencies()
ensureBuilt()

const port = Number(process.env.PORT ?? 3000)
const inner = port + 1
const environment = {
  ...process.env,
  PORT: String(inner),
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}`,
  TRUSTED_PROXIES: '127.0.0.1, ::1',
}
const children = [
  spawn(
    node,
    [
      ...nodeOptions,
      '--watch-path=server/src',
      '--watch-path=contract/src',
      '--watch-preserve-output',
      'server/start.mjs',
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: environment,
    },
  ),
  spawn(node, ['scripts/dev-page.mjs', String(port), String(inner)], { cwd: root, stdio: 'inherit' }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const child of children) child.on('exit', stop)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
