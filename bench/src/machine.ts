import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { measureSync } from './durability.ts'
import { folder } from './run-folder.ts'

export function describeMachine(): string {
  const { model = 'unknown' } = cpus()[0] ?? {}
  const load = `load average ${loadavg()[0]?.toFixed(1)}`
  return `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} x ${model}, fsync ${measureSync(folder).toFixed(2)} ms, ${load}`
}

export function describeSystems(): string {
  const version = (name: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, '..', 'node_modules', name, 'package.json'), 'utf8')).version
  return [
    `Better Auth ${version('better-auth')}: siwe, better-sqlite3 ${version('better-sqlite3')} (WAL, synchronous NORMAL), viem ${version('viem')}, no rate limit`,
    'Countersign: server/start.mjs, SQLite (WAL, synchronous FULL, group commit), rate limits on',
  ].join('\n')
}
