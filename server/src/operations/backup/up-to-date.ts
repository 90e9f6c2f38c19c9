import { DatabaseSync } from 'node:sqlite'
import { migrations } from '../../platform/store/migrations.ts'

export function isUpToDate(path: string): boolean {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    return database.prepare('SELECT max(id) AS id FROM migration').get()?.id === migrations.at(-1)?.id
  } finally {
    database.close()
  }
}
