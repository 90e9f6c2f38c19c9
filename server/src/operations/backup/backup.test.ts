import assert from 'node:assert/strict'
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { BACKUP_EVERY_MS, BACKUPS_KEPT } from '@countersign/contract/limits.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { newAccount, openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import type { Context } from '../../context.ts'
import { openContext } from '../../open-context.ts'
import { migrate, migrations } from '../../platform/store/migrations.ts'
import { copyDatabase } from './copy-database.ts'
import { backUpIfDue } from './daily-backup.ts'
import { restoreDatabase } from './restore-database.ts'

let folder: string
let path: string
let server: TestServer
let context: Context
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-copies-'))
  path = join(folder, 'countersign.db')
  const engine = { name: 'sqlite' as const, createDatabase: async () => `file:${path}` }
  server = await startServer(engine)
  context = server.context
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function queryFile(file: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }))
  } finally {
    database.close()
  }
}

/** A damaged file: the pages in the middle are noise. */
function damageFile(file: string): void {
  const bytes = readFileSync(file)
  bytes.fill(0xee, 8192, bytes.length - 4096)
  writeFileSync(file, bytes)
}

describe('a backup', () => {
  test('is complete, readable by its owner only, and leaves no temporary file', async () => {
    await signIn(openBrowser(server), newAccount())
    const to = join(folder, 'deep', 'er', 'copy.db')
    const bytes = copyDatabase({ from: path, to })
    assert.deepEqual([bytes, statSync(to).mode & 0o777], [statSync(to).size, 0o600])
    assert.deepEqual(queryFile(to, 'SELECT count(*) AS people FROM person'), [{ people: 1 }])
    assert.deepEqual(readdirSync(join(folder, 'deep', 'er')), ['copy.db'])
  })

  test('never overwrites a file', () => {
    const to = join(folder, 'kept.txt')
    writeFileSync(to, 'mine')
    assert.throws(() => copyDatabase({ from: path, to }), /kept\.txt already exists and was not changed/)
    assert.equal(readFileSync(to, 'utf8'), 'mine')
  })

  test('is a consistent snapshot while the database is written', async () => {
    const signIns = Promise.all(Array.from({ length: 20 }, () => signIn(openBrowser(server), newAccount())))
    const counts: unknown[] = []
    for (let copy = 0; copy < 5; copy++) {
      const to = join(folder, `copy-${copy}.db`)
      copyDatabase({ from: path, to })
      const [row] = queryFile(to, 'SELECT (SELECT count(*) FROM person) - (SELECT count(*) FROM session) AS apart')
      counts.push(row?.apart)
      await new Promise(setImmediate)
    }
    await signIns
    assert.deepEqual(counts, [0, 0, 0, 0, 0])
  })

  test('fails for a damaged database and leaves no file', () => {
    const broken = join(folder, 'broken.db')
    copyDatabase({ from: path, to: broken })
    damageFile(broken)
    const before = readdirSync(folder)
    assert.throws(() => copyDatabase({ from: broken, to: join(folder, 'copy.db') }), /could not be copied|is damaged/)
    assert.deepEqual(readdirSync(folder), before)
  })

  test('fails without a database', () => {
    assert.throws(() => copyDatabase({ from: join(folder, 'no.db'), to: join(folder, 'x.db') }), /No database at/)
  })
})

describe('the daily backup', () => {
  let backups: string
  beforeEach(() => {
    backups = mkdtempSync(join(folder, 'backups-'))
  })
  const copy = async (paths: { from: string; to: string }) => copyDatabase(paths)
  const runBackup = () => backUpIfDue(context, { from: path, folder: backups, copy })

  test('runs once a day, however often the job is started', async () => {
    await runBackup()
    await runBackup()
    server.clock.now += BACKUP_EVERY_MS - 1000
    await runBackup()
    assert.deepEqual(readdirSync(backups), ['countersign-daily-2026-11-15T10-00-00Z.db'])
    server.clock.now += 1000
    await runBackup()
    assert.deepEqual(readdirSync(backups), [
      'countersign-daily-2026-11-15T10-00-00Z.db',
      'countersign-daily-2026-11-16T10-00-00Z.db',
    ])
  })

  test('records the time of the last backup', async () => {
    await runBackup()
    const [file = ''] = readdirSync(backups)
    const bytes = statSync(join(backups, file)).size
    assert.deepEqual(await readRows(server, "SELECT value, changed_at FROM setting WHERE key = 'last_backup'"), [
      { value: JSON.stringify({ at: server.clock.now, file, bytes }), changed_at: server.clock.now },
    ])
    assert.deepEqual(await readRows(server, "SELECT actor, data FROM activity WHERE kind = 'backup.made'"), [
      { actor: 'system', data: JSON.stringify({ file, bytes, daily: true }) },
    ])
  })

  test(`keeps the last ${BACKUPS_KEPT} backups and every other file`, async () => {
    const others = ['countersign-2026-01-01T00-00-00Z.db', 'countersign-daily-notes.txt', 'countersign-daily-2026.db']
    for (const name of others) writeFileSync(join(backups, name), '')
    for (let day = 0; day < BACKUPS_KEPT + 3; day++) {
      await runBackup()
      server.clock.now += BACKUP_EVERY_MS
    }
    const left = readdirSync(backups)
    const own = left.filter((name) => !others.includes(name))
    assert.equal(own.length, BACKUPS_KEPT)
    assert.deepEqual(
      [own[0], own.at(-1)],
      ['countersign-daily-2026-11-18T10-00-00Z.db', 'countersign-daily-2026-11-24T10-00-00Z.db'],
    )
    assert.equal(left.length, BACKUPS_KEPT + others.length)
  })

  test('removes temporary files of a killed server once they are stale', async () => {
    const [old, young] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'].map((end) =>
      join(backups, `.countersign-daily-2026-11-14T10-00-00Z.db.${end}`),
    )
    for (const draft of [old, young]) writeFileSync(draft ?? '', '')
    utimesSync(old ?? '', 0, 0)
    utimesSync(young ?? '', server.clock.now / 1000, server.clock.now / 1000)
    await runBackup()
    assert.deepEqual(
      readdirSync(backups).filter((name) => name.startsWith('.')),
      [basename(young ?? '')],
    )
  })

  test('keeps existing backups when it fails', async () => {
    for (let day = 0; day < BACKUPS_KEPT; day++) {
      await runBackup()
      server.clock.now += BACKUP_EVERY_MS
    }
    const before = readdirSync(backups)
    const failCopy = async () => Promise.reject(new Error('no space left'))
    await assert.rejects(backUpIfDue(context, { from: path, folder: backups, copy: failCopy }), /no space left/)
    assert.deepEqual(readdirSync(backups), before)
  })

  test('runs again when the clock was set back', async () => {
    await runBackup()
    server.clock.now -= 10 * BACKUP_EVERY_MS
    await runBackup()
    assert.equal(readdirSync(backups).length, 2)
  })
})

describe('a restore', () => {
  let backup: string
  let to: string
  beforeEach(() => {
    backup = join(folder, 'backup.db')
    to = join(folder, 'other', 'countersign.db')
    copyDatabase({ from: path, to: backup })
    copyDatabase({ from: path, to })
  })

  const restoreFrom = (from: string, { stopped = false, into = to, timeline = migrations } = {}) =>
    restoreDatabase({
      from,
      to: into,
      stopped,
      keepSessions: false,
      now: server.clock.now,
      open: async (file) => {
        const database = { engine: 'sqlite' as const, path: file }
        const opened = await openContext({ ...context.config, secretKey: Buffer.alloc(32), database }, context)
        await migrate(opened.store, server.clock.now, timeline)
        return opened
      },
    })

  /** Refused, and the database is byte for byte what it was. */
  async function expectRefused(from: string, words: RegExp): Promise<void> {
    const before = readFileSync(to)
    await assert.rejects(restoreFrom(from), words)
    assert.deepEqual(readFileSync(to), before)
    assert.deepEqual(readdirSync(join(folder, 'other')), ['countersign.db'])
  }

  test('accepts only a Countersign backup', async () => {
    const invalidFile = join(folder, 'noise.db')
    writeFileSync(invalidFile, 'noise '.repeat(4000))
    await expectRefused(invalidFile, /noise\.db is not a Countersign backup: file is not a database/)
    const foreign = join(folder, 'foreign.db')
    const database = new DatabaseSync(foreign)
    database.exec("CREATE TABLE migration (id INTEGER, name TEXT); INSERT INTO migration VALUES (1, 'users')")
    database.close()
    await expectRefused(foreign, /foreign\.db cannot be restored\. The database was created by a build before/)
    new DatabaseSync(foreign).exec('DROP TABLE migration')
    await expectRefused(foreign, /is not a Countersign backup: no such table: migration/)
    await expectRefused(join(folder, 'none.db'), /No file at .*none\.db/)
    await expectRefused(folder, /is not a Countersign backup/)
  })

  test('rejects a backup of a newer version', async () => {
    const database = new DatabaseSync(backup)
    database.exec("INSERT INTO migration VALUES (99, 'from the future', 0)")
    database.close()
    await expectRefused(
      backup,
      new RegExp(
        `cannot be restored\\. The database is at migration 99, but this version supports ${migrations.length}\\. Use the version`,
      ),
    )
  })

  test('rejects a damaged backup', async () => {
    damageFile(backup)
    await expectRefused(backup, /is damaged|is not a Countersign backup/)
  })

  test('rejects the database itself as its backup', async () => {
    await expectRefused(to, /is the database itself/)
  })

  test('fails while another process has the database open', async () => {
    await assert.rejects(
      restoreFrom(backup, { into: path }),
      /^BackupError: .* is in use by a server.* Nothing was changed/,
    )
  })

  test('migrates an older backup to the current version', async () => {
    await signIn(openBrowser(server), newAccount())
    const old = join(folder, 'old.db')
    copyDatabase({ from: path, to: old })
    const next = migrations.length + 1
    const later = { id: next, name: 'later', up: () => ['ALTER TABLE person ADD COLUMN pronouns TEXT'] }
    const { people } = await restoreFrom(old, { timeline: [...migrations, later] })
    assert.equal(people, 1)
    assert.deepEqual(queryFile(to, 'SELECT max(id) AS newest FROM migration'), [{ newest: next }])
    assert.deepEqual(queryFile(to, 'SELECT role, pronouns FROM person'), [{ role: 'member', pronouns: null }])
    assert.deepEqual(queryFile(old, 'SELECT max(id) AS newest FROM migration'), [{ newest: next - 1 }])
  })

  test('records an audit event', async () => {
    await restoreFrom(backup)
    assert.deepEqual(queryFile(to, "SELECT actor, data FROM activity WHERE kind = 'backup.restored'"), [
      { actor: 'system', data: '{"ended":0}' },
    ])
  })

  test('of a damaged database requires a stopped server and keeps the damaged files', async () => {
    writeFileSync(to, 'noise '.repeat(4000))
    writeFileSync(`${to}-wal`, 'a log that must not be taken for the new one')
    await assert.rejects(restoreFrom(backup), /is damaged, so a running server cannot be detected.*add --stopped/)
    const { kept = '' } = await restoreFrom(backup, { stopped: true })
    assert.equal(readFileSync(kept, 'utf8'), 'noise '.repeat(4000))
    assert.match(readFileSync(`${kept}-wal`, 'utf8'), /^a log that must not/)
    assert.deepEqual(readdirSync(join(folder, 'other')).filter((name) => name.endsWith('-wal')).length, 1)
    assert.deepEqual(queryFile(to, 'PRAGMA integrity_check'), [{ integrity_check: 'ok' }])
  })

  test('keeps both databases when two restores run within a second', async () => {
    const first = await restoreFrom(backup)
    const second = await restoreFrom(first.kept ?? '')
    assert.notEqual(second.kept, first.kept)
    for (const { kept } of [first, second])
      assert.deepEqual(queryFile(kept ?? '', 'PRAGMA integrity_check'), [{ integrity_check: 'ok' }])
  })

  test('does not modify the backup', async () => {
    const before = readFileSync(backup)
    copyFileSync(backup, join(folder, 'again.db'))
    await restoreFrom(backup)
    assert.deepEqual(readFileSync(backup), before)
  })
})
