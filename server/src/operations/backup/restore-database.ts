import { chownSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { endAllSessions } from '../../session/end-all-sessions.ts'
import { BackupError, formatTimestamp, hasCode } from './backup-file.ts'
import { syncFile, syncFolder, writeDraft } from './copy-database.ts'
import { lockExclusively } from './exclusive-lock.ts'
import { inspectBackup } from './inspect.ts'

type Restore = {
  from: string
  to: string
  /** The operator has confirmed that no server runs; needed only for a damaged file. */
  stopped: boolean
  keepSessions: boolean
  now: number
  /** Opens and migrates a database file as the server does. */
  open: (path: string) => Promise<Context>
}

type Restored = { people: number; ended: number; kept: string | undefined }

export async function restoreDatabase(restore: Restore): Promise<Restored> {
  const { from, to, stopped, now } = restore
  const { people } = inspectBackup(from)
  if (isSameFile(from, to)) throw new BackupError(`${from} is the database itself. Use a backup of it.`)
  const lock = existsSync(to) ? lockExclusively(to) : undefined
  if (existsSync(to) && lock === undefined && !stopped)
    throw new BackupError(
      `${to} is damaged, so a running server cannot be detected. Make sure that none is running, then add --stopped.`,
    )
  let draft: string | undefined
  try {
    draft = writeDraft({ from, to })
    const ended = await prepareDraft(draft, restore)
    const kept = replaceFile({ draft, to, keptAs: `${to}.before-restore-${formatTimestamp(now)}` })
    return { people, ended, kept }
  } finally {
    if (draft !== undefined) for (const suffix of ['', '-wal', '-shm']) rmSync(draft + suffix, { force: true })
    lock?.release()
  }
}

async function prepareDraft(draft: string, { open, keepSessions, to }: Restore): Promise<number> {
  const context = await open(draft)
  // Sessions that ended after the backup would become valid again.
  const ended = keepSessions ? 0 : await endAllSessions(context)
  await recordEvent(context, context.store, { kind: 'backup.restored', by: 'system', data: { ended } })
  await context.store.close()
  if (existsSync(`${draft}-wal`)) throw new BackupError('The copy could not be completed. Nothing was changed.')
  copyOwner(draft, to)
  syncFile(draft)
  return ended
}

/** The file keeps its owner when root restores it. */
function copyOwner(draft: string, to: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(existsSync(to) ? to : dirname(to))
  chownSync(draft, uid, gid)
}

/** The path has a database at every moment. */
function replaceFile({ draft, to, keptAs }: { draft: string; to: string; keptAs: string }): string | undefined {
  const kept = existsSync(to) ? linkToFreeName(to, keptAs) : undefined
  // A WAL that stays behind would be applied to the new file.
  for (const suffix of ['-wal', '-shm']) if (existsSync(to + suffix)) renameSync(to + suffix, (kept ?? keptAs) + suffix)
  renameSync(draft, to)
  syncFolder(dirname(to))
  return kept
}

/** Two restores can happen in the same second. */
function linkToFreeName(path: string, name: string): string {
  for (let attempt = 1; ; attempt++) {
    const candidate = attempt === 1 ? name : `${name}-${attempt}`
    try {
      linkSync(path, candidate)
      return candidate
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    }
  }
}

function isSameFile(a: string, b: string): boolean {
  if (!existsSync(b)) return false
  const [one, other] = [statSync(a), statSync(b)]
  return one.ino === other.ino && one.dev === other.dev
}
