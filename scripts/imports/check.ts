/** Compares imports with `rules.ts`. Does not read files, so that tests can pass sources. */

import { posix } from 'node:path'
import { contractProblems } from './contract-rules.ts'
import {
  FAMILY_LOADER,
  HTTP_MODULES,
  HTTP_ROOMS,
  LAZY_FAMILIES,
  MAX_FILES_PER_FOLDER,
  SERVER_BASE,
  SERVER_ENTRIES,
  SERVER_LADDER,
  SERVER_ROOT,
  WEB_LAYERS,
} from './rules.ts'
import { tableProblems } from './table-rules.ts'
import { SHARED_STORES } from './tables.ts'

export type Sources = ReadonlyMap<string, string>

type Import = { from: string; to: string; typeOnly: boolean }

const SERVER = 'server/src/'
const WEB = 'web/src/'

/** `paths` are all files whose folders are counted, tests included. */
export function checkImports(sources: Sources, paths: Iterable<string> = sources.keys()): string[] {
  const imports = listImports(sources)
  return [
    ...imports.flatMap(serverProblems),
    ...imports.flatMap(webProblems),
    ...contractProblems(sources),
    ...findCycles(imports),
    ...sqlOutsideStores(sources),
    ...tableProblems(sources),
    ...largeFolders(paths),
  ]
}

const IMPORT = /(?:(\b(?:import|export) type\b)[^';]*?\bfrom|\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^'?]+)/g

function listImports(sources: Sources): Import[] {
  const found: Import[] = []
  for (const [from, text] of sources)
    for (const [, type, path = ''] of text.matchAll(IMPORT))
      found.push({ from, to: posix.join(posix.dirname(from), path), typeOnly: type !== undefined })
  return found
}

function serverProblems({ from, to, typeOnly }: Import): string[] {
  if (!from.startsWith(SERVER)) return []
  const problem = (reason: string) => [`${from} imports ${to}: ${reason}`]
  if (!to.startsWith(SERVER)) return problem('the server imports packages and its own folder only')
  const [importer, imported] = [from.slice(SERVER.length), to.slice(SERVER.length)]
  const family = LAZY_FAMILIES.find((folder) => imported.startsWith(folder))
  if (family && !importer.startsWith(family) && importer !== FAMILY_LOADER)
    return problem(`a chain family is imported by ${FAMILY_LOADER} only`)
  if (SERVER_ENTRIES.includes(importer)) return []
  if (imported.endsWith('.routes.ts')) return problem('routes are imported by server.ts only')
  const [room, target] = [roomOf(importer), roomOf(imported)]
  if (target === undefined) return rootProblem(importer, imported).flatMap(problem)
  if (room === undefined) return besideRoomsProblem(importer, target).flatMap(problem)
  if (room !== target && rank(target) > rank(room)) return problem(`${target}/ comes after ${room}/`)
  if (room !== target && imported.endsWith('.store.ts') && !SHARED_STORES[imported]?.includes(room))
    return problem('a store is imported by its own room only')
  if (importer.endsWith('.store.ts') && !isStoreModule(imported) && !(typeOnly && room === target))
    return problem('a store imports the database, SQL fragments, and stores and types of its room only')
  if (imported.startsWith('platform/http/') && !mayImportHttp(importer))
    return problem('domain code does not import HTTP')
  return []
}

function rootProblem(importer: string, imported: string): string[] {
  if (SERVER_ENTRIES.includes(imported))
    return roomOf(importer) === 'operations' ? [] : ['an entry point is imported by the command line only']
  if (!SERVER_ROOT.includes(imported)) return ['is not one of the files beside the rooms']
  return roomOf(importer) === 'platform' && !SERVER_BASE.includes(imported)
    ? ['platform imports the configuration only']
    : []
}

function besideRoomsProblem(importer: string, target: string): string[] {
  if (!SERVER_ROOT.includes(importer)) return ['is not one of the files beside the rooms']
  return SERVER_BASE.includes(importer) && target !== 'platform' ? ['the configuration imports platform only'] : []
}

function roomOf(path: string): string | undefined {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : undefined
}

function rank(room: string): number {
  const index = SERVER_LADDER.indexOf(room)
  if (index < 0) throw new Error(`server/src/${room}/ is not in the ladder of scripts/imports/rules.ts`)
  return index
}

function isStoreModule(imported: string): boolean {
  return imported.startsWith('platform/store/') || imported.endsWith('.store.ts') || imported.endsWith('.sql.ts')
}

function mayImportHttp(importer: string): boolean {
  return (
    importer.endsWith('.routes.ts') || HTTP_ROOMS.includes(roomOf(importer) ?? '') || HTTP_MODULES.includes(importer)
  )
}

function webProblems({ from, to }: Import): string[] {
  if (!from.startsWith(WEB)) return []
  const problem = (reason: string) => [`${from} imports ${to}: ${reason}`]
  if (to.startsWith('examples/')) return []
  if (!to.startsWith(WEB)) return problem('the page imports packages, its own folder and the examples that it shows')
  const [layer, target] = [roomOf(from.slice(WEB.length)), roomOf(to.slice(WEB.length))]
  if (layer === undefined) return []
  if (target === undefined) return problem('entry files are not imported')
  const allowed = WEB_LAYERS[layer]
  if (!allowed) return problem(`web/src/${layer}/ is not in scripts/imports/rules.ts`)
  if (layer !== target && !allowed.includes(target)) return problem(`${layer}/ may not import ${target}/`)
  if (layer === 'screens' && target === 'screens' && pageOf(from) !== pageOf(to))
    return problem('pages do not import each other')
  return []
}

/** `screens/consent`, `screens/admin/apps`. */
function pageOf(path: string): string {
  const parts = path.slice(`${WEB}screens/`.length).split('/')
  return parts.slice(0, parts[0] === 'admin' || parts[0] === 'account' ? 2 : 1).join('/')
}

/** Reports each cycle once, with its path. */
function findCycles(imports: Import[]): string[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to])
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file)
    if (start >= 0) found.push(`import cycle: ${[...path.slice(start), file].join(' > ')}`)
    if (start >= 0 || done.has(file)) return
    for (const imported of next.get(file) ?? []) visit(imported, [...path, file])
    done.add(file)
  }
  for (const file of next.keys()) visit(file, [])
  return found
}

function sqlOutsideStores(sources: Sources): string[] {
  return [...sources]
    .filter(
      ([path, text]) =>
        path.startsWith(SERVER) &&
        !mayContainSql(path) &&
        /\b(?:(?:locking)?[sS]tatement|writes\([^)]*\)|cacheable)\(\s*[`']/.test(text),
    )
    .map(([path]) => `${path} contains SQL: that belongs in a *.store.ts`)
}

function mayContainSql(path: string): boolean {
  return path.endsWith('.store.ts') || path.endsWith('.sql.ts') || path.startsWith(`${SERVER}platform/store/`)
}

function largeFolders(paths: Iterable<string>): string[] {
  const sizes = new Map<string, number>()
  for (const path of paths) {
    const folder = posix.dirname(path)
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  return [...sizes]
    .filter(([, size]) => size > MAX_FILES_PER_FOLDER)
    .map(([folder, size]) => `${folder}/ has ${size} files: at most ${MAX_FILES_PER_FOLDER}`)
}
