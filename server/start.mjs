/** Starts the server. JavaScript, because Node would load its TypeScript compiler for the first file: 18 MiB. */

import { setFlagsFromString } from 'node:v8'
import { requireNode } from './node.mjs'
import { ensureNodeOptions } from './node-options.mjs'

requireNode()
ensureNodeOptions()
await import('./compile-cache.mjs')

// Loading the code would make V8 enlarge the young generation, which an idle server then keeps.
setFlagsFromString('--semi-space-growth-factor=1')
await import('./src/main.ts')
setFlagsFromString('--semi-space-growth-factor=2')
// Collect the old generation when it has grown by 60 %; V8 would wait until it has quadrupled.
setFlagsFromString('--heap-growing-percent=60')
// What is left of the start would stay until the first load: 2 MiB.
setFlagsFromString('--expose-gc')
const { runInNewContext } = await import('node:vm')
runInNewContext('gc')()
