/** `npm run build`: builds the page; the server needs no build. */

import { ensureBuilt, ensureDependencies } from './setup.mjs'

ensureDependencies()
ensureBuilt()
