import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  RATE_READS_PER_SESSION,
  RATE_RECORDED,
  RATE_WRITES_PER_SESSION,
  SESSION_IDLE_MS,
  STEP_UP_NOW_MS,
  TOUCH_INTERVAL_MS,
} from '@countersign/contract/limits.ts'
import { forDefaultEngine } from '../../../test/support/database/engines.ts'
import { changeRows, readRows } from '../../../test/support/database/rows.ts'
import { addPerson, grantStepUp, readEvents } from '../../../test/support/server/people.ts'
import { expectProblem, findSetCookie } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import type { Rate } from '../platform/rate-limiter.ts'

const PEOPLE = '/api/admin/people'
const SETTINGS = '/api/admin/settings'
const HOST = '/api/admin/hosts/hst_00000000000000000000000000'
const OTHER = 'per_00000000000000000000000000'

forDefaultEngine('authorizeRoute', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  const refusalsOf = async (personId: string) =>
    (await readEvents(server, 'access.refused')).filter((event) => event.person_id === personId)

  test('rejects a role without the permission and records the denial', async () => {
    const { browser, id, sessionId } = await addPerson(server)
    expectProblem(await browser.get(PEOPLE), 'forbidden')
    assert.deepEqual(await refusalsOf(id), [
      {
        kind: 'access.refused',
        outcome: 'refused',
        code: 'forbidden',
        actor: (await refusalsOf(id))[0]?.actor,
        actor_id: id,
        person_id: id,
        session_id: sessionId,
        data: { call: `GET ${PEOPLE}`, permission: 'people.read' },
      },
    ])
  })

  test('records a denial once a minute per session and route', async () => {
    const { browser, id } = await addPerson(server)
    const other = await addPerson(server)
    for (let count = 0; count < 3; count++) expectProblem(await browser.get(PEOPLE), 'forbidden')
    assert.equal((await refusalsOf(id)).length, 1)
    expectProblem(await browser.get(SETTINGS), 'forbidden')
    expectProblem(await other.browser.get(PEOPLE), 'forbidden')
    assert.deepEqual([(await refusalsOf(id)).length, (await refusalsOf(other.id)).length], [2, 1])
    server.clock.now += RATE_RECORDED.perMs
    expectProblem(await browser.get(PEOPLE), 'forbidden')
    assert.equal((await refusalsOf(id)).length, 3)
  })

  test('admits a role with the permission', async () => {
    const { browser, id } = await addPerson(server, 'auditor')
    assert.equal((await browser.get(PEOPLE)).status, 200)
    assert.deepEqual(await refusalsOf(id), [])
  })

  test('limits reads and writes separately per session', async () => {
    const { browser, sessionId } = await addPerson(server)
    const { rates } = server.context
    const taken: [string, Rate][] = []
    server.context.rates = { ...rates, take: (key, rate) => void taken.push([key, rate]) }
    await browser.get('/api/me/sessions')
    await browser.delete('/api/me/recovery-codes')
    server.context.rates = rates
    assert.deepEqual(
      taken.filter(([key]) => key.includes(sessionId)),
      [
        [`read:${sessionId}`, RATE_READS_PER_SESSION],
        [`write:${sessionId}`, RATE_WRITES_PER_SESSION],
      ],
    )
  })

  test('extends the session on each request', async () => {
    const { browser, sessionId } = await addPerson(server)
    server.clock.now += TOUCH_INTERVAL_MS
    assert.equal((await browser.get('/api/me/sessions')).status, 200)
    await server.context.background.settled()
    const [row] = await readRows(server, 'SELECT last_seen_at FROM session WHERE id = ?', sessionId)
    assert.equal(row?.last_seen_at, server.clock.now)
  })

  test('clears the cookie of an ended session, except on the event stream', async () => {
    const { browser } = await addPerson(server)
    server.clock.now += SESSION_IDLE_MS
    const stream = await browser.get('/api/events')
    expectProblem(stream, 'session_expired')
    assert.equal(findSetCookie(stream, 'cs'), '')
    const call = await browser.get('/api/me/sessions')
    expectProblem(call, 'session_expired')
    assert.match(findSetCookie(call, 'cs'), /^cs=;/)
  })

  test('requires a signature from the last minute for this action and target', async () => {
    const owner = await addPerson(server, 'owner')
    const path = `${PEOPLE}/${OTHER}`
    const deletePerson = () => owner.change('DELETE', path, undefined)
    const stepUp = { action: 'people.delete', target: OTHER }
    assert.deepEqual(expectProblem(await deletePerson(), 'step_up_required').stepUp, stepUp)
    for (const action of ['people.delete', `people.recover:${OTHER}`, 'people.delete:per_1']) {
      await grantStepUp(server, owner, action)
      expectProblem(await deletePerson(), 'step_up_required')
    }
    await grantStepUp(server, owner, `people.delete:${OTHER}`)
    server.clock.now += STEP_UP_NOW_MS
    expectProblem(await deletePerson(), 'not_found')
    server.clock.now += 1
    assert.deepEqual(expectProblem(await deletePerson(), 'step_up_required').stepUp, stepUp)
  })

  test('records a request without a step-up, and nothing when the step-up is present', async () => {
    const owner = await addPerson(server, 'owner')
    const call = 'DELETE /api/admin/people/:id'
    const action = `people.delete:${OTHER}`
    const deletePerson = () => owner.change('DELETE', `${PEOPLE}/${OTHER}`, undefined)
    const readRecordedEvents = async () =>
      (await refusalsOf(owner.id)).map(({ code, session_id, data }) => ({ code, session_id, data }))
    expectProblem(await deletePerson(), 'step_up_required')
    const first = { code: 'step_up_required', session_id: owner.sessionId, data: { call, action } }
    assert.deepEqual(await readRecordedEvents(), [first])
    await grantStepUp(server, owner, action)
    expectProblem(await deletePerson(), 'not_found')
    assert.deepEqual(await readRecordedEvents(), [first])
    const set = "UPDATE wallet SET linked_via = 'recovery', linked_at = ? WHERE person_id = ?"
    await changeRows(server, set, server.clock.now, owner.id)
    expectProblem(await deletePerson(), 'wallet_too_new')
    assert.deepEqual(await readRecordedEvents(), [first, { ...first, code: 'wallet_too_new' }])
    expectProblem(await owner.browser.post('/api/admin/groups', { name: 'Staff', slug: 'staff' }), 'step_up_required')
    const mode = { call: 'POST /api/admin/groups', action: 'admin.mode' }
    assert.deepEqual((await readRecordedEvents()).at(-1), { ...first, data: mode })
  })

  test('names the action without a target when the route has none', async () => {
    const owner = await addPerson(server, 'owner')
    const rotateKeys = () => owner.browser.post('/api/admin/keys/rotate', { alg: 'ES256', distrust: false })
    assert.deepEqual(expectProblem(await rotateKeys(), 'step_up_required').stepUp, { action: 'keys.rotate' })
  })

  test('requires a strong entity tag with the version being changed', async () => {
    const admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
    const changeWithTag = (tag: string | undefined) =>
      admin.browser.call({ method: 'PATCH', path: HOST, body: { enabled: false }, headers: { 'if-match': tag } })
    for (const tag of [undefined, '', '*', '1', '"1', '1"', 'x"1"', '"1"x', '"a"', 'W/"1"', `"${'1'.repeat(16)}"`])
      expectProblem(await changeWithTag(tag), 'precondition_required')
    for (const tag of ['"1"', '"12"', `"${'1'.repeat(15)}"`]) expectProblem(await changeWithTag(tag), 'not_found')
  })

  test('passes the expected version to the handler', async () => {
    const admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
    const created = await admin.browser.post('/api/admin/hosts', {
      host: 'wiki.example',
      name: 'Wiki',
      access: 'everyone',
    })
    const { id } = created.json as { id: string } // a good answer is one
    const renameHost = (version: number) => admin.change('PATCH', `/api/admin/hosts/${id}`, { name: 'Docs' }, version)
    expectProblem(await renameHost(2), 'version_conflict')
    assert.equal((await renameHost(1)).status, 200)
  })
})
