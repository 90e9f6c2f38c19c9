/** `npm run mutate`: mutation tests of the security core. Arguments select files: `npm run mutate -- message.ts`. */

import { spawnSync } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { node } from '../server/node.mjs'
import { ensureDependencies, ensureStryker, root } from './setup.mjs'

// Stryker starts the tests with the first `node` on the path.
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }

ensureDependencies()
ensureStryker()
const runner = ['--disable-warning=ExperimentalWarning', 'test/mutation/run.ts', ...process.argv.slice(2)]
process.exit(spawnSync(node, runner, { cwd: root, stdio: 'inherit', env }).status ?? 1)
