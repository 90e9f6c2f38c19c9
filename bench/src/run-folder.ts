/** The folder of this run, removed when the process ends. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

// Not in the temporary folder, which may be in memory: an fsync must reach a disk.
export const cache = join(import.meta.dirname, '..', '.cache')
mkdirSync(cache, { recursive: true })

export const folder = mkdtempSync(join(cache, 'run-'))

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
process.setMaxListeners(0)

export function createFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}
