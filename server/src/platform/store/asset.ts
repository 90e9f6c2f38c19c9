import { type Queries, statement } from './database.ts'
import { bytes, text } from './row.ts'

export type Asset = { mime: string; content: Uint8Array }

const insert = statement('INSERT INTO asset (id, mime, content, created_at) VALUES (?, ?, ?, ?)')
const find = statement('SELECT mime, content FROM asset WHERE id = ?')
const remove = statement('DELETE FROM asset WHERE id = ?')

export async function insertAsset(queries: Queries, asset: Asset & { id: string; now: number }): Promise<void> {
  await queries.run(insert, asset.id, asset.mime, asset.content, asset.now)
}

export async function findAsset(queries: Queries, id: string): Promise<Asset | undefined> {
  const row = await queries.one(find, id)
  return row && { mime: text(row, 'mime'), content: bytes(row, 'content') }
}

export async function removeAsset(queries: Queries, id: string): Promise<void> {
  await queries.run(remove, id)
}
