import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, before, test } from 'node:test'
import {
  CONTRACT_CHECK_EVERY_MS,
  RATE_RECORDED,
  RETURN_TO_MAX,
  TOUCH_INTERVAL_MS,
} from '@countersign/contract/limits.ts'
import type { Group } from '@countersign/contract/routes/admin/group.ts'
import {
  createScriptedChains,
  NO,
  newContractAddress,
  proveAsContract,
  YES,
} from '../../../test/support/chain/scripted-chains.ts'
import { forDefaultEngine } from '../../../test/support/database/engines.ts'
import { changeRows, readRows } from '../../../test/support/database/rows.ts'
import { addProtectedHost, CHECK_PATH } from '../../../test/support/proxies/protected-host.ts'
import { openBrowser } from '../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents } from '../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { Exchange } from '../platform/http/exchange.ts'
import { serveCheck } from './check.ts'
import { writeHostCookie } from './host-cookie.ts'

const START = 'http://localhost:3000/forward-auth/start?'
const PAGE = { 'x-forwarded-method': 'GET', 'x-forwarded-proto': 'https', accept: 'text/html' }
const SIGN_IN_REQUIRED = 'Sign-in required.\n'

type Headers = Record<string, string | string[]>
type Sent = { status?: number; headers: Headers; text?: string }

let hosts = 0

/** Names and values in turn. */
function fromList(list: string[]): Headers {
  const headers: Headers = {}
  for (let at = 0; at < list.length; at += 2) headers[list[at] ?? ''] = list[at + 1] ?? ''
  return headers
}

forDefaultEngine('serveCheck', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  /** Without a socket, so that a missing response fails at once. */
  async function sendCheck(headers: Headers, remoteAddress = '127.0.0.1', url = CHECK_PATH): Promise<Sent> {
    const sent: Sent = { headers: {} }
    const response = {
      writeHead(status: number, sentHeaders: Headers | string[]) {
        Object.assign(sent, { status, headers: Array.isArray(sentHeaders) ? fromList(sentHeaders) : sentHeaders })
        return response
      },
      end: (text = '') => void Object.assign(sent, { text }),
    }
    const request = { url, headers, socket: { remoteAddress } } as unknown as IncomingMessage // what is read of one
    await serveCheck(server.context, new Exchange(server.context, request, response as unknown as ServerResponse))
    assert.notEqual(sent.text, undefined, 'no answer')
    return sent
  }

  async function createHost(groupIds: string[] = []) {
    const host = `check${++hosts}.example`
    const record = await addProtectedHost(server, host, groupIds)
    const proxied = { ...PAGE, 'x-forwarded-host': host, 'x-forwarded-uri': '/page?x' }
    const cookieOf = (sessionId: string) => String(writeHostCookie(server.context, host, sessionId).split(';')[0])
    return { host, record, proxied, cookieOf }
  }

  const startOf = ({ headers }: Sent) => {
    const location = String(headers.Location)
    assert.ok(location.startsWith(START), location)
    return new URLSearchParams(location.slice(START.length))
  }

  test('rejects untrusted peers without a reason, and logs one warning a minute', async () => {
    const { proxied } = await createHost()
    const readWarnings = () =>
      server.logLines.filter((line) => line.includes('TRUSTED_PROXIES') && line.includes('192.0.2.7'))
    for (let count = 0; count < 2; count++) {
      const { status, text, headers } = await sendCheck(proxied, '192.0.2.7')
      assert.deepEqual([status, text, headers.Location, headers['Set-Cookie']], [403, '', undefined, undefined])
    }
    assert.equal(readWarnings().length, 1)
    assert.match(readWarnings()[0] ?? '', /forward-auth request from a peer that is not in TRUSTED_PROXIES/)
    server.clock.now += RATE_RECORDED.perMs
    await sendCheck(proxied, '192.0.2.7')
    assert.equal(readWarnings().length, 2)
  })

  test('rejects malformed requests, and unknown or disabled hosts', async () => {
    const { proxied, record } = await createHost()
    const { status, text } = await sendCheck({ ...proxied, 'x-forwarded-uri': '/../x' })
    assert.deepEqual([status, text], [400, 'The forwarded headers are missing or ambiguous.\n'])
    const unknown = [403, 'This host is not configured or is disabled.\n']
    const other = await sendCheck({ ...proxied, 'x-forwarded-host': 'other.example' })
    assert.deepEqual([other.status, other.text], unknown)
    await changeRows(server, 'UPDATE protected_host SET enabled = 0 WHERE id = ?', record.id)
    const off = await sendCheck(proxied)
    assert.deepEqual([off.status, off.text], unknown)
  })

  test('is not found for strangers, who cannot tell which hosts exist', async () => {
    const { proxied } = await createHost()
    const warnings = () => server.logLines.filter((line) => line.includes('192.0.2.8')).length
    const forged = [proxied, { ...proxied, 'x-forwarded-host': 'other.example' }, {}]
    for (const headers of forged)
      await assert.rejects(sendCheck(headers, '192.0.2.8', '/forward-auth/check-guess'), { code: 'not_found' })
    assert.equal(warnings(), 0)
  })

  test('serves reserved paths and no similar ones', async () => {
    const { proxied } = await createHost()
    assert.equal((await sendCheck({ ...proxied, 'x-forwarded-uri': '/.countersign/x' })).text, 'Not found.\n')
    assert.equal((await sendCheck({ ...proxied, 'x-forwarded-uri': '/x/.countersign/' })).status, 302)
  })

  test('redirects a page to the sign-in and sets a state cookie', async () => {
    const { proxied, host } = await createHost()
    const sent = await sendCheck(proxied)
    assert.deepEqual([sent.status, sent.text, sent.headers['WWW-Authenticate']], [302, '', undefined])
    const { state, ...params } = Object.fromEntries(startOf(sent))
    assert.deepEqual(params, { host, to: '/page?x' })
    assert.match(state ?? '', /^[\w-]{43}$/)
    const cookie = String(sent.headers['Set-Cookie'])
    assert.match(cookie, /^__Host-cs_fwd_state=/)
    const again = await sendCheck({ ...proxied, cookie: String(cookie.split(';')[0]) })
    assert.equal(startOf(again).get('state'), state)
  })

  test('answers nginx with a 401 and a Location', async () => {
    const { host } = await createHost()
    const proxied = { 'x-original-method': 'HEAD', 'x-original-url': `https://${host}/page`, accept: 'text/html,*/*' }
    const sent = await sendCheck(proxied)
    assert.deepEqual([sent.status, sent.text, sent.headers['WWW-Authenticate']], [401, '', 'Countersign'])
    assert.equal(startOf(sent).get('to'), '/page')
    assert.ok(sent.headers['Set-Cookie'])
  })

  test('answers requests other than page loads with a 401', async () => {
    const { proxied } = await createHost()
    const { accept: _, ...withoutAccept } = proxied
    for (const headers of [
      withoutAccept,
      { ...proxied, accept: 'application/json' },
      { ...proxied, 'x-forwarded-method': 'POST' },
    ]) {
      const sent = await sendCheck(headers)
      assert.deepEqual(
        [sent.status, sent.text, sent.headers['WWW-Authenticate']],
        [401, SIGN_IN_REQUIRED, 'Countersign'],
      )
      assert.deepEqual([sent.headers.Location, sent.headers['Set-Cookie']], [undefined, undefined])
    }
    assert.equal((await sendCheck({ ...proxied, 'x-forwarded-method': 'HEAD' })).status, 302)
  })

  test('returns to the root when the requested page cannot be returned to', async () => {
    const { proxied, host } = await createHost()
    const toOf = async (target: string) => startOf(await sendCheck({ ...proxied, 'x-forwarded-uri': target })).get('to')
    assert.equal((await sendCheck({ ...proxied, 'x-forwarded-uri': '//evil.example' })).status, 400)
    const state = 's'.repeat(43)
    const room = RETURN_TO_MAX - `/forward-auth/start?${new URLSearchParams({ host, to: '/', state })}`.length
    const longest = `/${'a'.repeat(room)}`
    assert.equal(await toOf(longest), longest)
    assert.equal(await toOf(`${longest}a`), '/')
  })

  test('passes a signed-in person with identity headers', async () => {
    const { proxied, cookieOf } = await createHost()
    const { id, sessionId } = await addPerson(server)
    const cookie = cookieOf(sessionId)
    const sent = await sendCheck({ ...proxied, cookie })
    assert.deepEqual([sent.status, sent.text, sent.headers['Remote-User']], [200, '', id])
    assert.equal((await sendCheck({ ...proxied, cookie: `${cookie}x` })).status, 302)
    await changeRows(server, "UPDATE person SET status = 'suspended' WHERE id = ?", id)
    assert.equal((await sendCheck({ ...proxied, cookie })).status, 302)
  })

  test("extends the session, and notes the visitor's IP", async () => {
    const { proxied, cookieOf } = await createHost()
    const { sessionId } = await addPerson(server)
    server.clock.now += TOUCH_INTERVAL_MS
    const headers = { ...proxied, cookie: cookieOf(sessionId), 'x-forwarded-for': '203.0.113.77' }
    assert.equal((await sendCheck(headers)).status, 200)
    await server.context.background.settled()
    const rows = await readRows(server, 'SELECT last_seen_at, ip_last FROM session WHERE id = ?', sessionId)
    assert.deepEqual(rows, [{ last_seen_at: server.clock.now, ip_last: '203.0.113.77' }])
  })

  test('revalidates a contract wallet when it is due', async () => {
    const { proxied, cookieOf } = await createHost()
    const chains = createScriptedChains(10)
    server.context.chains = chains
    const address = newContractAddress()
    chains.contracts.set(`10:${address}`, () => YES)
    const browser = openBrowser(server)
    const proof = await proveAsContract(await browser.challenge(), { address, signature: `0x${'5a'.repeat(130)}` })
    const started = (await browser.post('/api/sessions', { proof, keep: true })).json
    const { session } = started as { session: { id: string } } // a good answer is one
    server.clock.now += CONTRACT_CHECK_EVERY_MS
    const before = chains.calls.length
    assert.equal((await sendCheck({ ...proxied, cookie: cookieOf(session.id) })).status, 200)
    assert.ok(chains.calls.length > before)
    server.clock.now += CONTRACT_CHECK_EVERY_MS
    chains.up = false
    await assert.rejects(sendCheck({ ...proxied, cookie: cookieOf(session.id) }), { code: 'rpc_unavailable' })
    chains.up = true
    chains.contracts.set(`10:${address}`, () => NO)
    assert.equal((await sendCheck({ ...proxied, cookie: cookieOf(session.id) })).status, 302)
  })

  test('rejects people in none of its groups, and records it once a minute', async () => {
    const admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
    const created = await admin.browser.post('/api/admin/groups', { name: 'Team', slug: 'team' })
    const group = created.json as Group // a good answer is one
    const { proxied, cookieOf, host, record } = await createHost([group.id])
    const { id, sessionId } = await addPerson(server)
    const expectRefused = async () => {
      const { status, text } = await sendCheck({ ...proxied, cookie: cookieOf(sessionId), accept: '*/*' })
      assert.deepEqual([status, text], [403, 'You are signed in, but you do not have access to this site.\n'])
    }
    await expectRefused()
    await expectRefused()
    const page = await sendCheck({ ...proxied, cookie: cookieOf(sessionId) })
    assert.deepEqual([page.status, page.headers['Content-Type']], [403, 'text/html; charset=utf-8'])
    assert.ok(page.text?.includes(`http://localhost:3000/access?host=${host}`), page.text)
    const [event, ...more] = await readEvents(server, 'forward_auth.refused')
    const { actor: _, ...recorded } = event ?? assert.fail()
    const identity = { actor_id: id, person_id: id, session_id: sessionId }
    const refusal = { kind: 'forward_auth.refused', outcome: 'refused', code: 'access_denied' }
    assert.deepEqual([recorded, more], [{ ...refusal, ...identity, data: { hostId: record.id, host } }, []])
    server.clock.now += RATE_RECORDED.perMs
    await expectRefused()
    const other = await createHost([group.id])
    await sendCheck({ ...other.proxied, cookie: other.cookieOf(sessionId) })
    assert.equal((await readEvents(server, 'forward_auth.refused')).length, 3)
  })
})
