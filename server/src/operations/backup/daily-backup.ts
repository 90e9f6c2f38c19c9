import { accessSync, constants, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { BACKUP_EVERY_MS, BACKUPS_KEPT } from '@countersign/contract/limits.ts'
import { ConfigError } from '../../config-error.ts'
import type { Context } from '../../context.ts'
import { runEvery } from '../../platform/run-every.ts'
import { formatTimestamp, messageOf, parseTimestamp } from './backup-file.ts'
import type { Copy } from './copy-database.ts'
import { recordBackup } from './record-backup.ts'

const CHECK_EVERY_MS = 10 * 60 * 1000

export type Copier = (copy: Copy) => Promise<number>

/** Runs when the last backup is a day old. Returns a function that stops it. */
export function startBackups(context: Context): () => Promise<void> {
  const { backupFolder, database } = context.config
  if (backupFolder === undefined || database.engine !== 'sqlite') return async () => undefined
  requireWritable(backupFolder)
  const from = database.path
  const copier = createCopier()
  const backUp = () => backUpIfDue(context, { from, folder: backupFolder, copy: copier.copy })
  const stop = runEvery(CHECK_EVERY_MS, backUp, (error) =>
    context.log.error('daily backup failed', { reason: String(error) }),
  )
  return async () => {
    const stopped = stop()
    await copier.stop()
    await stopped
  }
}

/** Checked at startup, before the first backup is due. */
function requireWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new ConfigError(
      'BACKUP_DIR',
      `is not writable (${messageOf(error)}). Set a folder that the server can write to.`,
    )
  }
}

type Backup = { from: string; folder: string; copy: Copier }

export async function backUpIfDue(context: Context, { from, folder, copy }: Backup): Promise<void> {
  const now = context.now()
  if (dailyBackups(folder).some(({ at }) => at <= now && now - at < BACKUP_EVERY_MS)) return
  const to = join(folder, `countersign-daily-${formatTimestamp(now)}.db`)
  const bytes = await copy({ from, to })
  await recordBackup(context, { file: basename(to), bytes, daily: true })
  context.log.info('daily backup completed', { file: to, bytes })
  for (const { path } of dailyBackups(folder).slice(BACKUPS_KEPT)) rmSync(path, { force: true })
  removeLeftovers(folder, now)
}

const DAILY_NAME = /^countersign-daily-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.db$/
const DAILY_DRAFT = /^\.countersign-daily-.{20}\.db\.[0-9a-f]{12}(?:-journal)?$/

function dailyBackups(folder: string): { path: string; at: number }[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const time = DAILY_NAME.exec(name)?.[1]
      return time === undefined ? [] : [{ path: join(folder, name), at: parseTimestamp(time) }]
    })
    .sort((a, b) => b.at - a.at)
}

/** Left by a server that was killed while copying; a recent one may still be in use. */
function removeLeftovers(folder: string, now: number): void {
  for (const name of readdirSync(folder).filter((name) => DAILY_DRAFT.test(name))) {
    const path = join(folder, name)
    if (now - statSync(path).mtimeMs > BACKUP_EVERY_MS) rmSync(path, { force: true })
  }
}

function createCopier(): { copy: Copier; stop(): Promise<unknown> } {
  let worker: Worker | undefined
  return {
    copy: (copy) =>
      new Promise((resolve, reject) => {
        worker = new Worker(new URL('./copy-worker.ts', import.meta.url), { workerData: copy })
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', () => reject(new Error('The server stopped during the backup')))
      }),
    stop: async () => worker?.terminate(),
  }
}
