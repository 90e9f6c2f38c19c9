import { DatabaseSync } from 'node:sqlite'

/** Why a backup or restore failed and how to fix it, for operators. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export function readDatabase<T>(path: string, read: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    return read(database)
  } finally {
    database.close()
  }
}

export function formatTimestamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

export function parseTimestamp(text: string): number {
  const [day = '', time = ''] = text.split('T')
  return Date.parse(`${day}T${time.replaceAll('-', ':')}`)
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
