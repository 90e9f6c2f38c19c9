import { change, selectOne } from './query.ts'
import { bytes, mapRecord, type RecordOf, text } from './row.ts'

const assets = mapRecord({ mime: text, content: bytes })
export type Asset = RecordOf<typeof assets>

export const insertAsset = change<Asset & { id: string; now: number }>(
  'INSERT INTO asset (id, mime, content, created_at) VALUES (:id, :mime, :content, :now)',
)

export const findAsset = selectOne(assets.read)<[id: string]>('SELECT mime, content FROM asset WHERE id = ?')

export const removeAsset = change<[id: string]>('DELETE FROM asset WHERE id = ?')
