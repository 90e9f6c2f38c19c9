/** Copies the SQLite file while servers write: complete, verified, synced, and atomic. */

import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, statSync, unlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { BackupError, hasCode, messageOf, readDatabase } from './backup-file.ts'

export type Copy = { from: string; to: string }

/** Returns the size of the copy. Never overwrites a file. */
export function copyDatabase({ from, to }: Copy): number {
  if (existsSync(to)) throw fileExists(to)
  const draft = writeDraft({ from, to })
  try {
    // Unlike a rename, a link never replaces an existing file.
    linkSync(draft, to)
  } catch (error) {
    throw hasCode(error, 'EEXIST') ? fileExists(to) : error
  } finally {
    unlinkSync(draft)
  }
  syncFolder(dirname(to))
  return statSync(to).size
}

/** Copies to a temporary name in the target folder. */
export function writeDraft({ from, to }: Copy): string {
  if (!existsSync(from)) throw new BackupError(`No database at ${from}.`)
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  const draft = join(dirname(to), `.${basename(to)}.${randomBytes(6).toString('hex')}`)
  try {
    // Created with mode 600 first: SQLite would make it world-readable.
    closeSync(openSync(draft, 'wx', 0o600))
    readDatabase(from, (database) => database.prepare('VACUUM INTO ?').run(draft))
    checkIntegrity(draft)
    syncFile(draft)
    return draft
  } catch (error) {
    for (const suffix of ['', '-journal']) rmSync(draft + suffix, { force: true })
    throw error instanceof BackupError ? error : new BackupError(`${from} could not be copied: ${messageOf(error)}.`)
  }
}

export function checkIntegrity(path: string): void {
  const result = readDatabase(path, (database) => database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check)
  if (result !== 'ok') throw new BackupError(`${path} is damaged (${result}). Use another copy.`)
}

/** A file name is durable only once its folder is synced. */
export function syncFolder(path: string): void {
  if (process.platform !== 'win32') syncFile(path, 'r')
}

export function syncFile(path: string, flags = 'r+'): void {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function fileExists(path: string): BackupError {
  return new BackupError(`${path} already exists and was not changed. Use another file name.`)
}
