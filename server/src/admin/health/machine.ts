import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BACKUP_EVERY_MS, DISK_LOW_BYTES } from '@countersign/contract/limits.ts'
import type { Context } from '../../context.ts'
import { findSetting } from '../../platform/store/setting.ts'
import { curve } from '../../proof/secp256k1/load-curve.ts'
import { bad, good, type Judgment, note, sizeWords, spanWords } from './finding.ts'
import { databaseBytes } from './health.store.ts'

/** Slower writes delay every sign-in noticeably. */
const SLOW_WRITE_MS = 500

/** `write` writes to disk and leaves nothing behind. */
export async function checkDatabase({ store, config }: Context, write: () => Promise<void>): Promise<Judgment> {
  const name = store.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const began = performance.now()
  const failed = await write().then(
    () => false,
    () => true,
  )
  const took = Math.round(performance.now() - began)
  if (failed)
    return bad(
      `${name} is read-only: no one can sign in.`,
      config.database.engine === 'sqlite'
        ? `Check for a full disk, and that the server can write to ${config.database.path}.`
        : 'Check the PostgreSQL log: the disk may be full, or the server may be a read-only replica.',
    )
  const text = `${name}: ${sizeWords(await databaseBytes(store))}, write latency ${took} ms.`
  if (took <= SLOW_WRITE_MS) return good(text)
  return note(text, 'Check what else uses the disk. Each sign-in waits for one write.')
}

export async function checkDisk({ config }: Context): Promise<Judgment> {
  const { database, dataFolder } = config
  const folder = database.engine === 'sqlite' ? dirname(database.path) : dataFolder
  const found = await statfs(folder).catch(() => undefined)
  if (!found) return good('No data is stored on this server’s disk.')
  return judgeDisk(found.bavail * found.bsize, folder)
}

export function judgeDisk(freeBytes: number, folder: string): Judgment {
  const text = `${sizeWords(freeBytes)} free on the data disk.`
  if (freeBytes >= DISK_LOW_BYTES) return good(text)
  return bad(text, `Free up space on the disk that holds ${folder}, or move DATA_DIR to a larger disk.`)
}

export function checkSignatures(kind = curve.kind): Judgment {
  if (kind === 'webassembly') return good('Signatures are verified with libsecp256k1.')
  return note(
    'Signatures are verified in JavaScript, which is more than ten times slower than libsecp256k1.',
    'libsecp256k1 did not load or failed its self-test. Run the server without `--jitless`, or install this version again, and restart it.',
  )
}

export async function checkBackup({ store, config, now }: Context): Promise<Judgment> {
  if (store.engine === 'postgres') return good('Back up PostgreSQL with its own tools.')
  const stored = await findSetting(store, 'last_backup')
  const last: { at: number } | undefined = stored === undefined ? undefined : JSON.parse(stored) // written by record-backup.ts only
  const fix =
    config.backupFolder === undefined
      ? 'Set BACKUP_DIR and restart the server for daily backups, or run `npx countersign backup`.'
      : `Check the server log for why there is no backup in ${config.backupFolder}, or run \`npx countersign backup\`.`
  if (!last) return note('No backups yet.', fix)
  const text = `The last backup is ${spanWords(now() - last.at)} old.`
  return now() - last.at <= 2 * BACKUP_EVERY_MS ? good(text) : bad(text, fix)
}
