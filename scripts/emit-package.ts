/**
 * Writes the server and the page to dist/. Node does not remove types from files of packages, so the server is written
 * as JavaScript, in the folders of the repository and with every line where it was.
 */

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path/posix'
import { fileURLToPath } from 'node:url'

const PROGRAMS = ['server/command.mjs', 'server/start.mjs', 'server/cli.mjs']
const FILES = ['package.json', 'package-lock.json'].map((name) => `server/node/${name}`)
const CONTRACT = '@countersign/contract/'
const LOCAL_IMPORT = /(['"])((?:\.{1,2}|@countersign\/contract)\/[\w./-]+\.(?:ts|mjs))\1/g
const PACKAGE_IMPORT = /(?:\bfrom|\bimport\(?)\s*['"]((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[\w./-]+)?['"]/g

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const { name, version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

rmSync(dist, { recursive: true, force: true })
for (const path of findModules()) emit(path)
for (const path of [...FILES, 'web/dist']) cpSync(join(root, path), join(dist, path), { recursive: true })
write('package.json', `${JSON.stringify({ name, version, private: true, type: 'module' }, null, 2)}\n`)

/** The programs and everything they import, so that no test and no file that is unused becomes part of the package. */
function findModules(): Set<string> {
  const found = new Set(PROGRAMS)
  for (const path of found) for (const imported of importsOf(path, javaScriptOf(path))) found.add(imported)
  return found
}

function importsOf(path: string, source: string): string[] {
  for (const [, imported = ''] of source.matchAll(PACKAGE_IMPORT))
    if (!(imported in dependencies || CONTRACT.startsWith(`${imported}/`)))
      throw new Error(`${path} imports ${imported}, which is not a dependency.`)
  return [...source.matchAll(LOCAL_IMPORT)].map(([, , specifier = '']) => resolveImport(path, specifier))
}

function resolveImport(path: string, specifier: string): string {
  return specifier.startsWith(CONTRACT)
    ? join('contract/src', specifier.slice(CONTRACT.length))
    : join(dirname(path), specifier)
}

function javaScriptOf(path: string): string {
  const source = readFileSync(join(root, path), 'utf8')
  return path.endsWith('.ts') ? stripTypeScriptTypes(source) : source
}

function emit(path: string): void {
  const folder = dirname(path)
  const code = javaScriptOf(path).replaceAll(LOCAL_IMPORT, (_match, quote: string, specifier: string) => {
    const target = relative(folder, resolveImport(path, specifier)).replace(/\.ts$/, '.js')
    return `${quote}${target.startsWith('.') ? target : `./${target}`}${quote}`
  })
  write(path.replace(/\.ts$/, '.js'), code)
}

function write(path: string, content: string): void {
  mkdirSync(join(dist, dirname(path)), { recursive: true })
  writeFileSync(join(dist, path), content)
}
