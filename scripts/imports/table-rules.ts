/** Compares the SQL of the server with `tables.ts`. */

import { ALL_TABLES, FOREIGN_READS, FOREIGN_WRITES, TABLE_OWNERS } from './tables.ts'

const SERVER = 'server/src/'
const USE = /\b(INSERT INTO|UPDATE|DELETE FROM|FROM|JOIN)\s+([a-z_]+)\b|\blockTable\('([a-z_]+)'/g

export function tableProblems(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([path, text]) => {
    const file = path.slice(SERVER.length)
    if (!path.startsWith(SERVER) || file.startsWith('platform/store/migrations/')) return []
    if (file.endsWith('.store.ts') || /\b(?:statement|cacheable)\(/.test(text)) return problemsOf(file, text)
    return []
  })
}

function problemsOf(file: string, text: string): string[] {
  if (ALL_TABLES.includes(file)) return []
  const room = file.split('/')[0] ?? ''
  const foreign = listTables(text).filter(({ table }) => ownerOf(table) !== undefined && ownerOf(table) !== room)
  const reads = foreign.filter(({ isWrite }) => !isWrite).map(({ table }) => table)
  const written = foreign.filter(({ isWrite }) => isWrite).map(({ table }) => table)
  return [
    ...compare(file, { verb: 'changes', found: written, listed: FOREIGN_WRITES[file] ?? [] }),
    ...compare(file, { verb: 'reads', found: reads, listed: FOREIGN_READS[file] ?? [] }),
  ]
}

type Comparison = { verb: string; found: readonly string[]; listed: readonly string[] }

function compare(file: string, { verb, found, listed }: Comparison): string[] {
  const added = [...new Set(found)].filter((table) => !listed.includes(table))
  const gone = listed.filter((table) => !found.includes(table))
  return [
    ...added.map((table) => `${SERVER}${file} ${verb} ${table}, which belongs to ${ownerOf(table)}/`),
    ...gone.map((table) => `${SERVER}${file} no longer ${verb} ${table}: remove it from scripts/imports/tables.ts`),
  ]
}

function listTables(text: string): { table: string; isWrite: boolean }[] {
  return [...fillConstants(text).matchAll(USE)].map(([, verb = 'lockTable', table, locked]) => ({
    table: table ?? locked ?? '',
    isWrite: verb !== 'FROM' && verb !== 'JOIN',
  }))
}

/** `FROM ${PEOPLE}` with the tables of that constant. */
function fillConstants(text: string): string {
  const constants = new Map(
    [...text.matchAll(/const ([A-Z_]+) =\s*([`'])([^`']*)\2/g)].map(([, name, , value]) => [name, value]),
  )
  return text.replace(/\$\{([A-Z_]+)\}/g, (hole, name) => constants.get(name) ?? hole)
}

function ownerOf(table: string): string | undefined {
  return Object.keys(TABLE_OWNERS).find((room) => TABLE_OWNERS[room]?.includes(table))
}
