/** Counts frames of SQLite's write-ahead log while another process writes it. */

import { closeSync, openSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export type LogGrowth = { frames: number; bytes: number }

const FRAME_HEADER_BYTES = 24

const TRIES = 5

/** A held read transaction keeps the log from starting over, unless everything in it was already checkpointed. */
export async function measureLogGrowth(path: string, work: () => Promise<void>): Promise<LogGrowth> {
  for (let tries = 0; tries < TRIES; tries++) {
    const growth = await measureOnce(path, work)
    if (growth) return growth
  }
  throw new Error('The write-ahead log started over during each measurement')
}

async function measureOnce(path: string, work: () => Promise<void>): Promise<LogGrowth | undefined> {
  // Stays open until the end: closing any descriptor of a file drops the locks that this process has on it.
  const index = openSync(`${path}-shm`, 'r')
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    database.exec('BEGIN')
    database.prepare('SELECT count(*) FROM migration').get()
    const before = readIndex(index)
    await work()
    const now = readIndex(index)
    if (now.salt !== before.salt) return undefined
    const frames = now.frames - before.frames
    return { frames, bytes: frames * (now.pageBytes + FRAME_HEADER_BYTES) }
  } finally {
    database.close()
    closeSync(index)
  }
}

/** WalIndexHdr of https://sqlite.org/walformat.html, section 2.1, in the byte order of the machine. */
function readIndex(file: number): { frames: number; pageBytes: number; salt: string } {
  const header = Buffer.alloc(48)
  readSync(file, header, 0, header.length, 0)
  return {
    pageBytes: header.readUInt16LE(14),
    frames: header.readUInt32LE(16),
    salt: header.toString('hex', 32, 40),
  }
}
