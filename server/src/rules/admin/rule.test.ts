import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { PREVIEW_NAMED_MAX, VERDICT_YES_FRESH_MS } from '@countersign/contract/limits/rule-limits.ts'
import type { GroupRule } from '@countersign/contract/routes/admin/rule.ts'
import type { Condition, Rule } from '@countersign/contract/rule/rule.ts'
import { getGroupRule } from '@countersign/contract/schemas/admin/rule.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { conditionOf, ruleOf } from '../../../../test/support/rule-fixtures.ts'
import { type ScriptedRules, scriptRules } from '../../../../test/support/rule-groups.ts'
import { actAs } from '../../../../test/support/server/acting.ts'
import type { HttpResponse } from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { newId } from '../../platform/crypto/id.ts'
import { saveRule } from './save-rule.ts'

const GROUPS = '/api/admin/groups'
const ADMINS = ruleOf(conditionOf.role('admin'))
const OWNERS = ruleOf(conditionOf.role('owner'))

forEachEngine('rules of groups', (engine, testOnce) => {
  let server: TestServer
  let admin: TestPerson
  let group: { id: string }
  let script: ScriptedRules
  beforeEach(async () => {
    server = await startServer(engine)
    admin = await addPerson(server, 'admin')
    script = scriptRules(server)
    group = await createGroup('holders')
  })
  afterEach(() => server.close())

  const createGroup = async (slug: string) => {
    const id = newId(server.context, 'grp')
    const sql = 'INSERT INTO people_group (id, name, slug, created_at, updated_at, version) VALUES (?, ?, ?, 1, 1, 1)'
    await changeRows(server, sql, id, slug, slug)
    return { id }
  }
  const pathOf = ({ id }: { id: string }) => `${GROUPS}/${id}/rule`
  const save = (rule: Rule | null, version = 1, { id } = group) =>
    admin.signed('PUT', pathOf({ id }), { rule }, version)
  const expectRule = (response: HttpResponse): GroupRule => {
    assert.equal(response.status, 200, response.text)
    return getGroupRule.answer.parse(response.json)
  }
  const read = async (reader = admin) => expectRule(await reader.browser.get(pathOf(group)))
  const fieldsOf = (response: HttpResponse) => expectProblem(response, 'invalid_body').fields
  const changes = async () => (await readEvents(server, 'rule.changed')).map(({ data }) => data.change)

  test('saves, changes and removes a rule, and records each change', async () => {
    assert.deepEqual(await read(), { rule: null, version: 1, lists: [], members: 0 })
    assert.deepEqual(expectRule(await save(ADMINS)), { rule: ADMINS, version: 2, lists: [], members: 0 })
    assert.deepEqual(await read(), { rule: ADMINS, version: 2, lists: [], members: 0 })
    await save(OWNERS, 2)
    expectRule(await save(null, 3))
    assert.deepEqual(await read(), { rule: null, version: 4, lists: [], members: 0 })
    assert.deepEqual(await changes(), ['added', 'changed', 'removed'])
    const [event] = await readEvents(server, 'rule.changed')
    assert.deepEqual(
      { actor: event?.actor_id, data: event?.data },
      { actor: admin.id, data: { groupId: group.id, slug: 'holders', change: 'added' } },
    )
    const [row] = await readRows(server, 'SELECT rule_version FROM people_group WHERE id = ?', group.id)
    assert.equal(row?.rule_version, 3)
  })

  test('changes nothing when the same rule is saved again', async () => {
    await save(ADMINS)
    assert.equal(expectRule(await save(ADMINS, 2)).version, 2)
    assert.deepEqual(await changes(), ['added'])
  })

  test('saves nothing for an administrator whose session ended while chains were read', async () => {
    const lockedTransaction = () => Promise.reject(new AppError('session_revoked'))
    const change = { groupId: group.id, rule: ADMINS }
    const by = { ...actAs(server.context, { actorId: admin.id }), version: 1, lockedTransaction }
    await assert.rejects(saveRule(server.context, by, change), {
      code: 'session_revoked',
    })
    assert.equal((await read()).rule, null)
  })

  test('refuses a change of an earlier version, and of a group that does not exist', async () => {
    await save(ADMINS)
    expectProblem(await save(OWNERS, 1), 'version_conflict')
    expectProblem(await save(OWNERS, 1, { id: newId(server.context, 'grp') }), 'not_found')
    expectProblem(await admin.browser.get(pathOf({ id: newId(server.context, 'grp') })), 'not_found')
    assert.deepEqual((await read()).rule, ADMINS)
  })

  test('lets one of two administrators save at once', async () => {
    const other = await addPerson(server, 'admin')
    for (const person of [admin, other]) await grantStepUp(server, person, `groups.rule:${group.id}`)
    const responses = await Promise.all([
      admin.change('PUT', pathOf(group), { rule: ADMINS }),
      other.change('PUT', pathOf(group), { rule: OWNERS }),
    ])
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 412])
    assert.deepEqual(await changes(), ['added'])
  })

  test('needs a signature for this group, once', async () => {
    const other = await createGroup('others')
    expectProblem(await admin.change('PUT', pathOf(group), { rule: ADMINS }), 'step_up_required')
    await grantStepUp(server, admin, `groups.rule:${other.id}`)
    const problem = expectProblem(await admin.change('PUT', pathOf(group), { rule: ADMINS }), 'step_up_required')
    assert.deepEqual(problem.stepUp, { action: 'groups.rule', target: group.id })
    await grantStepUp(server, admin, `groups.rule:${group.id}`)
    expectRule(await admin.change('PUT', pathOf(group), { rule: ADMINS }))
    expectProblem(await admin.change('PUT', pathOf(group), { rule: OWNERS }, 2), 'step_up_required')
    assert.deepEqual((await read()).rule, ADMINS)
  })

  test('keeps the signature of a refused change', async () => {
    await grantStepUp(server, admin, `groups.rule:${group.id}`)
    fieldsOf(await admin.change('PUT', pathOf(group), { rule: ruleOf({ kind: 'all', conditions: [] }) }))
    expectRule(await admin.change('PUT', pathOf(group), { rule: ADMINS }))
  })

  test('lets auditors read and members do nothing', async () => {
    await save(ADMINS)
    const auditor = await addPerson(server, 'auditor')
    assert.deepEqual((await read(auditor)).rule, ADMINS)
    expectProblem(await auditor.signed('PUT', pathOf(group), { rule: null }, 2), 'forbidden')
    expectProblem(await auditor.browser.post(`${pathOf(group)}/preview`, { rule: ADMINS }), 'forbidden')
    const member = await addPerson(server)
    expectProblem(await member.browser.get(pathOf(group)), 'forbidden')
    expectProblem(await member.signed('PUT', pathOf(group), { rule: null }, 2), 'forbidden')
  })

  test('refuses conditions on groups with a rule, and rules of groups that a rule names', async () => {
    const [staff, other] = [await createGroup('staff'), await createGroup('other')]
    const onGroup = (groupId: string): Condition => ({ kind: 'group', groupId })
    const unknown = newId(server.context, 'grp')
    await save(ADMINS, 1, other)
    const rule = ruleOf(
      conditionOf.any(onGroup(other.id), onGroup(group.id), onGroup(unknown), conditionOf.not(onGroup(staff.id))),
    )
    assert.deepEqual(fieldsOf(await save(rule)), [
      { path: '/rule/condition/conditions/0/groupId', code: 'group_has_rule' },
      { path: '/rule/condition/conditions/1/groupId', code: 'group_has_rule' },
      { path: '/rule/condition/conditions/2/groupId', code: 'unknown_group' },
    ])
    expectRule(await save(ruleOf(onGroup(staff.id))))
    assert.deepEqual(fieldsOf(await save(ADMINS, 1, staff)), [{ path: '/rule', code: 'used_by_rule' }])
  })

  test('saves only one of two rules that would name each other', async () => {
    const other = await createGroup('other')
    for (const { id } of [group, other]) await grantStepUp(server, admin, `groups.rule:${id}`)
    const responses = await Promise.all([
      admin.change('PUT', pathOf(group), { rule: ruleOf({ kind: 'group', groupId: other.id }) }),
      admin.change('PUT', pathOf(other), { rule: ruleOf({ kind: 'group', groupId: group.id }) }),
    ])
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 400])
    const rows = await readRows(server, 'SELECT id FROM people_group WHERE rule IS NOT NULL')
    assert.equal(rows.length, 1)
  })

  test('does not delete a group that a rule names', async () => {
    const staff = await createGroup('staff')
    await save(ruleOf(conditionOf.not({ kind: 'group', groupId: staff.id })))
    expectProblem(await admin.signed('DELETE', `${GROUPS}/${staff.id}`), 'group_in_use')
    await save(null, 2)
    assert.equal((await admin.signed('DELETE', `${GROUPS}/${staff.id}`)).status, 204)
  })

  testOnce('names every problem at once, with its place', async () => {
    const rule = ruleOf(
      conditionOf.all(
        conditionOf.list(newId(server.context, 'lst')),
        conditionOf.window(null, null),
        conditionOf.erc20({ chainId: 5 }),
        { kind: 'ens_name', chainId: 1, names: ['vitalik.eth', 'Vitalik.eth', 'vit\u0430lik.eth'], subnames: false },
      ),
      { seats: true },
    )
    assert.deepEqual(fieldsOf(await save(rule)), [
      { path: '/rule/condition/conditions/1/from', code: 'required' },
      { path: '/rule/seats', code: 'no_token' },
      { path: '/rule/condition/conditions/0/listId', code: 'unknown_list' },
      { path: '/rule/condition/conditions/2/chainId', code: 'unknown_network' },
      { path: '/rule/condition/conditions/3/chainId', code: 'unknown_network' },
      { path: '/rule/condition/conditions/3/names/1', code: 'not_normalized' },
      { path: '/rule/condition/conditions/3/names/2', code: 'invalid_name' },
    ])
    assert.equal((await read()).rule, null)
  })

  testOnce('refuses rules that are too deep or too large', async () => {
    let deep: Condition = conditionOf.role('admin')
    for (let level = 0; level < 4; level++) deep = conditionOf.not(deep)
    const path = `/rule/condition${'/condition'.repeat(4)}`
    assert.deepEqual(fieldsOf(await save(ruleOf(deep))), [{ path, code: 'too_deep' }])
    const many = ruleOf(conditionOf.any(...Array.from({ length: 30 }, () => conditionOf.role('admin'))))
    assert.deepEqual(fieldsOf(await save(many)), [{ path: '/rule/condition', code: 'too_many_conditions' }])
    let nested: Condition = conditionOf.role('admin')
    for (let level = 0; level < 1000; level++) nested = conditionOf.not(nested)
    assert.deepEqual(fieldsOf(await save(ruleOf(nested))), [{ path: '/rule/condition', code: 'custom' }])
  })

  test('checks who was in the group and who is signed in after a change', async () => {
    script.decide = () => 'yes'
    const away = await addPerson(server)
    await save(ADMINS)
    await server.context.background.settled()
    assert.equal((await read()).members, 2)
    await changeRows(server, 'UPDATE session SET ended_at = 1 WHERE id = ?', away.sessionId)
    script.decide = ({ personId }) => (personId === away.id ? 'no' : 'yes')
    await save(OWNERS, 2)
    await server.context.background.settled()
    assert.equal((await read()).members, 1)
    const left = await readEvents(server, 'rule.left')
    assert.deepEqual(
      left.map(({ person_id }) => person_id),
      [away.id],
    )
  })

  test('ends all memberships by rule when the rule is removed', async () => {
    script.decide = () => 'yes'
    await save(ADMINS)
    await server.context.background.settled()
    await save(null, 2)
    await server.context.background.settled()
    assert.equal((await readEvents(server, 'rule.left')).length, 1)
    assert.deepEqual(await readRows(server, 'SELECT person_id FROM rule_verdict'), [])
  })

  test('lists the people whom the rule puts in the group, in pages', async () => {
    script.decide = () => 'yes'
    const people = [admin, await addPerson(server), await addPerson(server, 'auditor')]
    await save(ADMINS)
    await server.context.background.settled()
    const page = async (query: string) =>
      (await admin.browser.get(`${pathOf(group)}/members${query}`)).json as {
        items: { person: { id: string; address: string; role: string }; checkedAt: string }[]
        nextCursor: string | null
      } // compared next
    const ids = people
      .map(({ id }) => id)
      .toSorted()
      .toReversed()
    const first = await page('?limit=2')
    assert.deepEqual(
      first.items.map(({ person }) => person.id),
      ids.slice(0, 2),
    )
    assert.equal(first.items[0]?.checkedAt, new Date(server.clock.now).toISOString())
    const second = await page(`?limit=2&cursor=${first.nextCursor}`)
    assert.deepEqual(
      second.items.map(({ person }) => person.id),
      ids.slice(2),
    )
    assert.equal(second.nextCursor, null)
    const owned = people.find(({ id }) => id === ids[0])
    assert.equal(first.items[0]?.person.address, owned?.account.address)
    server.clock.now += VERDICT_YES_FRESH_MS + 16 * 60_000
    const wrong = fieldsOf(await admin.browser.get(`${pathOf(group)}/members?cursor=x`))
    assert.deepEqual(wrong, [{ path: '/cursor', code: 'unknown_cursor' }])
    assert.deepEqual((await page('')).items, [])
  })

  test('checks all rules for one person now', async () => {
    const other = await createGroup('all')
    await save(ADMINS)
    await save(OWNERS, 1, other)
    await server.context.background.settled()
    const person = await addPerson(server)
    script.decide = () => 'yes'
    const path = `/api/admin/people/${person.id}/check`
    expectProblem(await admin.browser.post(path), 'step_up_required')
    const response = await admin.signed('POST', path)
    assert.deepEqual(response.json, {
      items: [
        { groupId: other.id, name: 'all', outcome: 'yes' },
        { groupId: group.id, name: 'holders', outcome: 'yes' },
      ],
    })
    expectProblem(await admin.signed('POST', `/api/admin/people/${newId(server.context, 'per')}/check`), 'not_found')
  })

  test('previews who would be in the group', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => addPerson(server)))
    const [stays, loses, gains, unknown] = people
    assert.ok(stays && loses && gains && unknown)
    const added = await addPerson(server)
    await grantStepUp(server, admin, 'admin.mode')
    await admin.browser.call({
      method: 'PUT',
      path: `${GROUPS}/${group.id}/members`,
      body: { add: [added.id], remove: [] },
    })
    script.decide = ({ personId }) => ([stays.id, loses.id, unknown.id].includes(personId ?? '') ? 'yes' : 'no')
    await save(ADMINS)
    await server.context.background.settled()
    script.decide = ({ personId }) => {
      if (personId === unknown.id) return 'unknown'
      return [stays.id, gains.id].includes(personId ?? '') ? 'yes' : 'no'
    }
    const response = await admin.browser.post(`${pathOf(group)}/preview`, { rule: OWNERS })
    const named = ({ id, account }: TestPerson) => ({ id, displayName: null, address: account.address, ens: null })
    const preview = response.json as { named: { yes: { id: string }[] } } // compared next
    preview.named.yes.sort((a, b) => (a.id < b.id ? -1 : 1))
    assert.deepEqual(preview, {
      ...{ people: 6, checked: 6, yes: 2, no: 3, unknown: 1, gains: 1, loses: 1 },
      named: {
        yes: [stays, gains].map(named).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        gains: [named(gains)],
        loses: [named(loses)],
        unknown: [named(unknown)],
      },
      self: 'stays_out',
      requests: 0,
    })
  })

  test('previews what changes for the requester', async () => {
    const self = async () => {
      const response = await admin.browser.post(`${pathOf(group)}/preview`, { rule: OWNERS })
      return (response.json as { self: string }).self // compared next
    }
    script.decide = () => 'yes'
    assert.equal(await self(), 'gains')
    await save(ADMINS)
    await server.context.background.settled()
    assert.equal(await self(), 'stays_in')
    script.decide = () => 'no'
    assert.equal(await self(), 'loses')
    script.decide = () => 'unknown'
    assert.equal(await self(), 'unknown')
    const sql = 'INSERT INTO group_member (group_id, person_id, added_at) VALUES (?, ?, 1)'
    await changeRows(server, sql, group.id, admin.id)
    assert.equal(await self(), 'stays_in')
  })

  test('previews active people only, and names the first of each kind', async () => {
    const suspended = await addPerson(server)
    await changeRows(server, "UPDATE person SET status = 'suspended' WHERE id = ?", suspended.id)
    await addPeople(PREVIEW_NAMED_MAX + 10)
    script.decide = () => 'yes'
    const response = await admin.browser.post(`${pathOf(group)}/preview`, { rule: OWNERS })
    const preview = response.json as { people: number; yes: number; named: { gains: { id: string }[] } } // compared next
    const count = PREVIEW_NAMED_MAX + 11
    assert.deepEqual({ people: preview.people, yes: preview.yes }, { people: count, yes: count })
    assert.equal(preview.named.gains.length, PREVIEW_NAMED_MAX)
    assert.equal(preview.named.gains[0]?.id, admin.id)
  })

  async function addPeople(count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      const id = newId(server.context, 'per')
      await changeRows(
        server,
        `INSERT INTO person (id, role, status, last_seen_at, created_at, updated_at, version)
          VALUES (?, 'member', 'active', ?, 1, 1, 1)`,
        id,
        index + 1,
      )
    }
  }
})
