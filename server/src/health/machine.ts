/** What the server stands on: database, disk, the code that checks signatures, backups. */

import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Finding } from '@countersign/contract/health.ts'
import { BACKUP_EVERY_MS, DISK_LOW_BYTES } from '@countersign/contract/limits.ts'
import type { Context } from '../context.ts'
import { recoveryKind } from '../proof/evm.ts'
import { findSetting } from '../setting/setting.store.ts'
import { bad, good, note, sizeWords, spanWords } from './finding.ts'
import { databaseBytes } from './health.store.ts'

/** Slower than that, people wait for it. */
const SLOW_WRITE_MS = 500

/** `write` changes nothing, on disk. */
export async function checkDatabase({ store, config }: Context, write: () => Promise<void>): Promise<Finding> {
  const name = store.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const began = performance.now()
  const failed = await write().then(
    () => false,
    () => true,
  )
  const took = Math.round(performance.now() - began)
  if (failed)
    return bad(
      'database',
      `${name} can be read but takes no writes: nobody can sign in.`,
      config.database.engine === 'sqlite'
        ? `Look for a full disk, or a file that may not be written: ${config.database.path}`
        : 'Look in the log of PostgreSQL: it may be out of room, or a copy that only reads.',
    )
  const text = `${name} holds ${sizeWords(await databaseBytes(store))}, and a write takes ${took} ms.`
  if (took <= SLOW_WRITE_MS) return good('database', text)
  return note('database', text, 'Look for what else keeps its disk busy. Each sign-in waits for one write.')
}

export async function checkDisk({ config }: Context): Promise<Finding> {
  const { database, dataFolder } = config
  const folder = database.engine === 'sqlite' ? dirname(database.path) : dataFolder
  const found = await statfs(folder).catch(() => undefined)
  if (!found) return good('disk', 'Nothing is kept on this machine’s disk.')
  return judgeDisk(found.bavail * found.bsize, folder)
}

export function judgeDisk(freeBytes: number, folder: string): Finding {
  const text = `${sizeWords(freeBytes)} are free where the data is.`
  if (freeBytes >= DISK_LOW_BYTES) return good('disk', text)
  return bad('disk', text, `Make room on the disk of ${folder}, or move DATA_DIR to a larger one.`)
}

export function checkSignatures(kind: typeof recoveryKind = recoveryKind): Finding {
  if (kind === 'native') return good('signatures', 'Signatures are checked by native code.')
  return note(
    'signatures',
    'Signatures are checked by plain JavaScript, about twenty times slower.',
    'Enough for a small place. For more, install a C compiler and run `npm rebuild secp256k1`, then start again.',
  )
}

export async function checkBackup({ store, config, now }: Context): Promise<Finding> {
  if (store.engine === 'postgres') return good('backup', 'PostgreSQL is backed up by its own tools.')
  const stored = await findSetting(store, 'last_backup')
  const last: { at: number } | undefined = stored === undefined ? undefined : JSON.parse(stored) // written by backup/record.ts alone
  const fix =
    config.backupFolder === undefined
      ? 'Set BACKUP_DIR and start again: then one is made every day. Or run `npx countersign backup`.'
      : `Look in the log for why none was made in ${config.backupFolder}, or run \`npx countersign backup\`.`
  if (!last) return note('backup', 'No backup was made yet.', fix)
  const text = `The last backup is ${spanWords(now() - last.at)} old.`
  return now() - last.at <= 2 * BACKUP_EVERY_MS ? good('backup', text) : bad('backup', text, fix)
}
