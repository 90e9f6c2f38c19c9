import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DEVICES_PER_PERSON } from '@countersign/contract/limits.ts'
import { publicConfigSchema } from '@countersign/contract/schemas/public.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, countRows, readRows } from '../../../../test/support/database/rows.ts'
import { newAccount, openBrowser, prove, signIn } from '../../../../test/support/server/http-browser.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

const put = (server: TestServer, settings: object) =>
  changeRows(
    server,
    `INSERT INTO setting (key, value, changed_at) VALUES ('settings', ?, 0)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    JSON.stringify(settings),
  )

const activityOf = (server: TestServer, personId: string) =>
  readRows(server, 'SELECT kind FROM activity WHERE person_id = ? ORDER BY id', personId).then((rows) =>
    rows.map(({ kind }) => kind),
  )

forEachEngine('sign-in admission', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  describe('with closed or invite-only registration', () => {
    for (const [registration, code] of [
      ['invite', 'invite_required'],
      ['closed', 'registration_closed'],
    ] as const) {
      test(`rejects a new wallet (${registration}), records only the denial and admits existing people`, async () => {
        const existing = newAccount()
        const { me } = expectStarted(await signIn(openBrowser(server), existing))
        await put(server, { registration })
        const rows = await countRows(server)
        const browser = openBrowser(server)
        expectProblem(await signIn(browser, newAccount()), code)
        await server.context.background.settled()
        assert.deepEqual(await countRows(server), rows)
        const [last] = await readRows(
          server,
          'SELECT kind, outcome, code, actor, person_id FROM activity ORDER BY id DESC LIMIT 1',
        )
        assert.deepEqual(last, { kind: 'sign_in.refused', outcome: 'refused', code, actor: 'visitor', person_id: null })
        assert.equal(expectStarted(await signIn(openBrowser(server), existing)).me.id, me.id)
        await put(server, {})
      })
    }
  })

  test('records each event once, with who signed in and how', async () => {
    const account = newAccount()
    const browser = openBrowser(server)
    const first = expectStarted(await signIn(browser, account))
    const onKnownDevice = expectStarted(await signIn(browser, account))
    const elsewhere = expectStarted(await signIn(openBrowser(server), account))
    const { id: walletId, name: wallet } = first.session.wallet
    const signedIn = { walletId, wallet, created: false, knownDevice: false }
    const expected = [
      ['person.created', first.session.id, { role: 'member' }],
      ['sign_in.ok', first.session.id, { ...signedIn, created: true }],
      ['sign_in.ok', onKnownDevice.session.id, { ...signedIn, knownDevice: true }],
      ['sign_in.ok', elsewhere.session.id, signedIn],
    ]
    const rows = await readRows(server, 'SELECT * FROM activity WHERE person_id = ? ORDER BY id', first.me.id)
    assert.deepEqual(
      rows.map(({ kind, session_id, data }) => [kind, session_id, JSON.parse(String(data))]),
      expected,
    )
    for (const { actor, actor_id, address, ip, device } of rows) {
      assert.deepEqual([actor, actor_id, address], ['person', first.me.id, account.address.toLowerCase()])
      assert.match(String(ip), /^10\./)
      assert.notEqual(device, null)
    }
  })

  describe('device recognition', () => {
    const noticesOf = (personId: string) =>
      readRows(server, "SELECT id FROM notice WHERE person_id = ? AND kind = 'new_sign_in'", personId).then(
        (rows) => rows.length,
      )

    test('creates a notice on a new device, and none on a trusted one', async () => {
      const account = newAccount()
      const browser = openBrowser(server)
      const { me } = expectStarted(await signIn(browser, account))
      expectStarted(await signIn(browser, account))
      assert.equal(await noticesOf(me.id), 0)
      server.clock.now += 1000
      expectStarted(await signIn(openBrowser(server), account))
      assert.equal(await noticesOf(me.id), 1)
      const [seen] = await readRows(server, 'SELECT last_seen_at FROM person WHERE id = ?', me.id)
      assert.equal(seen?.last_seen_at, server.clock.now)
    })

    test('trusts devices per person', async () => {
      const shared = openBrowser(server)
      expectStarted(await signIn(shared, newAccount()))
      const account = newAccount()
      const { me } = expectStarted(await signIn(openBrowser(server), account))
      expectStarted(await signIn(shared, account))
      assert.equal(await noticesOf(me.id), 1)
    })

    test(`forgets the least recently used of more than ${DEVICES_PER_PERSON} devices`, async () => {
      const account = newAccount()
      const first = openBrowser(server)
      const { me } = expectStarted(await signIn(first, account))
      for (let count = 0; count < DEVICES_PER_PERSON; count++) {
        server.clock.now += 60_000
        expectStarted(await signIn(openBrowser(server), account))
      }
      const kept = await readRows(server, 'SELECT id FROM device WHERE person_id = ?', me.id)
      assert.equal(kept.length, DEVICES_PER_PERSON)
      const before = await noticesOf(me.id)
      server.clock.now += 60_000
      expectStarted(await signIn(first, account))
      assert.equal(await noticesOf(me.id), before + 1)
    })
  })

  describe('during the deletion grace period', () => {
    async function leaving() {
      const account = newAccount()
      const { me } = expectStarted(await signIn(openBrowser(server), account))
      const until = server.clock.now + 1000
      const leave = "UPDATE person SET status = 'deleting', delete_after = ?, deletion_by = id WHERE id = ?"
      await changeRows(server, leave, until, me.id)
      return { account, me, until }
    }

    test('returns the time until which the account can be restored', async () => {
      const { account, until } = await leaving()
      const refused = expectProblem(await signIn(openBrowser(server), account), 'person_deleting')
      assert.equal(refused.until, new Date(until).toISOString())
    })

    test('restores the account with the signature that was rejected', async () => {
      const { account, me } = await leaving()
      const browser = openBrowser(server)
      const proof = await prove(await browser.challenge(), account)
      expectProblem(await browser.post('/api/sessions', { proof, keep: true }), 'person_deleting')
      const started = expectStarted(await browser.post('/api/sessions', { proof, keep: true, keepAccount: true }))
      assert.equal(started.me.id, me.id)
      assert.deepEqual(await readRows(server, 'SELECT status, delete_after FROM person WHERE id = ?', me.id), [
        { status: 'active', delete_after: null },
      ])
      assert.ok((await activityOf(server, me.id)).includes('person.deletion_cancelled'))
    })
  })

  test('cancels the pending removal of a wallet that signs in', async () => {
    const account = newAccount()
    const { me, session } = expectStarted(await signIn(openBrowser(server), account))
    const later = server.clock.now + 86_400_000
    await changeRows(
      server,
      "UPDATE wallet SET status = 'removing', remove_at = ? WHERE id = ?",
      later,
      session.wallet.id,
    )
    expectStarted(await signIn(openBrowser(server), account))
    assert.deepEqual(await readRows(server, 'SELECT status, remove_at FROM wallet WHERE id = ?', session.wallet.id), [
      { status: 'linked', remove_at: null },
    ])
    const [cancelled] = await readRows(
      server,
      "SELECT data FROM activity WHERE person_id = ? AND kind = 'wallet.removal_cancelled'",
      me.id,
    )
    assert.deepEqual(JSON.parse(String(cancelled?.data)), { walletId: session.wallet.id, by: 'sign_in' })
  })
})

forEachEngine('owners from OWNER_WALLETS', (engine) => {
  const account = newAccount()
  const open = (databaseUrl: string, owners = account.address) =>
    startServer(engine, { databaseUrl, environment: { OWNER_WALLETS: owners } })

  test('are owners from the first sign-in, without setup', async (t) => {
    const server = await open(await engine.createDatabase())
    t.after(() => server.close())
    const config = publicConfigSchema.parse((await openBrowser(server).get('/api/public')).json)
    assert.equal(config.setupNeeded, false)
    expectProblem(
      await openBrowser(server).post('/api/challenges', { purpose: 'setup', instanceName: 'Acme' }),
      'purpose_not_allowed',
    )
    assert.equal(expectStarted(await signIn(openBrowser(server), newAccount())).me.role, 'member')
    assert.equal(expectStarted(await signIn(openBrowser(server), account)).me.role, 'owner')
  })

  test('become owner at the next sign-in when they exist, and the record names the reason', async (t) => {
    const databaseUrl = await engine.createDatabase()
    const before = await startServer(engine, { databaseUrl })
    const { me } = expectStarted(await signIn(openBrowser(before), account))
    await before.close()
    assert.equal(me.role, 'member')
    const server = await open(databaseUrl)
    t.after(() => server.close())
    assert.equal(expectStarted(await signIn(openBrowser(server), account)).me.role, 'owner')
    const [change] = await readRows(server, "SELECT actor, data FROM activity WHERE kind = 'person.role_changed'")
    assert.deepEqual(
      { actor: change?.actor, data: JSON.parse(String(change?.data)) },
      { actor: 'system', data: { from: 'member', to: 'owner', because: 'OWNER_WALLETS' } },
    )
  })

  test('sign in although registration is closed', async (t) => {
    const server = await open(await engine.createDatabase())
    t.after(() => server.close())
    await put(server, { registration: 'closed' })
    assert.equal(expectStarted(await signIn(openBrowser(server), account)).me.role, 'owner')
  })
})
