/** `npm run build`: builds the page and compiles the server ahead of its first start. */

import { ensureBuilt, ensureCompiled, ensureDependencies } from './setup.mjs'

ensureDependencies()
ensureBuilt()
ensureCompiled()
