import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listAppPeople } from '@countersign/contract/schemas/admin/app.ts'
import { getPerson } from '@countersign/contract/schemas/admin/people.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { fetchUserinfo, getTokens } from '../../../../test/support/oidc/app-sign-in.ts'
import { type RelyingParty, registerApp } from '../../../../test/support/oidc/relying-party.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { insertGroup } from '../../accounts/group/group.store.ts'
import { insertMember } from '../../accounts/group/member.store.ts'

forEachEngine('people of an app', (engine) => {
  let server: TestServer
  let auditor: TestPerson
  before(async () => {
    server = await startServer(engine)
    auditor = await addPerson(server, 'auditor')
  })
  after(() => server.close())

  async function listPage({ app }: RelyingParty, query = '') {
    const response = await auditor.browser.get(`/api/admin/apps/${app.id}/people${query}`)
    assert.equal(response.status, 200, response.text)
    return listAppPeople.answer.parse(response.json)
  }
  const grantOf = async ({ id }: TestPerson) =>
    String((await readRows(server, 'SELECT id FROM app_grant WHERE person_id = ?', id))[0]?.id)
  const detailsOf = async ({ id }: TestPerson) =>
    getPerson.answer.parse((await auditor.browser.get(`/api/admin/people/${id}`)).json)

  test('lists people page by page with their grants, most recent first', async () => {
    const party = await registerApp(server)
    const other = await registerApp(server)
    const people: TestPerson[] = []
    for (let count = 0; count < 3; count++) {
      server.clock.now += 1000
      const person = await addPerson(server)
      await getTokens(person.browser, party, { scope: 'openid wallet' })
      people.unshift(person)
    }
    await getTokens((await addPerson(server)).browser, other)
    const { items, nextCursor } = await listPage(party)
    const ids = people.map(({ id }) => id)
    assert.deepEqual([items.map(({ person }) => person.id), nextCursor], [ids, null])
    const [newest] = items
    const at = new Date(server.clock.now).toISOString()
    assert.deepEqual(
      { ...newest, person: newest?.person.address },
      {
        grantId: newest?.grantId,
        person: people[0]?.account.address,
        scopes: ['openid', 'wallet'],
        grantedAt: at,
        lastUsedAt: at,
      },
    )
    const first = await listPage(party, '?limit=2')
    const second = await listPage(party, `?limit=2&cursor=${first.nextCursor}`)
    assert.deepEqual(
      [...first.items, ...second.items].map(({ person }) => person.id),
      ids,
    )
    assert.equal(second.nextCursor, null)
    expectProblem(await auditor.browser.get(`/api/admin/apps/${party.app.id}/people?cursor=x`), 'invalid_body')
    expectProblem(await auditor.browser.get('/api/admin/apps/app_01AAAAAAAAAAAAAAAAAAAAAAAA/people'), 'not_found')
  })

  test('shows a person with their apps and groups', async () => {
    const person = await addPerson(server)
    const party = await registerApp(server)
    assert.deepEqual([(await detailsOf(person)).grants, (await detailsOf(person)).groups], [[], []])
    await getTokens(person.browser, party)
    const group = { id: 'grp_01AAAAAAAAAAAAAAAAAAAAAAAA', name: 'Crew', slug: 'crew' }
    await insertGroup(server.context.store, { ...group, members: 0, ruleMembers: null, createdAt: 0, version: 1 })
    await insertMember(server.context.store, { groupId: group.id, personId: person.id, now: 0 })
    const own = (await person.browser.get('/api/me/apps')).json as { items: unknown[] } // compared at once
    const { grants, groups } = await detailsOf(person)
    assert.deepEqual([grants, groups], [own.items, [{ ...group, added: true, byRule: false }]])
  })

  test('lets an admin disconnect a person with a signature', async () => {
    const [admin, person] = [await addPerson(server, 'admin'), await addPerson(server)]
    const party = await registerApp(server)
    const tokens = await getTokens(person.browser, party)
    const path = `/api/admin/people/${person.id}/grants/${await grantOf(person)}`
    expectProblem(await admin.browser.delete(path), 'step_up_required')
    await grantStepUp(server, admin, 'admin.mode')
    assert.equal((await admin.browser.delete(path)).status, 204)
    assert.equal((await fetchUserinfo(person.browser, tokens.access_token)).status, 401)
    assert.deepEqual((await listPage(party)).items, [])
    assert.deepEqual(await readRows(server, 'SELECT people FROM app WHERE id = ?', party.app.id), [{ people: 0 }])
    const [event] = (await readEvents(server, 'grant.ended')).filter(({ person_id }) => person_id === person.id)
    assert.deepEqual([event?.actor_id, event?.data], [admin.id, { app: party.app.name, appId: party.app.id }])
    expectProblem(await admin.browser.delete(path), 'not_found')
  })

  test('rejects admins without authority over the person, and an unknown person', async () => {
    const [admin, owner, person] = [
      await addPerson(server, 'admin'),
      await addPerson(server, 'owner'),
      await addPerson(server),
    ]
    await grantStepUp(server, admin, 'admin.mode')
    const party = await registerApp(server)
    await getTokens(owner.browser, party)
    const grant = await grantOf(owner)
    expectProblem(await admin.browser.delete(`/api/admin/people/${owner.id}/grants/${grant}`), 'role_too_high')
    expectProblem(await admin.browser.delete(`/api/admin/people/${person.id}/grants/${grant}`), 'not_found')
    assert.equal((await listPage(party)).items.length, 1)
    const [refused] = (await readEvents(server, 'access.refused')).filter(({ actor_id }) => actor_id === admin.id)
    assert.deepEqual(refused?.data, {
      call: 'DELETE /api/admin/people/:id/grants/:grantId',
      target: owner.id,
    })
    await changeRows(server, 'DELETE FROM app_grant WHERE id = ?', grant)
  })
})
