import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import { createTerminal } from '../../server/src/operations/cli/terminal.ts'
import { forDefaultEngine, sqliteTemplate } from '../support/database/engines.ts'
import { removeFirstOwner } from '../support/database/first-owner.ts'
import { changeRows, readRows } from '../support/database/rows.ts'
import { newFamilyAccount } from '../support/families/new-family-account.ts'
import { type Browser, newAccount, openBrowser, signIn } from '../support/server/http-browser.ts'
import { expectProblem, expectSession, expectStarted } from '../support/server/responses.ts'
import { type CommandResult, runCli, spawnCli } from '../support/server/run-cli.ts'
import { startServer, type TestServer } from '../support/server/server.ts'
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts'
import { setNamespaces } from '../support/server/settings.ts'
import { until } from '../support/until.ts'

const SECRET = 'ab'.repeat(32)
const NAMES = [
  'start',
  'setup-link',
  'make-owner',
  'sessions',
  'end-sessions',
  'apps',
  'verify-activity',
  'backup',
  'restore',
  'version',
]

describe('the command line', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-cli-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  test('prints its commands, without color when not on a terminal', async () => {
    const { code, out, err } = await spawnCli(['help'])
    assert.deepEqual({ code, err }, { code: 0, err: '' })
    for (const name of NAMES) assert.match(out, new RegExp(`^  ${name}\\b.* {2}[A-Z]`, 'm'))
    assert.doesNotMatch(out, /\x1b/)
    assert.ok(out.split('\n').every((line) => line.length <= 100))
    assert.deepEqual(await runCli(['--help']), { code, out, err })
  })

  test('exits quietly when its output is closed', async () => {
    assert.deepEqual(await spawnCli(['help'], { read: false }), { code: 0, out: '', err: '' })
  })

  test('prints the same help for each command in every form', async () => {
    for (const name of NAMES) {
      const help = await runCli(['help', name])
      assert.deepEqual(await runCli([name, '--help']), help)
      assert.deepEqual([help.code, help.err], [0, ''])
      assert.match(help.out, new RegExp(`^countersign ${name}.*\\n\\n[A-Z].*\\.\\n`))
    }
  })

  test('uses color on a terminal, unless NO_COLOR is set', () => {
    const tty = { write: () => true, isTTY: true }
    assert.equal(createTerminal(tty, tty, {}).bold('x'), '\x1b[1mx\x1b[22m')
    assert.equal(createTerminal(tty, tty, { NO_COLOR: '1' }).bold('x'), 'x')
    assert.equal(createTerminal({ write: () => true }, tty, {}).bold('x'), 'x')
  })

  test('prints the version', async () => {
    const { code, out } = await spawnCli(['version'])
    assert.equal(code, 0)
    assert.match(out, /^Countersign \d+\.\d+\.\d+ \(database \d+, Node v\d+\.\d+\.\d+\)\n$/)
    assert.ok(out.includes(process.version))
    assert.equal((await runCli(['--version'])).out, out)
  })

  const WRONG: [string[], RegExp][] = [
    [['dance'], /^Unknown command "dance"\. See: countersign help\n$/],
    [['help', 'dance'], /^Unknown command "dance"/],
    [['sessions', '--loud'], /^Unknown option '--loud'\. See: countersign help sessions\n$/],
    [['sessions', 'please'], /^Unexpected argument "please"\. See: countersign help sessions\n$/],
    [['sessions', '--most', 'all'], /^Invalid value for --most: "all"\. Use a number of at least 1\.\n$/],
    [['make-owner'], /^Missing argument <address>\. See: countersign help make-owner\n$/],
    [
      ['make-owner', 'vitalik.eth'],
      /^"vitalik\.eth" is not an address\. Expected an Ethereum \(0x…\), Solana or Bitcoin address, or a CAIP-10 account\.\n$/,
    ],
    [['make-owner', '0x52908400098527886E0F7030069857D2E4169Ee7'], /has an invalid EIP-55 checksum/],
    [['make-owner', `0x${'0'.repeat(40)}`], /The address is reserved\.\n$/],
    [['end-sessions'], /^Missing option: --person <id or address> or --all\.\n$/],
    [['end-sessions', '--all', '--person', 'per_x'], /^Missing option/],
    [['apps', 'dance', 'x'], /^Unknown action "dance": use secret, off or on\. See: countersign help apps\n$/],
    [['apps', 'toString', 'x'], /^Unknown action "toString"/],
    [['apps', 'secret'], /^Missing client ID\. Usage: countersign apps secret <client id>\n$/],
    [['apps', 'off', 'notes', '--json'], /^--json applies to the list only\. Usage: countersign apps off notes\n$/],
    [['apps', 'off', 'notes', 'now'], /^Unexpected argument "now"/],
    [['restore'], /^Missing argument <file>/],
  ]
  for (const [words, expected] of WRONG)
    test(`exits with 2 and prints the usage: countersign ${words.join(' ')}`, async () => {
      const { code, err } = await runCli(words, { environment: { DATA_DIR: join(folder, 'unused') } })
      assert.equal(code, 2)
      assert.match(err, expected)
    })

  test('returns an exit code', async () => {
    assert.equal((await spawnCli(['dance'])).code, 2)
  })

  test('does not create an installation in a mistyped folder', async () => {
    const environment = { DATA_DIR: join(folder, 'mistyped') }
    const address = newAccount().address
    for (const words of [
      ['setup-link'],
      ['make-owner', address],
      ['sessions'],
      ['end-sessions', '--all'],
      ['apps'],
      ['apps', 'secret', 'notes'],
      ['backup'],
    ]) {
      const { code, err } = await runCli(words, { environment })
      assert.equal(code, 1)
      assert.match(err, /^No database at .*mistyped\/countersign\.db\. .*DATA_DIR/)
    }
    assert.equal(existsSync(environment.DATA_DIR), false)
  })

  test('rejects an invalid environment like the server', async () => {
    assert.deepEqual(await runCli(['sessions'], { environment: { PUBLIC_URL: 'http://id.example' } }), {
      code: 1,
      out: '',
      err: 'PUBLIC_URL: wallets and cookies require https. Use https://id.example, or localhost for testing.\n',
    })
  })
})

forDefaultEngine('the command line on a running server', (engine) => {
  let databaseUrl: string
  let server: TestServer
  beforeEach(async () => {
    databaseUrl = await engine.createDatabase()
    server = await startServer(engine, { databaseUrl })
    server.clock.now = Date.now()
  })
  afterEach(() => server.close())

  const options = () => ({ environment: { DATABASE_URL: databaseUrl, SECRET_KEY: SECRET } })
  /** In a process of its own, beside the server's. */
  const spawn = (...words: string[]): Promise<CommandResult> => spawnCli(words, options())
  const run = (...words: string[]): Promise<CommandResult> => runCli(words, options())

  const readActivity = (kind: string) =>
    readRows(server, 'SELECT kind, actor, person_id, data FROM activity WHERE kind = ? ORDER BY id', kind)

  async function signInNewPerson(
    account = newAccount(),
  ): Promise<{ browser: Browser; account: typeof account; id: string }> {
    const browser = openBrowser(server)
    return { browser, account, id: expectStarted(await signIn(browser, account)).me.id }
  }

  test('prints a working setup link until there is an owner', async () => {
    await removeFirstOwner(server.context.store)
    const { code, out } = await run('setup-link')
    assert.equal(code, 0)
    assert.match(out, /^http:\/\/localhost:3000\/setup#code=[0-9A-HJKMNP-TV-Z]{20}\n$/)
    assert.equal((await run('setup-link')).out, out)
    await run('make-owner', newAccount().address)
    assert.deepEqual(await run('setup-link'), {
      code: 1,
      out: '',
      err: 'Setup is already complete. To add another owner, use: countersign make-owner <address>\n',
    })
    assert.match(server.context.config.origin, /localhost/)
    assert.equal((await openBrowser(server).get('/api/public')).status, 200)
  })

  test('makes an existing wallet an owner without a new sign-in', async () => {
    const { browser, account, id } = await signInNewPerson()
    const { code, out } = await spawn('make-owner', account.address.toLowerCase())
    assert.deepEqual(
      [code, out],
      [0, `${account.address} is now an owner.\nSign in with it at http://localhost:3000\n`],
    )
    assert.equal(expectSession(await browser.get('/api/session')).me.role, 'owner')
    assert.deepEqual(await readActivity('person.role_changed'), [
      {
        kind: 'person.role_changed',
        actor: 'system',
        person_id: id,
        data: '{"from":"member","to":"owner","because":"command line"}',
      },
    ])
    const again = await run('make-owner', account.address)
    assert.deepEqual([again.code, again.out.split('\n')[0]], [0, `${account.address} is already an owner.`])
    assert.equal((await readActivity('person.role_changed')).length, 1)
  })

  test('makes an unknown wallet the owner at its next sign-in, also with closed registration', async () => {
    await changeRows(
      server,
      'INSERT INTO setting (key, value, changed_at) VALUES (?, ?, 0)',
      'settings',
      JSON.stringify({ registration: 'closed' }),
    )
    const account = newAccount()
    expectProblem(await signIn(openBrowser(server), account), 'registration_closed')
    assert.equal((await run('make-owner', account.address)).code, 0)
    const { me, created } = expectStarted(await signIn(openBrowser(server), account))
    assert.deepEqual([me.role, created], ['owner', false])
    assert.deepEqual(await readActivity('person.created'), [
      { kind: 'person.created', actor: 'system', person_id: me.id, data: '{"role":"owner","because":"command line"}' },
    ])
  })

  test('makes no owner of a wallet that may not sign in', async () => {
    await setNamespaces(server, ['eip155', 'bip122'])
    const { code, err } = await run('make-owner', newFamilyAccount('solana').address)
    assert.deepEqual(
      [code, err],
      [1, 'Solana wallets may not sign in, because an owner turned them off. Use a wallet of Ethereum or Bitcoin.\n'],
    )
    assert.deepEqual(await readRows(server, 'SELECT id FROM person'), [])
  })

  for (const [status, suspendedFor, kinds, refusal] of [
    ['suspended', null, ['person.restored'], 'person_suspended'],
    ['deleting', null, ['person.deletion_cancelled'], 'deletion_not_yours'],
    ['deleting', 'Spam', ['person.deletion_cancelled', 'person.restored'], 'deletion_not_yours'],
  ] as const)
    test(`restores an owner who was ${status}${suspendedFor ? ' and suspended' : ''}`, async () => {
      const { account, id } = await signInNewPerson()
      await changeRows(
        server,
        "UPDATE person SET role = 'owner', status = ?, delete_after = 1, suspended_for = ? WHERE id = ?",
        ...[status, suspendedFor, id],
      )
      expectProblem(await signIn(openBrowser(server), account), refusal)
      const { code, out } = await run('make-owner', account.address)
      assert.equal(code, 0)
      assert.match(out, /is now an owner and can sign in again/)
      assert.equal(expectStarted(await signIn(openBrowser(server), account)).me.role, 'owner')
      for (const kind of kinds) assert.equal((await readActivity(kind)).length, 1)
    })

  test('lists sessions as text and JSON', async () => {
    assert.equal((await run('sessions')).out, 'Nobody is signed in.\n')
    const first = await signInNewPerson()
    server.clock.now++
    const second = await signInNewPerson()
    await changeRows(server, "UPDATE person SET display_name = 'A\u001b[31mda' WHERE id = ?", first.id)
    const { out } = await run('sessions')
    assert.match(out, /^Name +Role +Wallet +Device +Signed in +Last seen\n/)
    assert.match(
      out,
      new RegExp(
        `\n${shortAddress(second.account.address)} +member +${second.account.address} .*\nA\\[31mda +member +${first.account.address} `,
      ),
    )
    const listed = JSON.parse((await run('sessions', '--json')).out)
    assert.deepEqual(
      listed.map((session: { person: { id: string } }) => session.person.id),
      [second.id, first.id],
    )
    const { session } = expectSession(await second.browser.get('/api/session'))
    const { id, device, createdAt, lastSeenAt, idleExpiresAt } = session
    assert.deepEqual(listed[0], {
      id,
      person: { id: second.id, displayName: null, address: second.account.address, ens: null, role: 'member' },
      address: second.account.address,
      device,
      createdAt,
      lastSeenAt,
      expiresAt: idleExpiresAt,
    })
    for (const named of [first.id, first.account.address]) {
      const own = JSON.parse((await run('sessions', '--json', '--person', named)).out)
      assert.deepEqual([own.length, own[0].person.id], [1, first.id])
    }
    const one = await run('sessions', '--most', '1')
    assert.match(one.out, /More sessions exist\. Use --most 2 to list more\.\n$/)
    const unknownPerson = await run('sessions', '--person', newAccount().address)
    assert.deepEqual([unknownPerson.code, unknownPerson.out], [1, ''])
    assert.match(unknownPerson.err, /^No person found for 0x/)
  })

  test('signs one person out everywhere and nobody else', async () => {
    const account = newAccount()
    const [one, other, otherPerson] = [
      await signInNewPerson(account),
      await signInNewPerson(account),
      await signInNewPerson(),
    ]
    const { code, out } = await spawn('end-sessions', '--person', account.address)
    assert.deepEqual([code, out], [0, '2 sessions ended.\n'])
    for (const { browser } of [one, other]) expectProblem(await browser.get('/api/session'), 'session_revoked')
    expectSession(await otherPerson.browser.get('/api/session'))
    assert.deepEqual(await readActivity('person.signed_out'), [
      { kind: 'person.signed_out', actor: 'system', person_id: one.id, data: '{"ended":2}' },
    ])
    assert.equal((await run('end-sessions', '--person', one.id)).out, 'No sessions to end.\n')
    assert.equal((await readActivity('person.signed_out')).length, 1)
  })

  test('signs everyone out', async () => {
    const people = [await signInNewPerson(), await signInNewPerson(), await signInNewPerson()]
    const { code, out } = await run('end-sessions', '--all')
    assert.deepEqual([code, out], [0, '3 sessions ended.\n'])
    for (const { browser } of people) expectProblem(await browser.get('/api/session'), 'session_revoked')
    assert.deepEqual(await readActivity('session.ended'), [
      {
        kind: 'session.ended',
        actor: 'system',
        person_id: null,
        data: '{"reason":"revoked_admin","everyone":true,"ended":3}',
      },
    ])
    expectStarted(await signIn(openBrowser(server), newAccount()))
  })

  test('verifies the audit log and finds a modified event', async () => {
    await signInNewPerson()
    const { code, out, err } = await run('verify-activity')
    assert.deepEqual([code, err], [0, ''])
    const head = /^Audit log verified: 2 events\.\nHead hash {2}([0-9a-f]{64})\n$/.exec(out)?.[1]
    assert.deepEqual(JSON.parse((await run('verify-activity', '--json')).out), {
      ok: true,
      checked: 2,
      firstBad: null,
      head,
    })
    await changeRows(server, "UPDATE activity SET outcome = 'error' WHERE seq = 2")
    const found = await run('verify-activity')
    const [event] = await readRows(server, 'SELECT id FROM activity WHERE seq = 2')
    assert.deepEqual([found.code, found.out], [1, ''])
    assert.match(
      found.err,
      new RegExp(`^Verification failed at event 2 \\(${event?.id}\\): its content was modified\\.\n`),
    )
    const verification = await run('verify-activity', '--json')
    assert.deepEqual(
      [verification.code, JSON.parse(verification.out).firstBad],
      [1, { seq: 2, id: event?.id, why: 'changed' }],
    )
  })

  test('reports that the database is unavailable', async () => {
    await server.close()
    const unavailableUrl = engine.name === 'sqlite' ? 'file:/proc/no.db' : 'postgres://u:hunter2@127.0.0.1:1/x'
    const environment = { DATABASE_URL: unavailableUrl, SECRET_KEY: SECRET }
    const { code, out, err } = await runCli(['sessions'], { environment })
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /^(No database at|DATABASE_URL: cannot open the database)/)
    assert.doesNotMatch(err, /hunter2|\n {4}at /)
    server = await startServer(engine, { databaseUrl })
  })

  if (engine.name === 'postgres')
    test('refers to the PostgreSQL tools for backups', async () => {
      for (const [words, tool] of [
        [['backup'], /pg_dump --format=custom/],
        [['restore', 'countersign.dump'], /pg_restore --clean/],
      ] as const) {
        const { code, err } = await run(...words)
        assert.equal(code, 1)
        assert.match(err, tool)
      }
    })
})

describe('backup and restore', () => {
  let folder: string
  let server: ServerProcess | undefined
  const environment = () => ({ DATA_DIR: folder, SECRET_KEY: '', DATABASE_URL: '' })
  const run = (...words: string[]) => runCli(words, { environment: environment(), folder })
  const start = async (more: Record<string, string> = {}) => {
    server = await startServerProcess({ databaseUrl: '', environment: { ...environment(), ...more } })
    return server
  }
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-backup-'))
    copyFileSync(await sqliteTemplate(), join(folder, 'countersign.db'))
  })
  afterEach(async () => {
    await server?.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  const isKnown = async (account: ReturnType<typeof newAccount>, at: ServerProcess) =>
    !expectStarted(await signIn(openBrowser(at), account)).created

  test('restores the people of the backup and not later ones', async () => {
    const [first, second] = [newAccount(), newAccount()]
    const before = await start()
    const browser = openBrowser(before)
    expectStarted(await signIn(browser, first))
    const created = await run('backup', 'copy.db')
    assert.equal(created.code, 0)
    assert.match(
      created.out,
      /copy\.db {2}\d+ kB\nThe backup does not include the secret key\. Keep a copy of .*secret\.key in another/,
    )
    expectStarted(await signIn(openBrowser(before), second))

    const refused = await run('restore', 'copy.db')
    assert.equal(refused.code, 1)
    assert.match(refused.err, /^.*countersign\.db is in use by a server\. Stop it .* Nothing was changed\.\n$/)
    assert.equal(await isKnown(second, before), true)

    assert.equal(await before.stop(), 0)
    const restored = await run('restore', 'copy.db')
    assert.deepEqual([restored.code, restored.err], [0, ''])
    assert.match(restored.out, /^Restored: 1 person, 1 sessions? ended\.\nThe previous database was kept as /)
    const kept = readdirSync(folder).filter((name) => name.includes('before-restore'))
    assert.equal(kept.length, 1)

    const later = await start()
    const cookies = [...browser.cookies]
    const same = openBrowser(later)
    for (const [name, value] of cookies) same.cookies.set(name, value)
    expectProblem(await same.get('/api/session'), 'session_revoked')
    assert.equal(await isKnown(first, later), true)
    assert.equal(await isKnown(second, later), false)
    assert.equal(await later.stop(), 0)

    const back = await run('restore', kept[0] ?? '')
    assert.equal(back.code, 0, back.err)
    assert.equal(await isKnown(second, await start()), true)
  })

  test('restores sessions when asked to', async () => {
    const before = await start()
    const browser = openBrowser(before)
    expectStarted(await signIn(browser, newAccount()))
    await run('backup', 'copy.db')
    await before.stop()
    assert.match((await run('restore', 'copy.db', '--keep-sessions')).out, /^Restored: 1 person, 0 sessions ended/)
    const same = openBrowser(await start())
    for (const [name, value] of browser.cookies) same.cookies.set(name, value)
    expectSession(await same.get('/api/session'))
  })

  test('replaces the database of a killed server, which is kept', async () => {
    const [first, second] = [newAccount(), newAccount()]
    const before = await start()
    expectStarted(await signIn(openBrowser(before), first))
    await run('backup', 'copy.db')
    expectStarted(await signIn(openBrowser(before), second))
    await before.kill()
    assert.ok(existsSync(join(folder, 'countersign.db-wal')))
    assert.equal((await run('restore', 'copy.db')).code, 0)
    assert.equal(existsSync(join(folder, 'countersign.db-wal')), false)
    const after = await start()
    assert.equal(await isKnown(second, after), false)
    await after.stop()
    const kept = readdirSync(folder).find((name) => name.includes('before-restore'))
    assert.equal((await run('restore', kept ?? '')).code, 0)
    assert.equal(await isKnown(second, await start()), true)
  })

  test('starts an installation on a new machine', async () => {
    const account = newAccount()
    const before = await start()
    expectStarted(await signIn(openBrowser(before), account))
    await run('backup', 'copy.db')
    await before.stop()
    const otherFolder = mkdtempSync(join(folder, 'elsewhere-'))
    const otherEnvironment = { ...environment(), DATA_DIR: join(otherFolder, 'data') }
    const { code, out, err } = await runCli(['restore', 'copy.db'], { environment: otherEnvironment, folder })
    assert.deepEqual([code, err], [0, ''])
    assert.doesNotMatch(out, /is kept as/)
    assert.equal(await isKnown(account, await start(otherEnvironment)), true)
  })

  test('runs daily in the server when a folder is configured', async () => {
    const backups = join(folder, 'backups')
    const { stop, output } = await start({ BACKUP_DIR: backups })
    await until(output, (text) => text.includes('daily backup completed'), 'a backup is made')
    const [name, ...others] = readdirSync(backups)
    assert.match(name ?? '', /^countersign-daily-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/)
    assert.deepEqual(others, [])
    assert.equal(await stop(), 0)
    const copy = await run('restore', join(backups, name ?? ''))
    assert.equal(copy.code, 0, copy.err)
  })

  test('fails at startup when the folder cannot be used', async () => {
    const failed = start({ BACKUP_DIR: join(process.execPath, 'backups') })
    await assert.rejects(failed, /Server exited with 1: .*Countersign did not start\.\nBACKUP_DIR: is not writable/s)
  })
})
