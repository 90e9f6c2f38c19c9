/** The command line; see start.mjs. */

import './compile-cache.mjs'

await import('./src/operations/cli/main.ts')
