import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { REPEAT_WINDOW_MS, SESSIONS_PER_PERSON } from '@countersign/contract/limits.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, countRows, readRows } from '../../../../test/support/database/rows.ts'
import { newAccount, openBrowser, prove, signIn } from '../../../../test/support/server/http-browser.ts'
import { expectProblem, expectSession, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36'

forEachEngine('signing in', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  test('with a new wallet creates a person, a wallet and a session', async () => {
    const rows = await countRows(server)
    const browser = openBrowser(server)
    const account = newAccount()
    const proof = { ...(await prove(await browser.challenge(), account)), wallet: { name: 'Metal', rdns: 'io.metal' } }
    const body = { proof, keep: true, returnTo: '/home?x=1' }
    const started = expectStarted(await browser.post('/api/sessions', body, { 'user-agent': CHROME }))
    const now = server.clock.now
    assert.deepEqual(started, {
      session: {
        id: started.session.id,
        wallet: {
          id: started.session.wallet.id,
          account: `eip155:0:${account.address.toLowerCase()}`,
          address: account.address,
          name: 'Metal',
          ens: null,
        },
        kept: true,
        device: 'Chrome on Windows',
        phone: false,
        createdAt: new Date(now).toISOString(),
        lastSeenAt: new Date(now).toISOString(),
        idleExpiresAt: new Date(now + 7 * 86_400_000).toISOString(),
        expiresAt: new Date(now + 30 * 86_400_000).toISOString(),
        adminUntil: null,
      },
      me: { id: started.me.id, displayName: null, role: 'member' },
      created: true,
      next: '/home?x=1',
    })
    assert.deepEqual(await countRows(server), {
      ...rows,
      person: rows.person + 1,
      wallet: rows.wallet + 1,
      session: rows.session + 1,
      spent_challenge: rows.spent_challenge + 1,
    })
    assert.deepEqual(expectSession(await browser.get('/api/session')), { session: started.session, me: started.me })
  })

  test('without “keep me signed in” ends no later than the maximum lifetime', async () => {
    const sessionMaxMs = 3_600_000
    await changeRows(
      server,
      "INSERT INTO setting (key, value, changed_at) VALUES ('settings', ?, 0)",
      JSON.stringify({ sessionMaxMs }),
    )
    const { session } = expectStarted(await signIn(openBrowser(server), newAccount(), false))
    await changeRows(server, "DELETE FROM setting WHERE key = 'settings'")
    assert.equal(session.expiresAt, new Date(server.clock.now + sessionMaxMs).toISOString())
  })

  test('again finds the same person and wallet', async () => {
    const account = newAccount()
    const first = expectStarted(await signIn(openBrowser(server), account))
    const again = expectStarted(await signIn(openBrowser(server), account))
    assert.deepEqual(
      { created: again.created, me: again.me, wallet: again.session.wallet },
      { created: false, me: first.me, wallet: first.session.wallet },
    )
    assert.notEqual(again.session.id, first.session.id)
  })

  test('concurrently with a new wallet creates one person, one wallet and two sessions', async () => {
    const rows = await countRows(server)
    const account = newAccount()
    const browsers = [openBrowser(server), openBrowser(server)]
    const answers = await Promise.all(browsers.map((browser) => signIn(browser, account)))
    const [first, second] = answers.map(expectStarted)
    assert.ok(first && second)
    assert.equal(first.me.id, second.me.id)
    assert.equal(first.session.wallet.id, second.session.wallet.id)
    assert.deepEqual([first.created, second.created].sort(), [false, true])
    assert.deepEqual(await countRows(server), {
      ...rows,
      person: rows.person + 1,
      wallet: rows.wallet + 1,
      session: rows.session + 2,
      spent_challenge: rows.spent_challenge + 2,
    })
  })

  test('stores the wallet name as one line of safe text', async () => {
    const browser = openBrowser(server)
    const name = '\u202eevil\u0000\n\u200bwallet\ud800 '
    const proof = { ...(await prove(await browser.challenge(), newAccount())), wallet: { name } }
    const started = expectStarted(await browser.post('/api/sessions', { proof, keep: true }))
    assert.equal(started.session.wallet.name, 'evilwallet')
  })

  test('in a signed-in browser replaces its session', async () => {
    const browser = openBrowser(server)
    const first = expectStarted(await signIn(browser, newAccount()))
    const token = browser.cookies.get('cs') ?? ''
    const second = expectStarted(await signIn(browser, newAccount()))
    assert.notEqual(browser.cookies.get('cs'), token)
    assert.equal(expectSession(await browser.get('/api/session')).session.id, second.session.id)
    assert.deepEqual(await readRows(server, 'SELECT end_reason FROM session WHERE id = ?', first.session.id), [
      { end_reason: 'replaced' },
    ])
    browser.cookies.set('cs', token)
    expectProblem(await browser.get('/api/session'), 'unauthenticated')
  })

  test('never reuses a session token the browser already had', async () => {
    const browser = openBrowser(server)
    const planted = 'A'.repeat(43)
    browser.cookies.set('cs', planted)
    expectStarted(await signIn(browser, newAccount()))
    assert.notEqual(browser.cookies.get('cs'), planted)
  })

  test('rejects a suspended person without changing anything', async () => {
    const account = newAccount()
    const { me } = expectStarted(await signIn(openBrowser(server), account))
    await changeRows(server, "UPDATE person SET status = 'suspended' WHERE id = ?", me.id)
    const rows = await countRows(server)
    expectProblem(await signIn(openBrowser(server), account), 'person_suspended')
    assert.deepEqual(await countRows(server), rows)
  })

  test(`beyond ${SESSIONS_PER_PERSON} sessions ends the oldest`, async () => {
    const account = newAccount()
    const first = openBrowser(server)
    const { me } = expectStarted(await signIn(first, account))
    const second = openBrowser(server)
    for (let count = 1; count < SESSIONS_PER_PERSON; count++) {
      server.clock.now += 60_000
      expectStarted(await signIn(count === 1 ? second : openBrowser(server), account))
    }
    expectSession(await first.get('/api/session'))
    server.clock.now += 60_000
    const newest = openBrowser(server)
    expectStarted(await signIn(newest, account))
    expectProblem(await first.get('/api/session'), 'session_revoked')
    expectSession(await second.get('/api/session'))
    expectSession(await newest.get('/api/session'))
    const live = 'SELECT count(*) AS n FROM session WHERE person_id = ? AND ended_at IS NULL'
    assert.deepEqual(await readRows(server, live, me.id), [{ n: SESSIONS_PER_PERSON }])
  })

  test(`beyond ${SESSIONS_PER_PERSON} sessions of the same time ends only one`, async () => {
    const account = newAccount()
    const { me, session } = expectStarted(await signIn(openBrowser(server), account))
    const copy = `INSERT INTO session (id, token_hash, person_id, wallet_id, kept, device, ip_first, ip_last,
      created_at, last_seen_at, idle_expires_at, expires_at)
      SELECT ?, ?, person_id, wallet_id, kept, device, ip_first, ip_last, created_at, last_seen_at, idle_expires_at,
      expires_at FROM session WHERE id = ?`
    for (let count = 1; count < SESSIONS_PER_PERSON; count++)
      await changeRows(server, copy, `${session.id}${count}`, Buffer.alloc(32, count), session.id)
    expectStarted(await signIn(openBrowser(server), account))
    const live = 'SELECT count(*) AS n FROM session WHERE person_id = ? AND ended_at IS NULL'
    assert.deepEqual(await readRows(server, live, me.id), [{ n: SESSIONS_PER_PERSON }])
  })

  describe('after a lost response', () => {
    async function answered() {
      const browser = openBrowser(server)
      const challenge = await browser.challenge()
      const account = newAccount()
      const proof = await prove(challenge, account)
      const post = (sent = proof, key: string | undefined = challenge.id) =>
        browser.post('/api/sessions', { proof: sent, keep: true }, { 'idempotency-key': key })
      const first = expectStarted(await post())
      const lost = browser.cookies.get('cs') ?? ''
      return { browser, challenge, account, proof, post, first, lost }
    }

    test('returns the same session with a new token for the same request', async () => {
      const { browser, post, first, lost } = await answered()
      const rows = await countRows(server)
      const again = expectStarted(await post())
      assert.deepEqual(again, { ...first, created: false })
      assert.notEqual(browser.cookies.get('cs'), lost)
      assert.deepEqual(await countRows(server), rows)
      assert.equal(expectSession(await browser.get('/api/session')).session.id, first.session.id)
    })

    test('rejects another key, another signature, another browser and a late retry', async () => {
      const { browser, challenge, account, proof, post } = await answered()
      expectProblem(await browser.post('/api/sessions', { proof, keep: true }), 'challenge_used')
      expectProblem(await post(proof, 'chl_01ARZ3NDEKTSV4RRFFQ69G5FAV'), 'challenge_used')
      const compact = await prove(challenge, account, 137)
      expectProblem(await post(compact), 'challenge_used')
      expectProblem(await post(await prove(challenge, newAccount())), 'challenge_used')
      expectProblem(await post({ ...proof, signature: `0x${'11'.repeat(65)}` }), 'challenge_used')
      const other = openBrowser(server)
      const stolen = await other.post('/api/sessions', { proof, keep: true }, { 'idempotency-key': challenge.id })
      expectProblem(stolen, 'challenge_other_browser')
      server.clock.now += REPEAT_WINDOW_MS
      expectStarted(await post())
      server.clock.now += 1
      expectProblem(await post(), 'challenge_used')
    })

    test('rejects a session that was signed out', async () => {
      const { browser, post } = await answered()
      await browser.delete('/api/session')
      expectProblem(await post(), 'challenge_used')
    })

    test('rejects a person who was suspended', async () => {
      const { post, first } = await answered()
      await changeRows(server, "UPDATE person SET status = 'suspended' WHERE id = ?", first.me.id)
      expectProblem(await post(), 'person_suspended')
    })
  })
})
