/** The folder for everything a run writes, which is removed at its end. */

import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function openTemporaryFolder(): string {
  const folder = mkdtempSync(join(hasRoom('/dev/shm') ? '/dev/shm' : tmpdir(), 'countersign-tests-'))
  chmodSync(folder, 0o711) // PostgreSQL runs as somebody else
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Databases wait for their disk, and those of a test need not survive a power cut: memory will do where it is ample. */
function hasRoom(place: string): boolean {
  if (!existsSync(place)) return false
  const { bavail, bsize } = statfsSync(place)
  return bavail * bsize > 4 * 1024 ** 3
}
