/** Copies the SQLite file while servers write: complete, verified, synced, and atomic. */

import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, statSync, unlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BackupError } from './backup-error.ts'

export type Copy = { from: string; to: string }

/** Returns its size. Never overwrites a file. */
export function copyDatabase({ from, to }: Copy): number {
  if (existsSync(to)) throw alreadyThere(to)
  const draft = writeDraft({ from, to })
  try {
    // Unlike a rename, a link never replaces an existing file.
    linkSync(draft, to)
  } catch (error) {
    throw isCode(error, 'EEXIST') ? alreadyThere(to) : error
  } finally {
    unlinkSync(draft)
  }
  syncFolder(dirname(to))
  return statSync(to).size
}

/** The copy under a temporary name in the target folder. */
export function writeDraft({ from, to }: Copy): string {
  if (!existsSync(from)) throw new BackupError(`No database at ${from}.`)
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  const draft = join(dirname(to), `.${basename(to)}.${randomBytes(6).toString('hex')}`)
  try {
    // Created with mode 600 first: SQLite would make it world-readable.
    closeSync(openSync(draft, 'wx', 0o600))
    vacuumInto(from, draft)
    requireWhole(draft)
    syncFile(draft)
    return draft
  } catch (error) {
    for (const suffix of ['', '-journal']) rmSync(draft + suffix, { force: true })
    throw error instanceof BackupError ? error : new BackupError(`${from} could not be copied: ${said(error)}.`)
  }
}

function vacuumInto(from: string, draft: string): void {
  const database = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
  try {
    database.prepare('VACUUM INTO ?').run(draft)
  } finally {
    database.close()
  }
}

export function requireWhole(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    const found = database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check
    if (found !== 'ok') throw new BackupError(`${path} is damaged (${found}). Use another copy.`)
  } finally {
    database.close()
  }
}

export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A file name is durable only once its folder is synced. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function alreadyThere(path: string): BackupError {
  return new BackupError(`${path} already exists and was not changed. Use another file name.`)
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

export function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
