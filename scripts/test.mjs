/** `npm test`: installs the dependencies, then starts the test runner with Node 24. */

import { spawnSync } from 'node:child_process'
import { node } from '../server/node.mjs'
import { ensureDependencies, root } from './setup.mjs'

ensureDependencies()
const runner = ['--disable-warning=ExperimentalWarning', 'test/run.ts', ...process.argv.slice(2)]
process.exit(spawnSync(node, runner, { cwd: root, stdio: 'inherit' }).status ?? 1)
