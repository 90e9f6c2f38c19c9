/** Before `npm pack` and `npm publish`: builds what the package contains into dist/. */

import { join } from 'node:path'
import { node } from '../server/node.mjs'
import { ensureBuilt, ensureDependencies, root, run } from './setup.mjs'

ensureDependencies()
ensureBuilt()
run(node, ['--disable-warning=ExperimentalWarning', join(root, 'scripts', 'emit-package.ts')])
