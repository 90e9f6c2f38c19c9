/** `npm start`: installs and builds if needed, then starts the server. */

import { becomeNode, ensureBuilt, ensureDependencies, root } from './setup.mjs'

ensureDependencies()
ensureBuilt()
process.chdir(root)
becomeNode(['server/start.mjs'])
