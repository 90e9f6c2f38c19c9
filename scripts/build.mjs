/** `npm run build`: the page, ready to be served; the server itself needs no build. */

import { ensureBuilt, ensureDependencies } from './setup.mjs'

ensureDependencies()
ensureBuilt()
