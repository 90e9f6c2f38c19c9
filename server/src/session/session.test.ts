import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  ROTATION_GRACE_MS,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  SESSION_NOT_KEPT_MS,
  TOUCH_INTERVAL_MS,
} from '@countersign/contract/limits.ts'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { changeRows, openRegistration, readRows } from '../../../test/support/database/rows.ts'
import { type Browser, newAccount, openBrowser, prove, signIn } from '../../../test/support/server/http-browser.ts'
import { expectProblem, expectSession, expectStarted, findSetCookie } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { purge } from '../operations/purge.ts'

const CLEARED = 'cs=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'

forEachEngine('session', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  async function signedIn(keep = true) {
    const browser = openBrowser(server)
    return { browser, ...expectStarted(await signIn(browser, newAccount(), keep)) }
  }

  /** Waits for the background write that a read starts. */
  async function settle(): Promise<void> {
    await server.context.background.settled()
  }

  const endOf = async (id: string) => (await readRows(server, 'SELECT end_reason FROM session WHERE id = ?', id))[0]

  describe('cookie', () => {
    test('is HttpOnly, and the database stores only its hash', async () => {
      const browser = openBrowser(server)
      const answer = await signIn(browser, newAccount())
      assert.match(findSetCookie(answer, 'cs'), /^cs=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/)
      const [row] = await readRows(
        server,
        'SELECT token_hash FROM session WHERE id = ?',
        expectStarted(answer).session.id,
      )
      const token = browser.cookies.get('cs') ?? ''
      const { createHash } = await import('node:crypto')
      assert.deepEqual(Buffer.from(row?.token_hash as Uint8Array), createHash('sha256').update(token).digest()) // a hash column
    })

    test('is a browser-session cookie without “keep me signed in”', async () => {
      const browser = openBrowser(server)
      const answer = await signIn(browser, newAccount(), false)
      assert.match(findSetCookie(answer, 'cs'), /^cs=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
      const { session } = expectStarted(answer)
      assert.equal(Date.parse(session.expiresAt) - server.clock.now, SESSION_NOT_KEPT_MS)
      assert.equal(session.idleExpiresAt, session.expiresAt)
    })

    test('has the __Host- prefix and Secure over https', async () => {
      const https = await startServer(engine, { environment: { PUBLIC_URL: 'https://id.example' } })
      await openRegistration(https)
      const browser = openBrowser(https)
      const challenge = await browser.post('/api/challenges', { purpose: 'sign_in' })
      assert.match(
        String(challenge.headers['set-cookie']),
        /^__Host-cs_pre=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=86400$/,
      )
      const answer = await signIn(browser, newAccount())
      assert.match(
        findSetCookie(answer, '__Host-cs'),
        /^__Host-cs=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/,
      )
      expectSession(await browser.get('/api/session'))
      const token = browser.cookies.get('__Host-cs') ?? ''
      browser.cookies.delete('__Host-cs')
      browser.cookies.set('cs', token)
      expectProblem(await browser.get('/api/session'), 'unauthenticated')
      await https.close()
    })
  })

  describe('ends', () => {
    test('after a week without use', async () => {
      const { browser, session } = await signedIn()
      server.clock.now += SESSION_IDLE_MS - 1
      expectSession(await browser.get('/api/session', { 'if-none-match': 'x' }))
      await settle()
      server.clock.now += SESSION_IDLE_MS - 1
      expectSession(await browser.get('/api/session'))
      await settle()
      server.clock.now += SESSION_IDLE_MS
      expectProblem(await browser.get('/api/session'), 'session_expired')
      await purge(server.context)
      assert.deepEqual(await endOf(session.id), { end_reason: null })
      server.clock.now += 1
      await purge(server.context)
      assert.deepEqual(await endOf(session.id), { end_reason: 'idle' })
    })

    test('after thirty days, however often it is used', async () => {
      const { browser, session } = await signedIn()
      const until = server.clock.now + SESSION_MAX_MS
      for (let day = 0; day < 30; day += 5) {
        assert.equal((await browser.post('/api/session/touch')).status, 204)
        server.clock.now += 5 * 86_400_000 - (day === 25 ? 1 : 0)
      }
      assert.equal(
        expectSession(await browser.get('/api/session')).session.idleExpiresAt,
        new Date(until).toISOString(),
      )
      server.clock.now = until
      const token = browser.cookies.get('cs') ?? ''
      expectProblem(await browser.get('/api/session'), 'session_expired')
      server.clock.now += 1
      await purge(server.context)
      assert.deepEqual(await endOf(session.id), { end_reason: 'expired' })
      browser.cookies.set('cs', token)
      expectProblem(await browser.get('/api/session'), 'session_expired')
    })

    test('after twelve hours without “keep me signed in”', async () => {
      const { browser } = await signedIn(false)
      server.clock.now += SESSION_NOT_KEPT_MS - 1
      assert.equal((await browser.post('/api/session/touch')).status, 204)
      server.clock.now += 1
      expectProblem(await browser.post('/api/session/touch'), 'session_expired')
    })

    test('when the person signs out, also twice', async () => {
      const { browser, session } = await signedIn()
      const token = browser.cookies.get('cs') ?? ''
      const out = await browser.delete('/api/session')
      assert.deepEqual([out.status, out.text, out.headers['set-cookie']], [204, '', [CLEARED]])
      assert.deepEqual(await endOf(session.id), { end_reason: 'signed_out' })
      assert.equal((await browser.delete('/api/session')).status, 204)
      browser.cookies.set('cs', token)
      expectProblem(await browser.get('/api/session'), 'unauthenticated')
      browser.cookies.set('cs', token)
      assert.equal((await browser.delete('/api/session')).status, 204)
    })

    test('at once when the person is suspended', async () => {
      const { browser, me } = await signedIn()
      await changeRows(server, "UPDATE person SET status = 'suspended' WHERE id = ?", me.id)
      expectProblem(await browser.get('/api/session'), 'session_revoked')
    })

    test('with a reason when the contract rejects it', async () => {
      const { browser, session } = await signedIn()
      const ended = "UPDATE session SET ended_at = 1, end_reason = 'wallet_changed' WHERE id = ?"
      await changeRows(server, ended, session.id)
      const { fields } = expectProblem(await browser.get('/api/session'), 'session_revoked')
      assert.deepEqual(fields, [{ path: '/session', code: 'wallet_changed' }])
    })

    test('in every browser that holds the token', async () => {
      const { browser } = await signedIn()
      const copy = openBrowser(server)
      copy.cookies.set('cs', browser.cookies.get('cs') ?? '')
      expectSession(await copy.get('/api/session'))
      await browser.delete('/api/session')
      expectProblem(await copy.get('/api/session'), 'unauthenticated')
    })
  })

  describe('in use', () => {
    test('is updated at most once a minute', async () => {
      const { browser, session } = await signedIn()
      const seen = async () => {
        expectSession(await browser.get('/api/session'))
        await settle()
        return Number(
          (await readRows(server, 'SELECT last_seen_at FROM session WHERE id = ?', session.id))[0]?.last_seen_at,
        )
      }
      const started = server.clock.now
      server.clock.now += TOUCH_INTERVAL_MS - 1
      assert.equal(await seen(), started)
      server.clock.now += 1
      assert.equal(await seen(), started + TOUCH_INTERVAL_MS)
      server.clock.now += 1
      assert.equal(await seen(), started + TOUCH_INTERVAL_MS)
    })

    test('is extended at once on request', async () => {
      const { browser, session } = await signedIn()
      server.clock.now += 1000
      const answer = await browser.post('/api/session/touch')
      assert.deepEqual([answer.status, answer.text], [204, ''])
      const state = expectSession(await browser.get('/api/session'))
      assert.equal(Date.parse(state.session.idleExpiresAt), Date.parse(session.idleExpiresAt) + 1000)
      assert.equal(state.session.expiresAt, session.expiresAt)
    })

    test('is not cached by the browser, nor is other private data', async () => {
      const { browser } = await signedIn()
      for (const path of ['/api/session', '/api/me', '/api/me/wallets', '/api/me/sessions', '/api/me/activity']) {
        const { status, headers } = await browser.get(path)
        assert.deepEqual(
          { path, status, cache: headers['cache-control'], etag: headers.etag },
          { path, status: 200, cache: 'no-store', etag: undefined },
        )
      }
    })
  })

  describe('missing', () => {
    const touched = (browser: Browser) => browser.post('/api/session/touch')

    test('returns 401 with WWW-Authenticate and clears nothing', async () => {
      const browser = openBrowser(server)
      for (const answer of [await browser.get('/api/session'), await touched(browser)]) {
        expectProblem(answer, 'unauthenticated')
        assert.equal(answer.headers['www-authenticate'], 'Countersign')
        assert.doesNotMatch(String(answer.headers['set-cookie']), /cs=/)
      }
      assert.equal((await browser.delete('/api/session')).status, 204)
    })

    test('clears its cookie', async () => {
      for (const token of ['A'.repeat(43), 'short', '', 'x'.repeat(4000), '"quoted"', '../../etc', 'A'.repeat(44)]) {
        const browser = openBrowser(server)
        browser.cookies.set('cs', token)
        const answer = await touched(browser)
        expectProblem(answer, 'unauthenticated')
        assert.deepEqual(answer.headers['set-cookie'], [CLEARED])
      }
    })
  })

  describe('with a replaced token', () => {
    async function rotated() {
      const browser = openBrowser(server)
      const challenge = await browser.challenge()
      const proof = await prove(challenge, newAccount())
      const post = () => browser.post('/api/sessions', { proof, keep: true }, { 'idempotency-key': challenge.id })
      const { session } = expectStarted(await post())
      const old = browser.cookies.get('cs') ?? ''
      expectStarted(await post())
      const late = openBrowser(server)
      late.cookies.set('cs', old)
      return { browser, late, session, old }
    }

    test('accepts the old token for thirty seconds', async () => {
      const { browser, late } = await rotated()
      server.clock.now += ROTATION_GRACE_MS
      expectSession(await late.get('/api/session'))
      expectSession(await browser.get('/api/session'))
    })

    test('ends when the old token is used later', async () => {
      const { browser, late, session, old } = await rotated()
      server.clock.now += ROTATION_GRACE_MS + 1
      const answer = await late.get('/api/session')
      expectProblem(answer, 'session_revoked')
      assert.deepEqual(await endOf(session.id), { end_reason: 'reuse_detected' })
      expectProblem(await browser.get('/api/session'), 'session_revoked')
      late.cookies.set('cs', old)
      expectProblem(await late.get('/api/session'), 'session_revoked')
    })
  })
})
