/** `npm run build`: builds the page and compiles the server ahead of its first start. */

import { join } from 'node:path'
import { ensureBuilt, ensureDependencies, node, root, run } from './setup.mjs'

ensureDependencies()
ensureBuilt()
run(node, [join(root, 'scripts', 'warm-cache.mjs')])
