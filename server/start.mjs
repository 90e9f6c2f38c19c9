/** Starts the server. JavaScript, because Node would load its TypeScript compiler for the first file: 18 MiB. */

import './compile-cache.mjs'

await import('./src/main.ts')
