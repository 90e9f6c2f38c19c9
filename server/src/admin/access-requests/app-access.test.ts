import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { RATE_REQUESTS_PER_PERSON, REQUEST_REPEAT_MS } from '@countersign/contract/limits/access-request-limits.ts'
import { GROUPS_PER_PERSON } from '@countersign/contract/limits/app-limits.ts'
import type { AccessRequest } from '@countersign/contract/routes/access-request.ts'
import type { App } from '@countersign/contract/routes/admin/app.ts'
import type { Notice } from '@countersign/contract/routes/notice.ts'
import { accessRuleFor } from '../../../../test/support/access-rule.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { registerApp } from '../../../../test/support/oidc/relying-party.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { purgeDeletedPeople } from '../../accounts/person/purge-person.ts'

const ADMIN = '/api/admin/access-requests'
const OWN = '/api/me/access-requests'
const HOST = 'wiki.example'

forEachEngine('access requests for apps and protected hosts', (engine) => {
  let server: TestServer
  let admin: TestPerson
  let member: TestPerson
  let app: App
  let staff: string
  let guests: string
  let hostId: string
  beforeEach(async () => {
    server = await startServer(engine)
    admin = await addPerson(server, 'admin')
    member = await addPerson(server)
    await grantStepUp(server, admin, 'admin.mode')
    staff = await idOf('/api/admin/groups', { name: 'Staff', slug: 'staff' })
    guests = await idOf('/api/admin/groups', { name: 'Guests', slug: 'guests' })
    app = (await registerApp(server, { groupIds: [staff, guests] })).app
    hostId = await idOf('/api/admin/hosts', { host: HOST, name: 'Wiki', ...accessRuleFor([staff]) })
  })
  afterEach(() => server.close())

  const refused = { outcome: 'no', requirements: [{ hasRule: false, outcome: 'no', text: null, details: null }] }
  const idOf = async (path: string, body: object) => ((await admin.browser.post(path, body)).json as { id: string }).id // a good answer has one
  const requestAccess = (by: TestPerson = member, more: object = {}) =>
    by.browser.post(OWN, { clientId: app.clientId, ...more })
  const readAccess = async (query: string, by = member) => (await by.browser.get(`/api/me/access?${query}`)).json
  const listRequests = async () => (await admin.browser.get(ADMIN)).json as { items: AccessRequest[]; open: number } // compared next
  const acceptRequest = async (groupId?: string) => {
    const [request] = (await listRequests()).items
    return admin.browser.post(`${ADMIN}/${request?.id}/accept`, { groupId })
  }
  const groupsOf = async (id: string) =>
    (await readRows(server, 'SELECT group_id FROM group_member WHERE person_id = ?', id)).map((row) => row.group_id)

  test('creates a request in the session, lists it with the allowed groups and shows it to the person', async () => {
    assert.equal((await requestAccess(member, { message: 'Please' })).status, 201)
    const createdAt = new Date(server.clock.now).toISOString()
    const { items, open } = await listRequests()
    assert.equal(open, 1)
    assert.deepEqual(items, [
      {
        id: items[0]?.id,
        person: { id: member.id, displayName: null },
        address: member.account.address,
        chainId: null,
        ens: null,
        for: { kind: 'app', id: app.id, name: app.name },
        groups: [
          { id: staff, name: 'Staff' },
          { id: guests, name: 'Guests' },
        ],
        message: 'Please',
        createdAt,
      },
    ])
    const request = { status: 'open', createdAt, until: null }
    assert.deepEqual(await readAccess(`clientId=${app.clientId}`), {
      name: app.name,
      url: null,
      ...refused,
      request,
    })
    const other = await addPerson(server)
    assert.deepEqual(await readAccess(`clientId=${app.clientId}`, other), {
      ...{ name: app.name, url: null, ...refused, request: null },
    })
    const [event] = await readEvents(server, 'request.created')
    assert.deepEqual(
      [event?.actor_id, event?.person_id, event?.data],
      [member.id, member.id, { requestId: items[0]?.id, appId: app.id }],
    )
  })

  test('creates one request per app or host under concurrent requests', async () => {
    const responses = await Promise.all([requestAccess(), requestAccess(), requestAccess()])
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409, 409])
    expectProblem(await requestAccess(), 'request_open')
    assert.equal((await member.browser.post(OWN, { host: HOST })).status, 201)
    assert.equal((await listRequests()).open, 2)
  })

  test('adds the person to the group the admin chose, and rejects a group that is not allowed', async () => {
    await requestAccess()
    const outside = await idOf('/api/admin/groups', { name: 'Board', slug: 'board' })
    expectProblem(await acceptRequest(outside), 'invalid_body')
    expectProblem(await acceptRequest(), 'invalid_body')
    assert.deepEqual(await groupsOf(member.id), [])
    assert.equal((await acceptRequest(guests)).status, 204)
    assert.deepEqual(await groupsOf(member.id), [guests])
    assert.deepEqual(await readRows(server, 'SELECT members FROM people_group WHERE id = ?', guests), [{ members: 1 }])
    assert.equal((await listRequests()).open, 0)
    assert.deepEqual(await readAccess(`clientId=${app.clientId}`), {
      ...{ name: app.name, url: null, outcome: 'yes', requirements: [], request: null },
    })
    expectProblem(await requestAccess(), 'request_not_needed')
    const [accepted] = await readEvents(server, 'request.accepted')
    assert.deepEqual([accepted?.actor_id, accepted?.person_id, accepted?.data.groupId], [admin.id, member.id, guests])
    assert.equal((await readEvents(server, 'group.members')).length, 1)
  })

  const answersOf = async (person: TestPerson) => {
    const { items } = (await person.browser.get('/api/me/notices')).json as { items: Notice[] } // compared next
    return items.map(({ kind, subject, until }) => ({ kind, subject, until })).filter(({ subject }) => subject !== null)
  }

  test('tells the person alone how the request was decided', async () => {
    await requestAccess()
    assert.equal((await acceptRequest(staff)).status, 204)
    const granted = { kind: 'access_granted', subject: app.name, until: null }
    assert.deepEqual(await answersOf(member), [granted])
    const other = await addPerson(server)
    await other.browser.post(OWN, { host: HOST })
    const [request] = (await listRequests()).items
    assert.equal((await admin.browser.post(`${ADMIN}/${request?.id}/decline`)).status, 204)
    expectProblem(await admin.browser.post(`${ADMIN}/${request?.id}/decline`), 'request_closed')
    const until = new Date(server.clock.now + REQUEST_REPEAT_MS).toISOString()
    assert.deepEqual(await answersOf(other), [{ kind: 'access_declined', subject: 'Wiki', until }])
    assert.deepEqual([await answersOf(member), await answersOf(admin)], [[granted], []])
  })

  test('accepts a protected host by name', async () => {
    assert.equal((await member.browser.post(OWN, { host: HOST })).status, 201)
    assert.equal((await acceptRequest(staff)).status, 204)
    assert.deepEqual(await readAccess(`host=${HOST}`), {
      ...{ name: 'Wiki', url: `https://${HOST}`, outcome: 'yes', requirements: [], request: null },
    })
  })

  test('approves without a group when the app is open to everyone', async () => {
    await requestAccess()
    await changeRows(server, "UPDATE app SET access = 'everyone', group_ids = '[]' WHERE id = ?", app.id)
    assert.equal((await acceptRequest()).status, 204)
    assert.deepEqual(await groupsOf(member.id), [])
  })

  test('keeps the request open when the person has the maximum number of groups', async () => {
    await requestAccess()
    const insert =
      'INSERT INTO people_group (id, name, slug, created_at, updated_at, version) VALUES (?, ?, ?, 1, 1, 1)'
    for (let count = 0; count < GROUPS_PER_PERSON; count++) {
      await changeRows(server, insert, `grp_${count}`, 'A group', `group-${count}`)
      await changeRows(server, 'INSERT INTO group_member VALUES (?, ?, 1)', `grp_${count}`, member.id)
    }
    expectProblem(await acceptRequest(staff), 'group_limit')
    assert.equal((await listRequests()).open, 1)
  })

  test('requires exactly one target that exists and is active', async () => {
    expectProblem(await member.browser.post(OWN, {}), 'invalid_body')
    expectProblem(await requestAccess(member, { host: HOST }), 'invalid_body')
    expectProblem(await requestAccess(member, { clientId: 'nobody' }), 'not_found')
    expectProblem(await member.browser.post(OWN, { host: 'other.example' }), 'not_found')
    expectProblem(await member.browser.get('/api/me/access'), 'invalid_body')
    expectProblem(await member.browser.get('/api/me/access?host=other.example'), 'not_found')
    await changeRows(server, "UPDATE app SET status = 'disabled' WHERE id = ?", app.id)
    expectProblem(await requestAccess(), 'not_found')
    await changeRows(server, 'UPDATE protected_host SET enabled = 0 WHERE id = ?', hostId)
    expectProblem(await member.browser.post(OWN, { host: HOST }), 'not_found')
  })

  test('is rate-limited per person', async () => {
    server.context.rates.take = keepingOf(server)
    for (let count = 0; count < RATE_REQUESTS_PER_PERSON.burst; count++) {
      assert.equal((await requestAccess()).status, 201)
      await changeRows(server, 'DELETE FROM access_request')
    }
    expectProblem(await requestAccess(), 'rate_limited')
  })

  test('deletes requests with their app, host or person', async () => {
    await requestAccess()
    await member.browser.post(OWN, { host: HOST })
    await requestAccess(await addPerson(server))
    const remainingSubjects = async () =>
      (await readRows(server, 'SELECT subject FROM access_request')).map((row) => row.subject)
    await grantStepUp(server, admin, 'admin.mode')
    await admin.change('DELETE', `/api/admin/hosts/${hostId}`, undefined)
    assert.equal((await remainingSubjects()).length, 2)
    await changeRows(server, "UPDATE person SET status = 'deleting', delete_after = 1 WHERE id = ?", member.id)
    await purgeDeletedPeople(server.context)
    assert.equal((await remainingSubjects()).length, 1)
    assert.equal((await admin.signed('DELETE', `/api/admin/apps/${app.id}`)).status, 204)
    assert.deepEqual(await remainingSubjects(), [])
  })
})

/** Only what is counted for the person: the address has a limit of its own, which is as high. */
function keepingOf({ context }: TestServer): TestServer['context']['rates']['take'] {
  const { take } = context.rates
  return (key, rate) => (key.startsWith('access-request:') ? undefined : take(key, rate))
}
