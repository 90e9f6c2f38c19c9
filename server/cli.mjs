/** The command line; see start.mjs. */

import { requireNode } from './node.mjs'

requireNode()
await import('./compile-cache.mjs')
await import('./src/operations/cli/main.ts')
