import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { Invite } from '@countersign/contract/routes/admin/invite.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { conditionOf, ruleOf } from '../../../../test/support/rule-fixtures.ts'
import { readVerdict } from '../../../../test/support/rule-groups.ts'
import { newAccount, openBrowser, prove } from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { currentMembership } from '../../rules/membership.ts'
import { checkVerdicts } from '../../rules/verdicts/check-verdicts.ts'

const PATH = '/api/admin/invites'

forEachEngine('invitations with groups', (engine) => {
  let server: TestServer
  let admin: TestPerson
  let staff: string
  let guests: string
  beforeEach(async () => {
    server = await startServer(engine)
    admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
    staff = await addGroup('staff')
    guests = await addGroup('guests')
  })
  afterEach(() => server.close())

  const addGroup = async (slug: string) =>
    ((await admin.browser.post('/api/admin/groups', { name: slug, slug })).json as { id: string }).id // a good answer has one
  const postInvite = (groupIds: string[], more: object = {}) =>
    admin.browser.post(PATH, { role: 'member', maxUses: 2, expiresInMs: 3_600_000, groupIds, ...more })
  async function createInvite(groupIds: string[]): Promise<{ invite: Invite; token: string }> {
    const response = await postInvite(groupIds)
    assert.equal(response.status, 201, response.text)
    const { invite: created, url } = response.json as { invite: Invite; url: string } // a good answer has both
    return { invite: created, token: url.split('/').at(-1) ?? '' }
  }
  async function acceptInvite(token: string, account = newAccount()) {
    const browser = openBrowser(server)
    const proof = await prove(await browser.challenge(), account)
    return expectStarted(await browser.post('/api/sessions', { proof, keep: true, invite: token }))
  }
  const groupsOf = async (id: string) =>
    (await readRows(server, 'SELECT group_id FROM group_member WHERE person_id = ? ORDER BY group_id', id)).map(
      (row) => row.group_id,
    )

  test('adds everyone who signs up to the groups and records it', async () => {
    const { invite: created, token } = await createInvite([staff, guests, staff])
    assert.deepEqual(created.groups, [
      { id: staff, name: 'staff' },
      { id: guests, name: 'guests' },
    ])
    const people = [await acceptInvite(token), await acceptInvite(token)]
    for (const { me } of people) assert.deepEqual(await groupsOf(me.id), [staff, guests].sort())
    const members = await readRows(server, 'SELECT members FROM people_group ORDER BY slug')
    assert.deepEqual(members, [{ members: 2 }, { members: 2 }])
    const joined = (await readEvents(server, 'group.members')).map(({ actor_id, person_id, session_id }) => ({
      ...{ actor_id, person_id, session_id },
    }))
    const expected = people.map(({ me: { id }, session }) => ({ actor_id: id, person_id: id, session_id: session.id }))
    assert.deepEqual(
      joined,
      expected.flatMap((event) => [event, event]),
    )
  })

  test('adds people to a group whose rule they do not meet', async () => {
    const rule = JSON.stringify(ruleOf(conditionOf.role('owner')))
    await changeRows(server, 'UPDATE people_group SET rule = ?, rule_version = 1 WHERE id = ?', rule, staff)
    const { token } = await createInvite([staff])
    const { me } = await acceptInvite(token)
    assert.deepEqual((await currentMembership(server.context, me.id)).ids, [staff])
    await checkVerdicts(server.context, { personIds: [me.id] })
    assert.equal((await readVerdict(server, staff, me.id))?.outcome, 'no')
    assert.deepEqual((await currentMembership(server.context, me.id)).ids, [staff])
  })

  test('accepts only groups that exist', async () => {
    const { fields } = expectProblem(await postInvite([staff, 'grp_01AAAAAAAAAAAAAAAAAAAAAAAA']), 'invalid_body')
    assert.deepEqual(fields, [{ path: '/groupIds/1', code: 'unknown_group' }])
    assert.deepEqual(await readRows(server, 'SELECT id FROM invite'), [])
  })

  test('drops a deleted group and stays valid', async () => {
    const { token } = await createInvite([staff, guests])
    assert.equal((await admin.change('DELETE', `/api/admin/groups/${staff}`, undefined)).status, 204)
    const { items } = (await admin.browser.get(PATH)).json as { items: Invite[] } // compared next
    assert.deepEqual(items[0]?.groups, [{ id: guests, name: 'guests' }])
    assert.deepEqual(await groupsOf((await acceptInvite(token)).me.id), [guests])
  })

  test('changes nothing for a person who already has an account', async () => {
    const { token } = await createInvite([staff])
    const member = await addPerson(server)
    const { created } = await acceptInvite(token, member.account)
    assert.deepEqual([created, await groupsOf(member.id)], [false, []])
  })
})
