import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { GROUP_CHANGES_MAX, GROUPS_MAX, GROUPS_PER_PERSON } from '@countersign/contract/limits/app-limits.ts'
import { DELETION_GRACE_MS } from '@countersign/contract/limits.ts'
import type { Group } from '@countersign/contract/routes/admin/group.ts'
import type { PersonItem } from '@countersign/contract/routes/admin/people.ts'
import { groupSchema } from '@countersign/contract/schemas/admin/group.ts'
import { accessRuleFor } from '../../../../test/support/access-rule.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { conditionOf, ruleOf } from '../../../../test/support/rule-fixtures.ts'
import type { HttpResponse } from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { newId } from '../../platform/crypto/id.ts'
import { purgeDeletedPeople } from '../person/purge-person.ts'
import { findMembership } from './member.store.ts'

const PATH = '/api/admin/groups'
const UNKNOWN_PERSON = 'per_01AAAAAAAAAAAAAAAAAAAAAAAA'

forEachEngine('groups', (engine) => {
  let server: TestServer
  let admin: TestPerson
  beforeEach(async () => {
    server = await startServer(engine)
    admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
  })
  afterEach(() => server.close())

  const postGroup = (slug: string, name = 'Some people') => admin.browser.post(PATH, { name, slug })
  const groupOf = (response: HttpResponse): Group => groupSchema.parse(response.json)
  const createGroup = async (slug: string) => groupOf(await postGroup(slug))
  const listGroups = async () => ((await admin.browser.get(PATH)).json as { items: Group[] }).items // compared next
  const putMembers = (id: string, add: string[], remove: string[] = []) =>
    admin.browser.call({ method: 'PUT', path: `${PATH}/${id}/members`, body: { add, remove } })
  const membersOf = async (id: string, query = '') =>
    (await admin.browser.get(`${PATH}/${id}/members${query}`)).json as {
      items: PersonItem[]
      nextCursor: string | null
    } // compared next
  const usesOf = async ({ id }: Group) => (await admin.browser.get(`${PATH}/${id}/uses`)).json
  const countOf = async (id: string) => {
    const [row] = await readRows(server, 'SELECT members FROM people_group WHERE id = ?', id)
    const [counted] = await readRows(server, 'SELECT count(*) AS n FROM group_member WHERE group_id = ?', id)
    assert.equal(row?.members, counted?.n)
    return row?.members
  }

  /** Bypasses the rate limits. */
  const insertGroup = async (slug: string) => {
    const id = newId(server.context, 'grp')
    const sql = 'INSERT INTO people_group (id, name, slug, created_at, updated_at, version) VALUES (?, ?, ?, 1, 1, 1)'
    await changeRows(server, sql, id, 'A group', slug)
    return { id }
  }

  test('creates, lists by slug, renames and deletes groups, and records each change', async () => {
    const b = await createGroup('b.team')
    const a = groupOf(await postGroup('a-team', 'The A team'))
    assert.deepEqual(a, {
      id: a.id,
      name: 'The A team',
      slug: 'a-team',
      members: 0,
      ruleMembers: null,
      createdAt: '2026-11-15T10:00:00.000Z',
      version: 1,
    })
    assert.deepEqual(await listGroups(), [a, b])
    const renamed = groupOf(await admin.change('PATCH', `${PATH}/${a.id}`, { name: 'Everybody', slug: 'zoo' }))
    assert.deepEqual(renamed, { ...a, name: 'Everybody', slug: 'zoo', version: 2 })
    assert.deepEqual(groupOf(await admin.change('PATCH', `${PATH}/${a.id}`, { slug: 'zoo' }, 2)), renamed)
    assert.equal((await admin.change('DELETE', `${PATH}/${a.id}`, undefined, 2)).status, 204)
    assert.deepEqual(await listGroups(), [b])
    const events = await readEvents(server, 'group.created', 'group.updated', 'group.deleted')
    assert.deepEqual(
      events.map(({ kind, actor_id, data }) => ({ kind, actor_id, data })),
      [
        { kind: 'group.created', actor_id: admin.id, data: { groupId: b.id, slug: 'b.team' } },
        { kind: 'group.created', actor_id: admin.id, data: { groupId: a.id, slug: 'a-team' } },
        { kind: 'group.updated', actor_id: admin.id, data: { groupId: a.id, slug: 'zoo', fields: 'name slug' } },
        { kind: 'group.deleted', actor_id: admin.id, data: { groupId: a.id, slug: 'zoo' } },
      ],
    )
  })

  test('requires a fresh signature, a version and a slug that is a valid header value', async () => {
    const group = await createGroup('one')
    expectProblem(await admin.change('PATCH', `${PATH}/${group.id}`, { name: 'X' }, 2), 'version_conflict')
    expectProblem(await admin.change('DELETE', `${PATH}/${group.id}`, undefined, 2), 'version_conflict')
    expectProblem(
      await admin.browser.call({ method: 'PATCH', path: `${PATH}/${group.id}`, body: {} }),
      'precondition_required',
    )
    for (const slug of ['', 'UPPER', 'a b', 'a,b', '-a', 'ä', 'a'.repeat(49)])
      expectProblem(await postGroup(slug), 'invalid_body')
    const other = await addPerson(server, 'admin')
    expectProblem(await other.browser.post(PATH, { name: 'X', slug: 'x' }), 'step_up_required')
    assert.deepEqual(await listGroups(), [group])
  })

  test('keeps slugs unique under twenty concurrent requests', async () => {
    const other = await createGroup('other')
    const responses = await Promise.all(Array.from({ length: 20 }, () => postGroup('same')))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)])
    expectProblem(await postGroup('same'), 'slug_taken')
    expectProblem(await admin.change('PATCH', `${PATH}/${other.id}`, { slug: 'same' }), 'slug_taken')
    const third = await createGroup('third')
    const renamed = await Promise.all(
      [other, third].map(({ id }) => admin.change('PATCH', `${PATH}/${id}`, { slug: 'wanted' })),
    )
    assert.deepEqual(renamed.map(({ status }) => status).sort(), [200, 409])
    assert.equal((await listGroups()).length, 3)
  })

  test('enforces the maximum number of groups under concurrent requests', async () => {
    for (let count = 0; count < GROUPS_MAX - 1; count++) await insertGroup(`g${count}`)
    const responses = await Promise.all(Array.from({ length: 10 }, (_, index) => postGroup(`last-${index}`)))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)])
    expectProblem(await postGroup('more'), 'group_limit')
  })

  test('adds and removes members and keeps the member count correct', async () => {
    const group = await createGroup('one')
    const [a, b] = [await addPerson(server), await addPerson(server)]
    assert.deepEqual((await putMembers(group.id, [a.id, b.id])).json, { members: 2 })
    assert.deepEqual((await putMembers(group.id, [a.id, a.id])).json, { members: 2 })
    assert.deepEqual((await findMembership(server.context.store, a.id)).slugs, ['one'])
    assert.deepEqual((await putMembers(group.id, [], [a.id, UNKNOWN_PERSON])).json, { members: 1 })
    assert.deepEqual((await findMembership(server.context.store, a.id)).ids, [])
    assert.equal(await countOf(group.id), 1)
    const events = await readEvents(server, 'group.members')
    assert.deepEqual(
      events.map(({ actor_id, person_id, data }) => ({ actor_id, person_id, change: data.change })),
      [
        { actor_id: admin.id, person_id: a.id, change: 'added' },
        { actor_id: admin.id, person_id: b.id, change: 'added' },
        { actor_id: admin.id, person_id: a.id, change: 'removed' },
      ],
    )
  })

  test('rejects unknown people and contradictory changes without changing anything', async () => {
    const group = await createGroup('one')
    const { id } = await addPerson(server)
    const unknown = expectProblem(await putMembers(group.id, [id, UNKNOWN_PERSON]), 'invalid_body')
    assert.deepEqual(unknown.fields, [{ path: '/add/1', code: 'unknown_person' }])
    const both = expectProblem(await putMembers(group.id, [id], [id]), 'invalid_body')
    assert.deepEqual(both.fields, [{ path: '/remove/0', code: 'also_added' }])
    expectProblem(await putMembers(group.id, Array(GROUP_CHANGES_MAX + 1).fill(id)), 'invalid_body')
    expectProblem(await putMembers('grp_01AAAAAAAAAAAAAAAAAAAAAAAA', [id]), 'not_found')
    assert.equal(await countOf(group.id), 0)
    assert.deepEqual(await readEvents(server, 'group.members'), [])
  })

  test('keeps the member count correct under twenty concurrent changes', async () => {
    const [one, two] = [await createGroup('one'), await createGroup('two')]
    const people = await Promise.all(Array.from({ length: 6 }, () => addPerson(server)))
    const ids = people.map(({ id }) => id)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => {
        const half = turn % 2 === 0 ? ids.slice(0, 4) : ids.slice(2).reverse()
        const group = turn % 4 < 2 ? one : two
        return turn % 5 === 0 ? putMembers(group.id, [], half) : putMembers(group.id, half)
      }),
    )
    assert.deepEqual(
      responses.map(({ status }) => status),
      Array(20).fill(200),
    )
    await countOf(one.id)
    await countOf(two.id)
  })

  test('enforces the maximum number of groups per person under concurrent requests', async () => {
    const person = await addPerson(server)
    for (let count = 0; count < GROUPS_PER_PERSON - 1; count++) {
      const { id } = await insertGroup(`g${count}`)
      await changeRows(server, 'INSERT INTO group_member VALUES (?, ?, 1)', id, person.id)
    }
    const [one, two] = [await createGroup('one'), await createGroup('two')]
    const responses = await Promise.all([putMembers(one.id, [person.id]), putMembers(two.id, [person.id])])
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409])
    expectProblem(await putMembers((await createGroup('three')).id, [person.id]), 'group_limit')
    assert.equal((await findMembership(server.context.store, person.id)).ids.length, GROUPS_PER_PERSON)
  })

  test('lists members page by page, newest first', async () => {
    const group = await createGroup('one')
    const ids: string[] = []
    for (let count = 0; count < 5; count++) {
      server.clock.now++
      ids.unshift((await addPerson(server)).id)
    }
    await putMembers(group.id, ids)
    const first = await membersOf(group.id, '?limit=2')
    const second = await membersOf(group.id, `?limit=2&cursor=${first.nextCursor}`)
    const third = await membersOf(group.id, `?limit=2&cursor=${second.nextCursor}`)
    assert.deepEqual(
      [first, second, third].flatMap(({ items }) => items.map(({ id }) => id)),
      ids,
    )
    assert.equal(third.nextCursor, null)
    expectProblem(await admin.browser.get(`${PATH}/${group.id}/members?cursor=nonsense`), 'invalid_body')
    expectProblem(await admin.browser.get(`${PATH}/grp_01AAAAAAAAAAAAAAAAAAAAAAAA/members`), 'not_found')
  })

  test('removes deleted people from their groups', async () => {
    const group = await createGroup('one')
    const [person, other] = [await addPerson(server), await addPerson(server)]
    await putMembers(group.id, [person.id, other.id])
    const markDeleting = "UPDATE person SET status = 'deleting', delete_after = ? WHERE id = ?"
    await changeRows(server, markDeleting, server.clock.now + DELETION_GRACE_MS, person.id)
    server.clock.now += DELETION_GRACE_MS
    await purgeDeletedPeople(server.context)
    assert.equal(await countOf(group.id), 1)
    admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
    expectProblem(await putMembers(group.id, [person.id]), 'invalid_body')
    assert.deepEqual((await putMembers(group.id, [other.id])).json, { members: 1 })
  })

  test('rejects deleting a group that a protected host uses, also under concurrent requests', async () => {
    await grantStepUp(server, admin, 'admin.mode')
    const addHost = (host: string, groupIds: string[]) =>
      admin.browser.post('/api/admin/hosts', { host, name: 'A site', ...accessRuleFor(groupIds) })
    const kept = await createGroup('kept')
    const named = await addHost('kept.example', [kept.id])
    assert.equal(named.status, 201)
    const { id } = named.json as { id: string } // compared next
    assert.deepEqual(await usesOf(kept), {
      apps: [],
      hosts: [{ id, name: 'A site', where: 'access' }],
      rules: [],
      registration: false,
    })
    expectProblem(await admin.change('DELETE', `${PATH}/${kept.id}`, undefined), 'group_in_use')
    const ruled = await createGroup('ruled')
    const rules = [{ path: '/x', methods: [], access: 'groups', groupIds: [ruled.id] }]
    assert.equal((await admin.change('PATCH', `/api/admin/hosts/${id}`, { rules })).status, 200)
    assert.deepEqual(await usesOf(ruled), {
      apps: [],
      hosts: [{ id, name: 'A site', where: 'rules' }],
      rules: [],
      registration: false,
    })
    expectProblem(await admin.change('DELETE', `${PATH}/${ruled.id}`, undefined), 'group_in_use')
    for (let turn = 0; turn < 10; turn++) {
      const group = await createGroup(`g${turn}`)
      const [other, deleted] = await Promise.all([
        addHost(`h${turn}.example`, [group.id]),
        admin.change('DELETE', `${PATH}/${group.id}`, undefined),
      ])
      assert.ok(
        (other.status === 201 && deleted.status === 409) || (other.status === 400 && deleted.status === 204),
        `${other.text} ${deleted.text}`,
      )
    }
  })

  test('rejects deleting a group that an app uses', async () => {
    const group = await createGroup('one')
    const columns = `id, client_id, name, name_key, kind, preset, status, auth_method, redirect_uris, post_logout_uris,
      allowed_origins, scopes, consent, subject_type, id_token_alg, email, require_par, access, group_ids, access_seconds,
      refresh_idle_seconds, refresh_max_seconds, created_at, updated_at, version`
    await changeRows(
      server,
      `INSERT INTO app (${columns}) VALUES ('app_1', 'x', 'X', 'x', 'web', 'other', 'active', 'none', '[]', '[]', '[]',
        '[]', 'first_time', 'pairwise', 'ES256', 'none', 0, 'groups', ?, 60, 60, 60, 1, 1, 1)`,
      JSON.stringify(['grp_01BBBBBBBBBBBBBBBBBBBBBBBB', group.id]),
    )
    expectProblem(await admin.change('DELETE', `${PATH}/${group.id}`, undefined), 'group_in_use')
    assert.deepEqual(await usesOf(group), {
      apps: [{ id: 'app_1', name: 'X' }],
      hosts: [],
      rules: [],
      registration: false,
    })
    await changeRows(server, "UPDATE app SET status = 'deleted'")
    assert.equal((await admin.change('DELETE', `${PATH}/${group.id}`, undefined)).status, 204)
  })

  test('rejects deleting a group that the rule of another group names', async () => {
    const [group, other] = [await createGroup('named'), await createGroup('other')]
    const rule = JSON.stringify(ruleOf(conditionOf.not({ kind: 'group', groupId: group.id })))
    await changeRows(server, "UPDATE people_group SET rule = ?, name = 'Holders' WHERE id = ?", rule, other.id)
    const rules = [{ id: other.id, name: 'Holders' }]
    assert.deepEqual(await usesOf(group), { apps: [], hosts: [], rules, registration: false })
    assert.deepEqual(await usesOf(other), { apps: [], hosts: [], rules: [], registration: false })
    expectProblem(await admin.change('DELETE', `${PATH}/${group.id}`, undefined), 'group_in_use')
    await changeRows(server, 'UPDATE people_group SET rule = NULL WHERE id = ?', other.id)
    assert.equal((await admin.change('DELETE', `${PATH}/${group.id}`, undefined)).status, 204)
  })

  test('rejects deleting a group that decides who may sign up', async () => {
    const group = await createGroup('sign-up')
    const settings = JSON.stringify({ registration: 'groups', registrationGroupIds: [group.id], version: 1 })
    await changeRows(server, "INSERT INTO setting (key, value, changed_at) VALUES ('settings', ?, 0)", settings)
    expectProblem(await admin.change('DELETE', `${PATH}/${group.id}`, undefined), 'group_in_use')
    assert.deepEqual(await usesOf(group), { apps: [], hosts: [], rules: [], registration: true })
    await changeRows(server, "DELETE FROM setting WHERE key = 'settings'")
    assert.equal((await admin.change('DELETE', `${PATH}/${group.id}`, undefined)).status, 204)
  })
})
