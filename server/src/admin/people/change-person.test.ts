import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { DELETION_GRACE_MS } from '@countersign/contract/limits.ts'
import type { Role } from '@countersign/contract/permission.ts'
import { DELETION_PHRASE } from '@countersign/contract/routes/person.ts'
import { personDetailsSchema } from '@countersign/contract/schemas/admin/people.ts'
import { createRecoveryCodes } from '@countersign/contract/schemas/recovery.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { openBrowser, prove, signIn } from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { requestRecovery } from '../../../../test/support/server/wallets.ts'
import { purge } from '../../operations/purge.ts'

const PATH = '/api/admin/people'

forEachEngine('changing a person', (engine, testOnce) => {
  let server: TestServer
  let owner: TestPerson
  let admin: TestPerson
  let member: TestPerson
  beforeEach(async () => {
    server = await startServer(engine)
    owner = await addPerson(server, 'owner')
    admin = await addPerson(server, 'admin')
    member = await addPerson(server)
  })
  afterEach(() => server.close())

  const changePerson = (by: TestPerson, target: TestPerson, body: unknown, version = 1) =>
    by.signed('PATCH', `${PATH}/${target.id}`, body, version)
  const isSignedIn = async ({ browser }: TestPerson) => (await browser.get('/api/session')).status === 200
  const roleOf = async ({ id }: TestPerson) =>
    (await readRows(server, 'SELECT role FROM person WHERE id = ?', id))[0]?.role

  test('suspends with a reason, ends every session at once, and restores', async () => {
    const response = await changePerson(admin, member, { status: 'suspended', reason: 'Spam.\nTwice.' })
    assert.equal(response.status, 200, response.text)
    expectProblem(await member.browser.get('/api/session'), 'session_revoked')
    expectProblem(await signIn(openBrowser(server), member.account), 'person_suspended')
    const details = (await admin.browser.get(`${PATH}/${member.id}`)).json as { suspendedFor: string } // compared next
    assert.equal(details.suspendedFor, 'Spam.\nTwice.')
    assert.equal((await changePerson(admin, member, { status: 'active' }, 2)).status, 200)
    assert.equal((await signIn(openBrowser(server), member.account)).status, 201)
    const events = await readEvents(server, 'person.suspended', 'person.restored')
    assert.deepEqual(
      events.map(({ kind, actor_id, person_id, data }) => ({ kind, actor_id, person_id, data })),
      [
        { kind: 'person.suspended', actor_id: admin.id, person_id: member.id, data: { reason: 'Spam.\nTwice.' } },
        { kind: 'person.restored', actor_id: admin.id, person_id: member.id, data: {} },
      ],
    )
  })

  test('promotes without ending sessions, and ends all of them on demotion', async () => {
    assert.equal((await changePerson(admin, member, { role: 'auditor' })).status, 200)
    assert.equal(await isSignedIn(member), true)
    assert.equal((await member.browser.get(PATH)).status, 200)
    assert.equal((await changePerson(admin, member, { role: 'member' }, 2)).status, 200)
    expectProblem(await member.browser.get('/api/session'), 'session_revoked')
    const endedSessions = await readRows(server, 'SELECT end_reason FROM session WHERE id = ?', member.sessionId)
    assert.deepEqual(endedSessions, [{ end_reason: 'role_changed' }])
    assert.deepEqual(
      (await readEvents(server, 'person.role_changed')).map(({ data }) => data),
      [
        { from: 'member', to: 'auditor' },
        { from: 'auditor', to: 'member' },
      ],
    )
    const notices = await readRows(server, 'SELECT kind FROM notice WHERE person_id = ?', member.id)
    assert.deepEqual(notices, [{ kind: 'role_changed' }, { kind: 'role_changed' }])
  })

  test('sets a name that can be searched', async () => {
    assert.equal((await changePerson(admin, member, { displayName: 'Grace Hopper' })).status, 200)
    const { items } = (await admin.browser.get(`${PATH}?q=hop`)).json as { items: { id: string }[] } // compared next
    assert.deepEqual(
      items.map(({ id }) => id),
      [member.id],
    )
    const { fields } = expectProblem(await changePerson(admin, member, { displayName: 'Аdmin' }, 2), 'invalid_body')
    assert.deepEqual(fields, [{ path: '/displayName', code: 'custom' }])
    const { fields: reason } = expectProblem(
      await changePerson(admin, member, { reason: 'a\u202eb' }, 2),
      'invalid_body',
    )
    assert.deepEqual(reason, [{ path: '/reason', code: 'custom' }])
  })

  testOnce('rejects an outdated version without changing anything', async () => {
    for (const change of [{ role: 'auditor' }, { displayName: 'Ada' }, { status: 'suspended', displayName: 'Ada' }])
      expectProblem(await changePerson(admin, member, change, 4), 'version_conflict')
    assert.equal(await isSignedIn(member), true)
    const both = await Promise.all([
      changePerson(admin, member, { role: 'auditor' }),
      changePerson(owner, member, { displayName: 'Ada' }),
    ])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412])
  })

  testOnce('suspends a person who keeps changing their profile', async () => {
    assert.equal((await member.change('PATCH', '/api/me', { displayName: 'Bob' })).status, 200)
    assert.equal((await changePerson(admin, member, { status: 'suspended', reason: 'Left' }, 1)).status, 200)
    assert.equal(await isSignedIn(member), false)
  })

  testOnce('rejects changes to oneself', async () => {
    expectProblem(await changePerson(admin, admin, { role: 'member' }), 'own_role')
    expectProblem(await changePerson(owner, owner, { status: 'suspended' }), 'own_role')
    assert.equal((await changePerson(admin, admin, { displayName: 'Ada' })).status, 200)
    assert.deepEqual(
      (await readEvents(server, 'access.refused')).map(({ code, actor_id, data }) => ({ code, actor_id, data })),
      [
        { code: 'own_role', actor_id: admin.id, data: { call: `PATCH ${PATH}/:id`, target: admin.id } },
        { code: 'own_role', actor_id: owner.id, data: { call: `PATCH ${PATH}/:id`, target: owner.id } },
      ],
    )
  })

  for (const [title, role, body] of [
    ['suspend an owner', 'owner', { status: 'suspended' }],
    ['rename an owner', 'owner', { displayName: 'Nobody' }],
    ['promote a member to owner', 'member', { role: 'owner' }],
    ['promote a member to admin', 'member', { role: 'admin' }],
    ['demote an admin', 'admin', { role: 'member' }],
  ] as [string, Role, unknown][]) {
    testOnce(`does not let an admin ${title}`, async () => {
      const person = await addPerson(server, role)
      expectProblem(await changePerson(admin, person, body), 'role_too_high')
      assert.deepEqual([await roleOf(person), await isSignedIn(person)], [role, true])
      assert.deepEqual(
        (await readEvents(server, 'access.refused')).map(({ code }) => code),
        ['role_too_high'],
      )
    })
  }

  test('does not let admins suspend or restore each other', async () => {
    const other = await addPerson(server, 'admin')
    expectProblem(await changePerson(admin, other, { status: 'suspended' }), 'role_too_high')
    assert.equal(await isSignedIn(other), true)
    assert.equal((await changePerson(owner, other, { status: 'suspended' })).status, 200)
    expectProblem(await changePerson(admin, other, { status: 'active' }, 2), 'role_too_high')
    assert.deepEqual(
      (await readEvents(server, 'access.refused'))
        .filter(({ actor_id }) => actor_id === admin.id)
        .map(({ code }) => code),
      ['role_too_high', 'role_too_high'],
    )
    assert.equal((await changePerson(owner, other, { status: 'active' }, 2)).status, 200)
  })

  testOnce('requires a signature for this person and role to change a role', async () => {
    const changeRole = (target: TestPerson, role: string) => owner.change('PATCH', `${PATH}/${target.id}`, { role })
    await grantStepUp(server, owner, 'admin.mode')
    for (const role of ['auditor', 'admin', 'owner'])
      assert.deepEqual(expectProblem(await changeRole(member, role), 'step_up_required').stepUp, {
        action: 'people.role',
        target: `${member.id}:${role}`,
      })
    await grantStepUp(server, owner, `people.role:${member.id}:admin`)
    expectProblem(await changeRole(member, 'owner'), 'step_up_required')
    expectProblem(await changeRole(admin, 'admin'), 'step_up_required')
    assert.equal((await changeRole(member, 'admin')).status, 200)
    expectProblem(await changeRole(member, 'admin'), 'step_up_required')
    assert.equal((await changePerson(owner, admin, { role: 'member' })).status, 200)
    assert.deepEqual([await roleOf(member), await roleOf(admin), await isSignedIn(admin)], ['admin', 'member', false])
  })

  test('keeps one owner when two owners demote each other concurrently', async () => {
    const second = await addPerson(server, 'owner')
    const responses = await Promise.all([
      changePerson(owner, second, { role: 'member' }),
      changePerson(second, owner, { status: 'suspended' }),
    ])
    assert.equal(responses.filter(({ status }) => status === 200).length, 1)
    const left = await readRows(server, "SELECT id FROM person WHERE role = 'owner' AND status = 'active'")
    assert.equal(left.length, 1)
  })

  test('ends every session of a suspended person, even one started at the same moment', async () => {
    const [, started] = await Promise.all([
      changePerson(admin, member, { status: 'suspended' }),
      signIn(openBrowser(server), member.account),
    ])
    assert.ok(started.status === 201 || started.status === 403, started.text)
    const live = await readRows(server, 'SELECT id FROM session WHERE person_id = ? AND ended_at IS NULL', member.id)
    assert.deepEqual(live, [])
  })

  test('signs a person out everywhere, unless their role is higher', async () => {
    await signIn(openBrowser(server), member.account)
    const signOut = (by: TestPerson, target: TestPerson) => by.signed('POST', `${PATH}/${target.id}/sign-out`)
    const response = await signOut(admin, member)
    assert.deepEqual([response.status, response.json], [200, { ended: 2 }])
    assert.equal(await isSignedIn(member), false)
    expectProblem(await signOut(admin, owner), 'role_too_high')
    assert.equal(await isSignedIn(owner), true)
    assert.deepEqual(
      (await readEvents(server, 'person.signed_out')).map(({ person_id, data }) => ({ person_id, data })),
      [{ person_id: member.id, data: { ended: 2 } }],
    )
    expectProblem(await admin.signed('POST', `${PATH}/per_01${'0'.repeat(24)}/sign-out`), 'not_found')
  })

  const deletePerson = async (by: TestPerson, target: TestPerson, version = 1) => {
    await grantStepUp(server, by, `people.delete:${target.id}`)
    return by.change('DELETE', `${PATH}/${target.id}`, undefined, version)
  }

  test('deletes a person with the same grace period as their own deletion', async () => {
    const response = await deletePerson(owner, member)
    const deleteAfter = new Date(server.clock.now + DELETION_GRACE_MS).toISOString()
    assert.deepEqual([response.status, response.json], [202, { deleteAfter }])
    assert.equal(await isSignedIn(member), false)
    const refused = expectProblem(await signIn(openBrowser(server), member.account), 'deletion_not_yours')
    assert.equal(refused.until, deleteAfter)
  })

  const keepAccount = async ({ account }: TestPerson) => {
    const browser = openBrowser(server)
    const proof = await prove(await browser.challenge(), account)
    return browser.post('/api/sessions', { proof, keep: true, keepAccount: true })
  }
  const cancelDeletion = (by: TestPerson, target: TestPerson, version: number) =>
    by.signed('DELETE', `${PATH}/${target.id}/deletion`, undefined, version)
  const deleteOwnAccount = async (person: TestPerson) =>
    assert.equal((await person.signed('POST', '/api/me/deletion', { phrase: DELETION_PHRASE })).status, 202)
  const stateOf = async ({ id }: TestPerson) =>
    (await readRows(server, 'SELECT status, role, suspended_for FROM person WHERE id = ?', id))[0]
  const readDetails = async ({ id }: TestPerson) =>
    personDetailsSchema.parse((await owner.browser.get(`${PATH}/${id}`)).json)

  test('does not let a person cancel a deletion that an owner started', async () => {
    const created = await admin.signed('POST', '/api/me/recovery-codes')
    const [code = ''] = createRecoveryCodes.answer.parse(created.json).codes
    assert.equal((await deletePerson(owner, admin)).status, 202)
    expectProblem(await keepAccount(admin), 'deletion_not_yours')
    expectProblem(await requestRecovery(openBrowser(server), { code }), 'deletion_not_yours')
    assert.deepEqual(await stateOf(admin), { status: 'deleting', role: 'admin', suspended_for: null })
    server.clock.now += DELETION_GRACE_MS
    await purge(server.context)
    assert.equal((await stateOf(admin))?.status, 'deleted')
  })

  test('takes over a deletion that the person started, without postponing it', async () => {
    await deleteOwnAccount(member)
    const after = server.clock.now + DELETION_GRACE_MS
    assert.equal((await readDetails(member)).deletion?.own, true)
    expectProblem(await cancelDeletion(owner, member, 2), 'deletion_not_yours')
    server.clock.now += 1000
    const deleteAfter = new Date(after).toISOString()
    assert.deepEqual((await deletePerson(owner, member, 2)).json, { deleteAfter })
    assert.deepEqual((await readDetails(member)).deletion, { after: deleteAfter, own: false })
    expectProblem(await keepAccount(member), 'deletion_not_yours')
    const again = await deletePerson(owner, member, 3)
    assert.deepEqual([again.status, again.json], [202, { deleteAfter }])
    assert.equal((await readEvents(server, 'person.deletion_started')).length, 2)
  })

  test('lets only owners cancel the deletion by an owner, with admin mode', async () => {
    await deletePerson(owner, member)
    expectProblem(await cancelDeletion(admin, member, 2), 'forbidden')
    await changeRows(server, 'UPDATE session SET admin_until = NULL')
    const unsigned = await owner.change('DELETE', `${PATH}/${member.id}/deletion`, undefined, 2)
    assert.deepEqual(expectProblem(unsigned, 'step_up_required').stepUp, { action: 'admin.mode' })
    expectProblem(await cancelDeletion(owner, member, 1), 'version_conflict')
    assert.equal((await cancelDeletion(owner, member, 2)).status, 204)
    expectProblem(await cancelDeletion(owner, member, 3), 'not_found')
    assert.equal((await signIn(openBrowser(server), member.account)).status, 201)
    assert.deepEqual(
      (await readEvents(server, 'person.deletion_cancelled')).map(({ actor_id, person_id }) => ({
        actor_id,
        person_id,
      })),
      [{ actor_id: owner.id, person_id: member.id }],
    )
  })

  test('suspends and restores a person during their deletion', async () => {
    await deleteOwnAccount(member)
    assert.equal((await changePerson(admin, member, { status: 'suspended', reason: 'Spam' }, 2)).status, 200)
    assert.deepEqual(await stateOf(member), { status: 'deleting', role: 'member', suspended_for: 'Spam' })
    assert.equal((await readDetails(member)).suspended, true)
    expectProblem(await keepAccount(member), 'person_suspended')
    assert.equal((await changePerson(admin, member, { status: 'active' }, 3)).status, 200)
    assert.deepEqual(await stateOf(member), { status: 'deleting', role: 'member', suspended_for: null })
    assert.deepEqual(
      (await readEvents(server, 'person.suspended', 'person.restored')).map(({ kind }) => kind),
      ['person.suspended', 'person.restored'],
    )
    assert.equal((await keepAccount(member)).status, 201)
  })

  test('keeps a suspension when the deletion is canceled', async () => {
    await deletePerson(owner, member)
    const body = { ids: [member.id], suspend: { reason: 'Spam' } }
    assert.deepEqual((await admin.signed('POST', `${PATH}/bulk`, body)).json, { done: [member.id], failed: [] })
    assert.equal((await cancelDeletion(owner, member, 3)).status, 204)
    assert.deepEqual(await stateOf(member), { status: 'suspended', role: 'member', suspended_for: 'Spam' })
    expectProblem(await signIn(openBrowser(server), member.account), 'person_suspended')
  })

  test('rejects deleting oneself, a signature for another person and an outdated version', async () => {
    expectProblem(await deletePerson(owner, owner), 'own_role')
    await grantStepUp(server, owner, `people.delete:${admin.id}`)
    const other = await owner.change('DELETE', `${PATH}/${member.id}`, undefined)
    assert.deepEqual(expectProblem(other, 'step_up_required').stepUp, { action: 'people.delete', target: member.id })
    expectProblem(await deletePerson(owner, member, 7), 'version_conflict')
    assert.equal(await isSignedIn(member), true)
  })

  test('does not let a person restore an account that was suspended and then deleted', async () => {
    await changePerson(admin, member, { status: 'suspended' })
    assert.equal((await deletePerson(owner, member, 2)).status, 202)
    const status = await readRows(server, 'SELECT status, suspended_for FROM person WHERE id = ?', member.id)
    assert.deepEqual(status, [{ status: 'deleting', suspended_for: '' }])
  })
})
