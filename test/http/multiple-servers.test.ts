import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { migrations } from '../../server/src/platform/store/migrations.ts'
import { accessRuleFor } from '../support/access-rule.ts'
import { forEachEngine } from '../support/database/each-engine.ts'
import { openProtectedHost, redirectPathOf } from '../support/proxies/protected-host.ts'
import { type Browser, newAccount, openBrowser, prove, signIn } from '../support/server/http-browser.ts'
import { expectProblem, expectSession, expectStarted } from '../support/server/responses.ts'
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts'
import { stepUp } from '../support/server/wallets.ts'
import { until } from '../support/until.ts'

/** Reads one number directly from the database. */
async function queryCount(databaseUrl: string, sql: string): Promise<number> {
  if (databaseUrl.startsWith('file:')) {
    const database = new DatabaseSync(databaseUrl.slice('file:'.length), { timeout: 5000 })
    const row = database.prepare(sql).get()
    database.close()
    return Number(row?.n)
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return Number(rows[0]?.n)
}

/** What a site answers once it does not let somebody in any more: word of it is on its way from another server. */
async function nextStatus(site: ReturnType<typeof openProtectedHost>): Promise<number> {
  const readStatus = async () => (await site.request('/')).status
  return until(readStatus, (status) => status !== 200, 'the site is shut')
}

forEachEngine('several server processes on one database', (engine) => {
  let databaseUrl: string
  let servers: ServerProcess[]
  const countRows = (table: string) => queryCount(databaseUrl, `SELECT count(*) AS n FROM ${table}`)

  before(async () => {
    databaseUrl = await engine.createDatabase()
    servers = await Promise.all([1, 2, 3].map(() => startServerProcess({ databaseUrl })))
  })
  after(() => Promise.all(servers.map((server) => server.stop())))

  /** The same browser at another server. */
  function openAt(browser: Browser, index: number): Browser {
    const server = servers[index % 2]
    assert.ok(server)
    const other = openBrowser(server)
    for (const [name, value] of browser.cookies) other.cookies.set(name, value)
    return other
  }

  function openFirst(): Browser {
    assert.ok(servers[0])
    return openBrowser(servers[0])
  }

  test('start together on an empty database and migrate it once', async () => {
    assert.equal(await countRows('migration'), migrations.length)
  })

  test('start one session for a hundred concurrent answers to one challenge', async () => {
    const known = await countRows('session')
    const browser = openFirst()
    const proof = await prove(await browser.challenge(), newAccount())
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => openAt(browser, index).post('/api/sessions', { proof, keep: true })),
    )
    const won = responses.filter(({ status }) => status === 201)
    assert.equal(won.length, 1)
    for (const response of responses) if (!won.includes(response)) expectProblem(response, 'challenge_used')
    assert.equal(await countRows('session'), known + 1)
  })

  test('start one session for a hundred wallets answering one challenge', async () => {
    const known = await countRows('session')
    const browser = openFirst()
    const challenge = await browser.challenge()
    const proofs = await Promise.all(Array.from({ length: 100 }, () => prove(challenge, newAccount())))
    const responses = await Promise.all(
      proofs.map((proof, index) => openAt(browser, index).post('/api/sessions', { proof, keep: true })),
    )
    assert.equal(responses.filter(({ status }) => status === 201).length, 1)
    assert.equal(responses.filter(({ status }) => status === 409).length, 99)
    assert.equal(await countRows('session'), known + 1)
    assert.equal(await countRows('person'), await countRows('wallet'))
  })

  test('return the same session for every retry of one request', async () => {
    const known = await countRows('session')
    const browser = openFirst()
    const challenge = await browser.challenge()
    const proof = await prove(challenge, newAccount())
    const key = { 'idempotency-key': challenge.id }
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        openAt(browser, index).post('/api/sessions', { proof, keep: true }, key),
      ),
    )
    assert.equal(new Set(responses.map((response) => expectStarted(response).session.id)).size, 1)
    assert.equal(await countRows('session'), known + 1)
  })

  test('create one person for a new wallet that signs in on both concurrently', async () => {
    const known = await countRows('person')
    const account = newAccount()
    const browsers = Array.from({ length: 8 }, (_, index) => openAt(openFirst(), index))
    const responses = await Promise.all(browsers.map((browser) => signIn(browser, account)))
    assert.equal(new Set(responses.map((response) => expectStarted(response).me.id)).size, 1)
    assert.equal(await countRows('person'), known + 1)
  })

  test('close a protected host after a sign-out on another node', async () => {
    const columns = 'id, host, name, enabled, access, group_ids, created_at, updated_at, version'
    const host = "('hst_1', 'a.example', 'A site', 1, 'everyone', '[]', 1, 1, 1)"
    assert.equal(
      await queryCount(databaseUrl, `INSERT INTO protected_host (${columns}) VALUES ${host} RETURNING 1 AS n`),
      1,
    )
    const [one, two] = servers
    assert.ok(one && two)
    const browser = openFirst()
    expectStarted(await signIn(browser, newAccount()))
    const site = openProtectedHost(one, 'a.example')
    const start = redirectPathOf(await site.request('/'), 'http://localhost:3000')
    await site.request(redirectPathOf(await browser.get(start), 'https://a.example'))
    const other = openProtectedHost(two, 'a.example')
    for (const [name, value] of site.cookies) other.cookies.set(name, value)
    assert.deepEqual([(await site.request('/')).status, (await other.request('/')).status], [200, 200])
    await browser.delete('/api/session')
    assert.equal((await site.request('/')).status, 302)
    assert.equal(await nextStatus(other), 302)
  })

  test('deny a person who was removed from a group on another node', async () => {
    const [one, two] = servers
    assert.ok(one && two)
    const [owner, account] = [openFirst(), newAccount()]
    const { me } = expectStarted(await signIn(owner, account))
    const promotion = `UPDATE person SET role = 'admin' WHERE id = '${me.id}' RETURNING 1 AS n`
    assert.equal(await queryCount(databaseUrl, promotion), 1)
    expectStarted(await signIn(owner, account))
    const person = openFirst()
    const { me: member } = expectStarted(await signIn(person, newAccount()))
    await stepUp(owner, account, 'admin.mode')
    const created = await owner.post('/api/admin/groups', { name: 'Staff', slug: 'staff' })
    const { id } = created.json as { id: string } // used at once
    const changeMembers = (body: { add: string[]; remove: string[] }) =>
      owner.call({ method: 'PUT', path: `/api/admin/groups/${id}/members`, body })
    assert.deepEqual((await changeMembers({ add: [member.id], remove: [] })).json, { members: 1 })
    await stepUp(owner, account, 'admin.mode')
    const host = { host: 'b.example', name: 'B site', ...accessRuleFor([id]) }
    assert.equal((await owner.post('/api/admin/hosts', host)).status, 201)

    const [site, other] = [openProtectedHost(one, 'b.example'), openProtectedHost(two, 'b.example')]
    await site.request(
      redirectPathOf(
        await person.get(redirectPathOf(await site.request('/'), 'http://localhost:3000')),
        'https://b.example',
      ),
    )
    for (const [name, value] of site.cookies) other.cookies.set(name, value)
    const inside = [await site.request('/'), await other.request('/')]
    assert.deepEqual(
      inside.map(({ status, headers }) => [status, headers['remote-groups']]),
      Array.from({ length: 2 }, () => [200, 'staff']),
    )
    await stepUp(owner, account, 'admin.mode')
    assert.deepEqual((await changeMembers({ add: [], remove: [member.id] })).json, { members: 0 })
    assert.equal((await site.request('/')).status, 403)
    assert.equal(await nextStatus(other), 403)
  })

  test('share sessions, and an end on one applies to all', async () => {
    const browser = openFirst()
    expectStarted(await signIn(browser, newAccount()))
    const other = openAt(browser, 1)
    expectSession(await other.get('/api/session'))
    assert.equal((await browser.delete('/api/session')).status, 204)
    const cookies = [...other.cookies]
    const response = await until(
      () => other.get('/api/session'),
      ({ status }) => status !== 200,
      'the end is known',
    )
    expectProblem(response, 'unauthenticated')
    for (const [name, value] of cookies) other.cookies.set(name, value)
    expectProblem(await other.get('/api/session'), 'unauthenticated')
  })
})
