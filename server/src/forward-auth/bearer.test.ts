import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_HOST_TOKENS_PER_ADDRESS } from '@countersign/contract/limits/app-limits.ts'
import { forDefaultEngine } from '../../../test/support/database/engines.ts'
import { changeRows, readRows } from '../../../test/support/database/rows.ts'
import { addProtectedHost, addToken, openProtectedHost } from '../../../test/support/proxies/protected-host.ts'
import { addPerson } from '../../../test/support/server/people.ts'
import { expectProblem } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { readBearer } from './bearer.ts'
import { writeHostCookie } from './host-cookie.ts'

const DAY_MS = 86_400_000
const WRONG = `cs_host_${'A'.repeat(43)}`
let hosts = 0

test('readBearer returns host tokens and ignores every other Authorization', () => {
  for (const header of [`Bearer ${WRONG}`, `bearer ${WRONG}`, `BEARER   ${WRONG}`, `Bearer\t${WRONG}`])
    assert.equal(readBearer(header), WRONG)
  assert.equal(readBearer('Bearer cs_host_'), 'cs_host_')
  assert.equal(readBearer('Bearer cs_host_a b,c'), 'cs_host_a b,c')
  for (const header of [
    undefined,
    '',
    'Basic Y3NfaG9zdF8=',
    `Basic ${WRONG}`,
    'Bearer eyJh',
    `Bearer x${WRONG}`,
    `Bearer\u00a0${WRONG}`,
    `Bearer\n${WRONG}`,
    WRONG,
  ])
    assert.equal(readBearer(header), undefined, header)
})

forDefaultEngine('a program with a host token', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  async function createHost(more: Parameters<typeof addProtectedHost>[3] = {}, name = `programs${++hosts}.example`) {
    const record = await addProtectedHost(server, name, [], more)
    const site = openProtectedHost(server, name)
    const sendRequest = (token: string, headers: Record<string, string> = {}) =>
      site.request('/api', { authorization: `Bearer ${token}`, ...headers })
    return { record, site, sendRequest, name }
  }

  test('cannot be guessed from more than eight subnets of a /48', async () => {
    const { record, sendRequest } = await createHost()
    const token = await addToken(server, record.id, { name: 'ci' })
    const from = (subnet: number) => ({ 'x-forwarded-for': `2001:db8:7:${subnet.toString(16)}::1` })
    for (let count = 0; count < 8 * RATE_HOST_TOKENS_PER_ADDRESS.burst; count++)
      assert.equal((await sendRequest(WRONG, from(count))).status, 401)
    assert.equal((await sendRequest(token, from(9999))).status, 429)
    assert.equal((await sendRequest(token)).status, 200)
  })

  test('is identified as the token', async () => {
    const { record, sendRequest } = await createHost({
      headers: [
        { header: 'X-WEBAUTH-USER', value: 'id' },
        { header: 'X-Full-Name', value: 'name' },
      ],
    })
    const token = await addToken(server, record.id, { name: 'nightly.backup' })
    const response = await sendRequest(token)
    const { date: _, connection: __, 'keep-alive': ___, ...headers } = response.headers
    assert.equal(response.status, 200)
    assert.deepEqual(headers, {
      'remote-user': 'token:nightly.backup',
      'remote-name': '',
      'remote-groups': '',
      'x-countersign-subject': 'token:nightly.backup',
      'x-countersign-wallet': '',
      'x-webauth-user': 'token:nightly.backup',
      'x-full-name': '',
      'cache-control': 'no-store',
      'content-length': '0',
    })
  })

  test('is identified as the token even with the cookie of a person', async () => {
    const { record, sendRequest, name } = await createHost()
    const token = await addToken(server, record.id, { name: 'ci' })
    const { sessionId } = await addPerson(server)
    const cookie = String(writeHostCookie(server.context, name, sessionId).split(';')[0])
    assert.equal((await sendRequest(token, { cookie })).headers['remote-user'], 'token:ci')
    assert.equal((await sendRequest(WRONG, { cookie })).status, 401)
  })

  test('is rejected without a redirect when the token is wrong, malformed, expired or revoked', async () => {
    const { record, sendRequest, site } = await createHost()
    const token = await addToken(server, record.id, { name: 'ci', days: 1 })
    const expectRejected = async (header: string) => {
      const response = await sendRequest(header)
      const { location, 'set-cookie': cookie, 'www-authenticate': challenge } = response.headers
      assert.deepEqual([response.status, location, cookie], [401, undefined, undefined], header)
      assert.deepEqual([response.headers['retry-after'], response.text], [undefined, 'This token is not valid here.\n'])
      assert.equal(challenge, 'Bearer realm="Countersign", error="invalid_token"')
      assert.equal(response.headers['remote-user'], undefined)
    }
    for (const wrong of [WRONG, 'cs_host_', `${token}x`, token.slice(0, -1), `${token}, ${token}`, 'cs_host_%'])
      await expectRejected(wrong)
    const nginx = await site.requestViaNginx('/', { authorization: `Bearer ${WRONG}` })
    assert.deepEqual([nginx.status, nginx.headers.location], [401, undefined])
    assert.equal((await sendRequest(token)).status, 200)
    server.clock.now += DAY_MS
    await expectRejected(token)
    const lasting = await addToken(server, record.id, { name: 'ci' })
    assert.equal((await sendRequest(lasting)).status, 200)
    const admin = await addPerson(server, 'admin')
    const [row] = await readRows(server, "SELECT id FROM host_token WHERE host_id = ? AND name = 'ci'", record.id)
    const path = `/api/admin/hosts/${record.id}/tokens/${row?.id}`
    assert.equal((await admin.signed('DELETE', path)).status, 204)
    await expectRejected(lasting)
    assert.doesNotMatch(server.logLines.join(), /cs_host_/)
  })

  test('reaches the host of its token and no other', async () => {
    const [one, two] = [await createHost(), await createHost()]
    const token = await addToken(server, one.record.id, { name: 'ci' })
    assert.deepEqual([(await one.sendRequest(token)).status, (await two.sendRequest(token)).status], [200, 401])
    await changeRows(server, 'UPDATE protected_host SET enabled = 0 WHERE id = ?', one.record.id)
    assert.equal((await one.sendRequest(token)).status, 403)
  })

  test('reaches every host that the wildcard of its token covers, and none with settings of its own', async () => {
    const wildcard = await createHost({}, '*.programs.example')
    const token = await addToken(server, wildcard.record.id, { name: 'ci' })
    const own = await createHost({}, 'own.programs.example')
    const requestHost = (host: string) =>
      openProtectedHost(server, host).request('/', { authorization: `Bearer ${token}` })
    for (const host of ['a.programs.example', 'b.programs.example'])
      assert.equal((await requestHost(host)).status, 200, host)
    assert.equal((await requestHost('own.programs.example')).status, 401)
    assert.equal((await requestHost('a.b.programs.example')).status, 403)
    const exact = await addToken(server, own.record.id, { name: 'ci' })
    assert.equal((await own.sendRequest(exact)).status, 200)
    assert.equal(
      (await openProtectedHost(server, 'a.programs.example').request('/', { authorization: `Bearer ${exact}` })).status,
      401,
    )
  })

  test('passes regardless of groups, and is rejected with a wrong token even on public paths', async () => {
    const groups = { path: '/api', methods: [], access: 'everyone' as const, groupIds: [] }
    const { record, sendRequest } = await createHost({ rules: [groups, { ...groups, path: '/*', access: 'public' }] })
    const token = await addToken(server, record.id, { name: 'ci' })
    assert.equal((await sendRequest(token)).status, 200)
    assert.equal((await sendRequest(WRONG, { 'x-forwarded-uri': '/open' })).status, 401)
  })

  test('cannot use the reserved paths of a host', async () => {
    const { record, sendRequest } = await createHost()
    const token = await addToken(server, record.id, { name: 'ci' })
    assert.equal((await sendRequest(token, { 'x-forwarded-uri': '/.countersign/x' })).status, 404)
    assert.equal((await sendRequest(token, { 'x-forwarded-uri': '/x/../y' })).status, 400)
  })

  test('cannot use the API', async () => {
    const { record, site } = await createHost()
    const token = await addToken(server, record.id, { name: 'ci' })
    const admin = await addPerson(server, 'admin')
    admin.browser.cookies.clear()
    expectProblem(await admin.browser.get('/api/admin/hosts', { authorization: `Bearer ${token}` }), 'unauthenticated')
    assert.equal((await site.request('/', { authorization: `Basic ${token}`, accept: 'application/json' })).status, 401)
  })

  test('has its last use recorded at most once a minute', async () => {
    const { record, sendRequest } = await createHost()
    const token = await addToken(server, record.id, { name: 'ci' })
    const readLastUse = async () => {
      assert.equal((await sendRequest(token)).status, 200)
      await server.context.background.settled()
      return (await readRows(server, 'SELECT last_used_at FROM host_token WHERE host_id = ?', record.id))[0]
        ?.last_used_at
    }
    const first = server.clock.now
    assert.equal(await readLastUse(), first)
    server.clock.now += 60_000
    assert.equal(await readLastUse(), first)
    server.clock.now += 1
    assert.equal(await readLastUse(), server.clock.now)
  })

  test('is rate-limited by address after too many wrong tokens', async () => {
    const { record, sendRequest, site } = await createHost()
    const token = await addToken(server, record.id, { name: 'ci' })
    const from = { 'x-forwarded-for': '203.0.113.77' }
    for (let count = 0; count < RATE_HOST_TOKENS_PER_ADDRESS.burst; count++) {
      assert.equal((await sendRequest(token, from)).status, 200) // a good one costs nothing
      assert.equal((await sendRequest(WRONG, from)).status, 401)
    }
    const limited = await sendRequest(WRONG, from)
    assert.deepEqual([limited.status, limited.headers['retry-after']], [429, '60'])
    assert.equal(limited.text, 'Too many invalid tokens.\n')
    assert.equal((await sendRequest(token, from)).status, 429)
    const nginx = await site.requestViaNginx('/', { authorization: `Bearer ${token}`, ...from })
    assert.deepEqual([nginx.status, nginx.headers.location], [401, undefined])
    assert.equal((await sendRequest(token, { 'x-forwarded-for': '203.0.113.78' })).status, 200)
    server.clock.now += RATE_HOST_TOKENS_PER_ADDRESS.perMs
    assert.equal((await sendRequest(token, from)).status, 200)
  })
})
