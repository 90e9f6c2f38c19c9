/**
 * Loads every module of the server into Node's compile cache. A running server that loads a module for the first time
 * would load a TypeScript compiler for it, and keep it.
 */

import { globSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

/** They run when they are loaded. */
const PROGRAMS = ['main', join('operations', 'cli', 'main')]

const server = join(process.argv[2] ?? '', 'server')
const load = (path) => import(pathToFileURL(join(server, path)).href)
await load('compile-cache.mjs')
for (const path of globSync('src/**/*.{ts,js}', { cwd: server }))
  if (!path.endsWith('.test.ts') && !PROGRAMS.includes(relative('src', path).slice(0, -3))) await load(path)
flushCompileCache()
process.exit()
