/** `npm test`: sets up, then types, lint, documentation, size, and every test: server, flow and browser. */

import { spawnSync } from 'node:child_process'
import {
  ensureBrowser,
  ensureBuilt,
  ensureChain,
  ensureDependencies,
  ensurePostgres,
  ensureProxies,
  ensureRelyingParties,
  node,
  root,
} from './setup.mjs'

ensureDependencies()
ensureBuilt()
ensurePostgres()
ensureProxies()
ensureChain()
ensureRelyingParties()
const browser = ensureBrowser()

const { check } = await import('./check.mjs')
check()

const result = spawnSync(node, ['--disable-warning=ExperimentalWarning', 'test/run.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM: browser },
})
process.exit(result.status ?? 1)
