/** `npm start`: installs, builds and compiles if needed, then starts the server. */

import { becomeNode } from '../server/node.mjs'
import { ensureBuilt, ensureCompiled, ensureDependencies, root } from './setup.mjs'

ensureDependencies()
ensureBuilt()
ensureCompiled()
process.chdir(root)
becomeNode(['server/start.mjs'])
