import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { BULK_PEOPLE_MAX, GROUPS_PER_PERSON } from '@countersign/contract/limits/app-limits.ts'
import { changePeople } from '@countersign/contract/schemas/admin/people.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { addRuleGroup, scriptRules } from '../../../../test/support/rule-groups.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { checkAccess } from '../../rules/membership.ts'
import { checkVerdicts } from '../../rules/verdicts/check-verdicts.ts'

const PATH = '/api/admin/people/bulk'
const UNKNOWN_PERSON = 'per_01AAAAAAAAAAAAAAAAAAAAAAAA'

forEachEngine('bulk actions on people', (engine) => {
  let server: TestServer
  let owner: TestPerson
  let admin: TestPerson
  let members: TestPerson[]
  let group: string
  beforeEach(async () => {
    server = await startServer(engine)
    owner = await addPerson(server, 'owner')
    admin = await addPerson(server, 'admin')
    members = [await addPerson(server), await addPerson(server)]
    for (const each of [owner, admin]) await grantStepUp(server, each, 'admin.mode')
    const created = await admin.browser.post('/api/admin/groups', { name: 'Staff', slug: 'staff' })
    group = (created.json as { id: string }).id // a good answer has one
  })
  afterEach(() => server.close())

  const idsOf = (people: TestPerson[]) => people.map(({ id }) => id)
  async function runBulk(body: object, by = admin) {
    const response = await by.browser.post(PATH, body)
    assert.equal(response.status, 200, response.text)
    return changePeople.answer.parse(response.json)
  }
  const statusOf = async ({ id }: TestPerson) =>
    (await readRows(server, 'SELECT status FROM person WHERE id = ?', id))[0]?.status

  test('applies the rules of the single action to each person and reports those skipped', async () => {
    const second = await addPerson(server, 'admin')
    const ids = [...idsOf(members), owner.id, second.id, admin.id, UNKNOWN_PERSON, members[0]?.id ?? '']
    const { done, failed } = await runBulk({ ids, suspend: { reason: 'Audit' } })
    assert.deepEqual(done, idsOf(members))
    assert.deepEqual(failed, [
      { id: owner.id, code: 'role_too_high' },
      { id: second.id, code: 'role_too_high' },
      { id: admin.id, code: 'own_role' },
      { id: UNKNOWN_PERSON, code: 'not_found' },
    ])
    for (const member of members) {
      assert.equal(await statusOf(member), 'suspended')
      assert.equal((await member.browser.get('/api/session')).status, 401)
    }
    assert.deepEqual([await statusOf(owner), await statusOf(second)], ['active', 'active'])
    const events = await readEvents(server, 'person.suspended')
    assert.deepEqual(
      events.map(({ person_id, actor_id, data }) => [person_id, actor_id, data.reason]),
      members.map(({ id }) => [id, admin.id, 'Audit']),
    )
    assert.equal((await readEvents(server, 'access.refused')).length, 3)
  })

  test('does not suspend the last owner', async () => {
    const other = await addPerson(server, 'owner')
    await grantStepUp(server, other, 'admin.mode')
    const ids = [owner.id]
    assert.deepEqual((await runBulk({ ids, suspend: {} }, other)).done, ids)
    assert.deepEqual((await runBulk({ ids: [other.id], suspend: {} }, other)).failed, [
      { id: other.id, code: 'own_role' },
    ])
  })

  test('adds people to a group and reports those with too many groups', async () => {
    const [full, free] = members
    assert.ok(full && free)
    const insert =
      'INSERT INTO people_group (id, name, slug, created_at, updated_at, version) VALUES (?, ?, ?, 1, 1, 1)'
    for (let count = 0; count < GROUPS_PER_PERSON; count++) {
      await changeRows(server, insert, `grp_${count}`, 'A group', `group-${count}`)
      await changeRows(server, 'INSERT INTO group_member VALUES (?, ?, 1)', `grp_${count}`, full.id)
    }
    const { done, failed } = await runBulk({ ids: [full.id, free.id, owner.id, UNKNOWN_PERSON], addToGroup: group })
    assert.deepEqual(done, [free.id, owner.id])
    assert.deepEqual(failed, [
      { id: full.id, code: 'group_limit' },
      { id: UNKNOWN_PERSON, code: 'not_found' },
    ])
    assert.deepEqual(await readRows(server, 'SELECT members FROM people_group WHERE id = ?', group), [{ members: 2 }])
    assert.deepEqual((await runBulk({ ids: [free.id], addToGroup: group })).done, [free.id])
    assert.equal((await readEvents(server, 'group.members')).length, 2)
  })

  test('adds people to a group with a rule, where they stay whatever the rule decides', async () => {
    const [person, other] = members
    assert.ok(person && other)
    const script = scriptRules(server)
    const ruled = await addRuleGroup(server)
    const outcomeOf = async ({ id }: TestPerson) =>
      (await checkAccess(server.context, { access: 'groups', groupIds: [ruled.id] }, id)).outcome
    assert.deepEqual([await outcomeOf(person), await outcomeOf(other)], ['no', 'no'])
    assert.deepEqual((await runBulk({ ids: [person.id], addToGroup: ruled.id })).done, [person.id])
    await checkVerdicts(server.context, { personIds: idsOf(members) })
    assert.deepEqual([await outcomeOf(person), await outcomeOf(other)], ['yes', 'no'])

    script.decide = () => 'yes'
    await checkVerdicts(server.context, { personIds: idsOf(members) })
    const path = `/api/admin/groups/${ruled.id}/members`
    const removed = await admin.browser.call({ method: 'PUT', path, body: { add: [], remove: [person.id] } })
    assert.deepEqual(removed.json, { members: 0 })
    assert.deepEqual([await outcomeOf(person), await outcomeOf(other)], ['yes', 'yes'])
  })

  test('requires one action, listed people and an existing group', async () => {
    const ids = idsOf(members)
    for (const body of [
      { ids },
      { ids, suspend: {}, addToGroup: group },
      { ids: [], suspend: {} },
      { ids: Array(BULK_PEOPLE_MAX + 1).fill(UNKNOWN_PERSON), suspend: {} },
      { ids, addToGroup: 'grp_01AAAAAAAAAAAAAAAAAAAAAAAA' },
      { ids, suspend: { reason: 'a\u{202e}b' } },
    ])
      expectProblem(await admin.browser.post(PATH, body), 'invalid_body')
    for (const member of members) assert.equal(await statusOf(member), 'active')
  })

  test('requires admin mode and rejects members and auditors', async () => {
    const body = { ids: idsOf(members), suspend: {} }
    await changeRows(server, 'UPDATE session SET admin_until = NULL')
    expectProblem(await admin.browser.post(PATH, body), 'step_up_required')
    for (const by of [await addPerson(server), await addPerson(server, 'auditor')])
      expectProblem(await by.browser.post(PATH, body), 'forbidden')
  })
})
