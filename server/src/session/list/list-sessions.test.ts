import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RECOVERED_WALLET_DELAY_MS } from '@countersign/contract/limits.ts'
import type { Role } from '@countersign/contract/permission.ts'
import type { AdminSession, SessionItem, StartedSession } from '@countersign/contract/routes/session.ts'
import { listAllSessions, listSessions } from '@countersign/contract/schemas/session.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { type Browser, newAccount, openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { addPersonWithCodes } from '../../../../test/support/server/recovery.ts'
import { expectProblem, expectSession, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { requestRecovery, stepUp } from '../../../../test/support/server/wallets.ts'

forEachEngine('sessions', (engine) => {
  let server: TestServer
  let far: TestServer
  before(async () => {
    const databaseUrl = await engine.createDatabase()
    server = await startServer(engine, { databaseUrl })
    far = await startServer(engine, { databaseUrl })
  })
  after(() => Promise.all([server.close(), far.close()]))

  async function signInPerson(account = newAccount(), address?: string) {
    server.clock.now += 1000
    far.clock.now = server.clock.now
    const browser = openBrowser(server, { address })
    const started = expectStarted(await signIn(browser, account))
    return { browser, account, started, id: started.session.id, personId: started.me.id }
  }

  async function arriveAs(role: Role) {
    const one = await signInPerson()
    await changeRows(server, 'UPDATE person SET role = ? WHERE id = ?', role, one.personId)
    return one
  }

  async function ownList(browser: Browser): Promise<SessionItem[]> {
    const answer = await browser.get('/api/me/sessions')
    assert.equal(answer.status, 200, answer.text)
    return listSessions.answer.parse(answer.json).items
  }

  const events = (personId: string) =>
    readRows(
      server,
      `SELECT kind, actor_id, session_id, data FROM activity WHERE person_id = ? AND kind IN ('session.ended', 'sign_out') ORDER BY id`,
      personId,
    )

  const itemOf = ({ session }: StartedSession, current: boolean, maskedIp: string): SessionItem => ({
    id: session.id,
    current,
    wallet: {
      id: session.wallet.id,
      account: session.wallet.account,
      address: session.wallet.address,
      label: null,
      name: null,
      ens: null,
    },
    device: 'Unknown browser',
    phone: false,
    maskedIp,
    createdAt: session.createdAt,
    lastSeenAt: session.lastSeenAt,
    expiresAt: session.idleExpiresAt,
  })

  test('lists the most recent first, marks the current one and masks IP addresses', async () => {
    const first = await signInPerson(newAccount(), '203.0.113.77')
    const second = await signInPerson(first.account, '2001:db8:7:1::9')
    await signInPerson()
    assert.deepEqual(await ownList(first.browser), [
      itemOf(second.started, false, '2001:db8:7::x'),
      itemOf(first.started, true, '203.0.113.x'),
    ])
  })

  test('does not list expired sessions before they are purged', async () => {
    const first = await signInPerson()
    const second = await signInPerson(first.account)
    await changeRows(server, 'UPDATE session SET idle_expires_at = ? WHERE id = ?', server.clock.now, second.id)
    assert.deepEqual(
      (await ownList(first.browser)).map(({ id }) => id),
      [first.id],
    )
  })

  test('ends one session from another, on every node at once, and records it', async () => {
    const { browser, account, personId, id } = await signInPerson()
    const other = await signInPerson(account)
    const elsewhere = openBrowser(far)
    for (const [name, value] of other.browser.cookies) elsewhere.cookies.set(name, value)
    expectSession(await elsewhere.get('/api/session'))

    assert.equal((await browser.delete(`/api/me/sessions/${other.id}`)).status, 204)
    expectProblem(await elsewhere.get('/api/session'), 'session_revoked')
    expectProblem(await other.browser.get('/api/me/sessions'), 'session_revoked')
    assert.deepEqual(
      (await ownList(browser)).map((item) => item.id),
      [id],
    )
    assert.equal((await browser.delete(`/api/me/sessions/${other.id}`)).status, 204)
    assert.deepEqual(await events(personId), [
      { kind: 'session.ended', actor_id: personId, session_id: other.id, data: '{"reason":"revoked_self"}' },
    ])
  })

  test('ends the current session like a sign-out', async () => {
    const { browser, personId, id } = await signInPerson()
    assert.equal((await browser.delete(`/api/me/sessions/${id}`)).status, 204)
    expectProblem(await browser.get('/api/session'), 'unauthenticated')
    assert.deepEqual(await events(personId), [{ kind: 'sign_out', actor_id: personId, session_id: id, data: '{}' }])
  })

  test('records a sign-out once', async () => {
    const { browser, personId, id } = await signInPerson()
    assert.equal((await browser.delete('/api/session')).status, 204)
    assert.equal((await browser.delete('/api/session')).status, 204)
    assert.deepEqual(await events(personId), [{ kind: 'sign_out', actor_id: personId, session_id: id, data: '{}' }])
  })

  test('returns not found for a session of another person', async () => {
    const { browser } = await signInPerson()
    const otherPerson = await signInPerson()
    expectProblem(await browser.delete(`/api/me/sessions/${otherPerson.id}`), 'not_found')
    expectProblem(await browser.delete('/api/me/sessions/nonsense'), 'not_found')
    expectSession(await otherPerson.browser.get('/api/session'))
  })

  test('ends all other sessions of the person and no others', async () => {
    const { browser, account, personId, id } = await signInPerson()
    const others = [await signInPerson(account), await signInPerson(account)]
    const otherPerson = await signInPerson()
    const answer = await browser.delete('/api/me/sessions')
    assert.deepEqual([answer.status, answer.json], [200, { ended: 2 }])
    for (const other of others) expectProblem(await other.browser.get('/api/session'), 'session_revoked')
    expectSession(await browser.get('/api/session'))
    expectSession(await otherPerson.browser.get('/api/session'))
    assert.deepEqual((await browser.delete('/api/me/sessions')).json, { ended: 0 })
    assert.deepEqual(await events(personId), [
      { kind: 'session.ended', actor_id: personId, session_id: id, data: '{"reason":"revoked_self","others":2}' },
    ])
  })

  test('keeps sessions of other wallets from a wallet that is not trusted yet', async () => {
    const { account, code } = await addPersonWithCodes(server)
    const thief = openBrowser(server)
    const recovered = newAccount()
    const { session } = expectStarted(await requestRecovery(thief, { code }, recovered))
    const { browser, id } = await signInPerson(account)
    const until = new Date(Date.parse(session.createdAt) + RECOVERED_WALLET_DELAY_MS).toISOString()
    for (const path of ['/api/me/sessions', `/api/me/sessions/${id}`])
      assert.equal(expectProblem(await thief.delete(path), 'wallet_too_new').until, until)
    assert.deepEqual((await browser.delete('/api/me/sessions')).json, { ended: 1 })

    const again = await signInPerson(recovered)
    const twin = await signInPerson(recovered)
    assert.equal((await again.browser.delete(`/api/me/sessions/${twin.id}`)).status, 204)
    assert.equal((await browser.delete(`/api/me/sessions/${again.id}`)).status, 204)
    const [first] = [await signInPerson(recovered), await signInPerson(recovered)]
    assert.equal((await browser.delete('/api/session')).status, 204)
    assert.deepEqual((await first.browser.delete('/api/me/sessions')).json, { ended: 1 })
  })

  async function adminPage(browser: Browser, query: string) {
    const answer = await browser.get(`/api/admin/sessions${query}`)
    assert.equal(answer.status, 200, answer.text)
    return listAllSessions.answer.parse(answer.json)
  }

  test('lets auditors page through all sessions, newest first, and end none', async () => {
    const auditor = await arriveAs('auditor')
    const listed = new Map<string, AdminSession>()
    const order: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await adminPage(auditor.browser, `?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)
      assert.ok(page.items.length > 0 && page.items.length <= 3)
      for (const item of page.items) listed.set(item.id, item)
      order.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    const live = await readRows(
      server,
      'SELECT id FROM session WHERE ended_at IS NULL AND idle_expires_at > ?',
      server.clock.now,
    )
    assert.deepEqual(order.toSorted().reverse(), order)
    assert.deepEqual(order.toSorted(), live.map((row) => String(row.id)).toSorted())
    assert.deepEqual(listed.get(auditor.id), {
      ...itemOf(auditor.started, true, listed.get(auditor.id)?.maskedIp ?? ''),
      person: {
        id: auditor.personId,
        displayName: null,
        address: auditor.account.address,
        ens: null,
        role: 'auditor',
      },
    })
    expectProblem(await auditor.browser.delete(`/api/admin/sessions/${auditor.id}`), 'forbidden')
  })

  test('filters by person and rejects an invalid cursor by name', async () => {
    const auditor = await arriveAs('auditor')
    const member = await signInPerson()
    const second = await signInPerson(member.account)
    const { items, nextCursor } = await adminPage(auditor.browser, `?person=${member.personId}`)
    assert.deepEqual([items.map(({ id }) => id), nextCursor], [[second.id, member.id], null])
    const refused = expectProblem(await auditor.browser.get('/api/admin/sessions?cursor=x'), 'invalid_body')
    assert.deepEqual(refused.fields, [{ path: '/cursor', code: 'unknown_cursor' }])
  })

  test('does not let members list sessions of others', async () => {
    const { browser } = await signInPerson()
    expectProblem(await browser.get('/api/admin/sessions'), 'forbidden')
  })

  test('lets an admin end any session after a fresh signature, recorded for both people', async () => {
    const admin = await arriveAs('admin')
    const { browser, id, personId } = await signInPerson()
    expectProblem(await admin.browser.delete(`/api/admin/sessions/${id}`), 'step_up_required')
    expectSession(await browser.get('/api/session'))
    await stepUp(admin.browser, admin.account, 'admin.mode')
    assert.equal((await admin.browser.delete(`/api/admin/sessions/${id}`)).status, 204)
    expectProblem(await browser.get('/api/session'), 'session_revoked')
    assert.deepEqual(await events(personId), [
      { kind: 'session.ended', actor_id: admin.personId, session_id: id, data: '{"reason":"revoked_admin"}' },
    ])
    expectProblem(await admin.browser.delete('/api/admin/sessions/ses_00000000000000000000000000'), 'not_found')
  })

  test('rejects ending the session of a person with a higher role and records the attempt', async () => {
    const admin = await arriveAs('admin')
    const owner = await arriveAs('owner')
    await stepUp(admin.browser, admin.account, 'admin.mode')
    expectProblem(await admin.browser.delete(`/api/admin/sessions/${owner.id}`), 'role_too_high')
    expectSession(await owner.browser.get('/api/session'))
    await server.context.background.settled()
    const refused = await readRows(
      server,
      `SELECT code, data FROM activity WHERE kind = 'access.refused' AND actor_id = ?`,
      admin.personId,
    )
    assert.deepEqual(refused, [
      { code: 'role_too_high', data: `{"call":"DELETE /api/admin/sessions/:id","target":"${owner.id}"}` },
    ])
  })
})
