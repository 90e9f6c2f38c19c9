/** Generates the tables of docs/specification.md between their markers. `--check` fails when the file is outdated. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tables } from './specification/tables.ts'

const path = join(import.meta.dirname, '..', 'docs', 'specification.md')
const current = readFileSync(path, 'utf8')
const wanted = fill(current)

if (!process.argv.includes('--check')) writeFileSync(path, wanted)
else if (wanted !== current) {
  process.stderr.write('docs/specification.md is outdated. Run: node scripts/specification.ts\n')
  process.exit(1)
}

function fill(text: string): string {
  const used = new Set<string>()
  const filled = text.replace(/<!-- table: ([a-z-]+) -->[\s\S]*?<!-- end -->/g, (_, name: string) => {
    const table = tables[name]
    if (!table) throw new Error(`Unknown table "${name}"`)
    used.add(name)
    return `<!-- table: ${name} -->\n${table()}\n<!-- end -->`
  })
  const missing = Object.keys(tables).filter((name) => !used.has(name))
  if (missing.length > 0) throw new Error(`docs/specification.md has no marker for: ${missing.join(', ')}`)
  return filled
}
