import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { DELETION_GRACE_MS, STEP_UP_NOW_MS, WALLET_NEW_MS } from '@countersign/contract/limits.ts'
import { DELETION_PHRASE } from '@countersign/contract/routes/person.ts'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../test/support/database/rows.ts'
import { openBrowser, prove, signIn } from '../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../test/support/server/people.ts'
import { expectProblem, expectStarted } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { until } from '../../../test/support/until.ts'
import { lockPerson } from '../accounts/person/person.ts'
import { purge } from '../operations/purge.ts'
import { endSessionsOf } from './session.store.ts'

forEachEngine('deleting an account', (engine) => {
  let server: TestServer
  let member: TestPerson
  beforeEach(async () => {
    server = await startServer(engine)
    member = await addPerson(server)
  })
  afterEach(() => server.close())

  const requestDeletion = async (person: TestPerson = member, phrase = DELETION_PHRASE) => {
    await grantStepUp(server, person, 'account.delete')
    return person.browser.post('/api/me/deletion', { phrase })
  }

  test('signs out everywhere at once and returns the deletion time', async () => {
    const elsewhere = openBrowser(server)
    expectStarted(await signIn(elsewhere, member.account))
    const answer = await requestDeletion()
    const deleteAfter = new Date(server.clock.now + DELETION_GRACE_MS).toISOString()
    assert.deepEqual([answer.status, answer.json], [202, { deleteAfter }])
    expectProblem(await elsewhere.get('/api/session'), 'session_revoked')
    const ends = await readRows(server, 'SELECT DISTINCT end_reason FROM session WHERE person_id = ?', member.id)
    assert.deepEqual(ends, [{ end_reason: 'person_deleted' }])
    assert.deepEqual(
      (await readEvents(server, 'person.deletion_started')).map(({ data }) => data),
      [{ deleteAfter }],
    )
  })

  test('is canceled by signing in again and confirming', async () => {
    await requestDeletion()
    assert.equal(
      expectProblem(await signIn(openBrowser(server), member.account), 'person_deleting').until,
      new Date(server.clock.now + DELETION_GRACE_MS).toISOString(),
    )
    const browser = openBrowser(server)
    const proof = await prove(await browser.challenge(), member.account)
    expectStarted(await browser.post('/api/sessions', { proof, keep: true, keepAccount: true }))
    server.clock.now += DELETION_GRACE_MS + 1
    await purge(server.context)
    assert.deepEqual(await readRows(server, 'SELECT status, delete_after FROM person WHERE id = ?', member.id), [
      { status: 'active', delete_after: null },
    ])
  })

  test('does not let a suspended person restore the account', async () => {
    await requestDeletion()
    await changeRows(server, "UPDATE person SET suspended_for = 'spam' WHERE id = ?", member.id)
    const browser = openBrowser(server)
    const proof = await prove(await browser.challenge(), member.account)
    expectProblem(await browser.post('/api/sessions', { proof, keep: true, keepAccount: true }), 'person_suspended')
  })

  test('requires the confirmation phrase and a fresh signature for this action', async () => {
    const { fields } = expectProblem(await requestDeletion(member, 'delete'), 'phrase_wrong')
    assert.deepEqual(fields, [{ path: '/phrase', code: 'other_words' }])
    server.clock.now += STEP_UP_NOW_MS + 1
    await grantStepUp(server, member, 'data.export')
    const send = () => member.browser.post('/api/me/deletion', { phrase: DELETION_PHRASE })
    assert.deepEqual(expectProblem(await send(), 'step_up_required').stepUp, { action: 'account.delete' })
    expectProblem(await send(), 'step_up_required')
    assert.deepEqual(await readRows(server, 'SELECT status FROM person'), [{ status: 'active' }])
  })

  test('rejects a wallet that was added today', async () => {
    const newPerson = await addPerson(server)
    await changeRows(server, "UPDATE wallet SET linked_via = 'link' WHERE person_id = ?", newPerson.id)
    const until = new Date(server.clock.now + WALLET_NEW_MS).toISOString()
    assert.equal(expectProblem(await requestDeletion(newPerson), 'wallet_too_new').until, until)
    server.clock.now += WALLET_NEW_MS
    assert.equal((await requestDeletion(newPerson)).status, 202)
  })

  test('rejects the last owner, and keeps one of two owners who delete concurrently', async () => {
    const [one, two] = [await addPerson(server, 'owner'), await addPerson(server, 'owner')]
    const answers = await Promise.all([requestDeletion(one), requestDeletion(two)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 409])
    const stayed = answers[0]?.status === 409 ? one : two
    expectProblem(await requestDeletion(stayed), 'last_owner')
    const left = await readRows(server, "SELECT id FROM person WHERE role = 'owner' AND status = 'active'")
    assert.deepEqual(left, [{ id: stayed.id }])
  })

  const testOnPostgres = engine.name === 'postgres' ? test : () => undefined
  testOnPostgres('is refused when the session ends while it waits for the person', async () => {
    const { store, now } = server.context
    const waiting = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    const locked = Promise.withResolvers<void>()
    const signOutEverywhere = store.transaction(async (queries) => {
      await lockPerson(queries, member.id)
      await endSessionsOf(queries, { personId: member.id, at: now(), reason: 'revoked_admin' })
      locked.resolve()
      await until(
        () => readRows(server, waiting),
        ({ length }) => length > 0,
        'the deletion waits',
      )
    })
    await locked.promise
    const response = await requestDeletion()
    await signOutEverywhere
    expectProblem(response, 'session_revoked')
    assert.deepEqual(await readRows(server, 'SELECT status FROM person WHERE id = ?', member.id), [
      { status: 'active' },
    ])
  })

  test('leaves only an id without a name after the grace period', async () => {
    await changeRows(server, "UPDATE person SET display_name = 'Ada', theme = 'dark' WHERE id = ?", member.id)
    await changeRows(server, "INSERT INTO person_term (term, person_id) VALUES ('ada', ?)", member.id)
    const other = await addPerson(server)
    await requestDeletion()
    server.clock.now += DELETION_GRACE_MS - 1
    await purge(server.context)
    assert.deepEqual(await readRows(server, 'SELECT display_name FROM person WHERE id = ?', member.id), [
      { display_name: 'Ada' },
    ])
    server.clock.now += 1
    await purge(server.context)
    const columns = 'status, role, display_name, theme, primary_wallet_id, last_seen_at, delete_after'
    assert.deepEqual(await readRows(server, `SELECT ${columns} FROM person WHERE id = ?`, member.id), [
      {
        status: 'deleted',
        role: 'member',
        display_name: null,
        theme: null,
        primary_wallet_id: null,
        last_seen_at: null,
        delete_after: null,
      },
    ])
    for (const table of ['wallet', 'session', 'device', 'notice', 'recovery_code', 'recovery_link', 'person_term'])
      assert.deepEqual(await readRows(server, `SELECT * FROM ${table} WHERE person_id = ?`, member.id), [], table)
    const places = 'SELECT count(*) AS n FROM activity WHERE person_id = ? AND (ip IS NOT NULL OR address IS NOT NULL)'
    assert.deepEqual(await readRows(server, places, member.id), [{ n: 0 }])
    assert.notDeepEqual(await readRows(server, places, other.id), [{ n: 0 }])
    assert.deepEqual(
      (await readEvents(server, 'person.deleted')).map(({ actor, person_id }) => ({ actor, person_id })),
      [{ actor: 'system', person_id: member.id }],
    )
  })

  test('frees the wallet for a new person', async () => {
    await requestDeletion()
    server.clock.now += DELETION_GRACE_MS
    await purge(server.context)
    const { me, created } = expectStarted(await signIn(openBrowser(server), member.account))
    assert.deepEqual([created, me.id === member.id], [true, false])
  })
})
