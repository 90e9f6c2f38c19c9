/**
 * Loads every module of the server into Node's compile cache. A running server that loads a module for the first time
 * would load a TypeScript compiler for it, and keep it.
 */

import { globSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import '../server/compile-cache.mjs'
import { root } from './setup.mjs'

/** They run when they are loaded. */
const PROGRAMS = ['main.ts', join('operations', 'cli', 'main.ts')]

const folder = join(root, 'server', 'src')
const modules = globSync('**/*.ts', { cwd: folder }).filter((path) => !path.endsWith('.test.ts'))
for (const path of modules) if (!PROGRAMS.includes(path)) await import(pathToFileURL(join(folder, path)).href)
flushCompileCache()
process.exit()
