/** Counts frames of SQLite's write-ahead log while another process writes it. */

import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export type LogGrowth = { frames: number; bytes: number }

const FRAME_HEADER_BYTES = 24

/** A held read transaction keeps the log from starting over, so that checkpoints do not hide frames. */
export async function measureLogGrowth(path: string, work: () => Promise<void>): Promise<LogGrowth> {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    database.exec('BEGIN')
    database.prepare('SELECT count(*) FROM migration').get()
    const before = readIndex(path)
    await work()
    const now = readIndex(path)
    if (now.salt !== before.salt) throw new Error('The write-ahead log started over during the measurement')
    const frames = now.frames - before.frames
    return { frames, bytes: frames * (now.pageBytes + FRAME_HEADER_BYTES) }
  } finally {
    database.close()
  }
}

/** WalIndexHdr of https://sqlite.org/walformat.html, section 2.1, in the byte order of the machine. */
function readIndex(path: string): { frames: number; pageBytes: number; salt: string } {
  const header = readFileSync(`${path}-shm`).subarray(0, 48)
  return {
    pageBytes: header.readUInt16LE(14),
    frames: header.readUInt32LE(16),
    salt: header.toString('hex', 32, 40),
  }
}
