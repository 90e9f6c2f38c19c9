/**
 * Starts the server once with an empty database, and loads what it would load later, so that the next start finds all
 * of its code compiled. `node scripts/warm-cache.mjs <folder>` does it for an installed package.
 */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeOptions } from '../server/node-options.mjs'
import { root, say } from './setup.mjs'

const folder = process.argv[2] ?? root
const { PATH = '', NODE_COMPILE_CACHE } = process.env
const data = mkdtempSync(join(tmpdir(), 'countersign-warm-'))
const server = spawn(process.execPath, [...nodeOptions, join(folder, 'server', 'start.mjs')], {
  env: {
    PATH,
    ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
    DATA_DIR: data,
    PORT: String(await freePort()),
  },
  stdio: ['ignore', 'pipe', 'inherit'],
  timeout: 60_000,
})
let output = ''
server.stdout.on('data', function stopOnceStarted(text) {
  output += text
  if (!output.includes('Countersign is running')) return
  server.stdout.off('data', stopOnceStarted).resume()
  server.kill()
})
const [code] = await once(server, 'exit')
rmSync(data, { recursive: true, force: true })
// A build is complete without it.
if (code !== 0) say('The server did not start here, so its first start will take longer.')
else spawnSync(process.execPath, [...nodeOptions, join(root, 'scripts', 'compile-modules.mjs'), folder])

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}
