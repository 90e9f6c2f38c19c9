import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, countRows, readRows } from '../../../../test/support/database/rows.ts'
import { newAccount, openBrowser, prove, signIn } from '../../../../test/support/server/http-browser.ts'
import { signInByPhone } from '../../../../test/support/server/phone.ts'
import { expectProblem, expectSession, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { statement, writes } from './database.ts'
import { migrate, migrations, TYPES } from './migrations.ts'

forEachEngine('database', (engine) => {
  let server: TestServer
  beforeEach(async () => {
    server = await startServer(engine)
  })
  afterEach(() => server.close())

  /** Past the rules of the schema, as a mistake by hand would be. */
  async function spoil(personId: string): Promise<void> {
    const update = "UPDATE person SET role = 'emperor' WHERE id = ?"
    const { database } = server.context.config
    if (database.engine === 'postgres') {
      await changeRows(server, 'ALTER TABLE person DROP CONSTRAINT person_role_check')
      await changeRows(server, update, personId)
      return
    }
    const other = new DatabaseSync(database.path)
    other.exec('PRAGMA ignore_check_constraints = ON')
    other.prepare(update).run(personId)
    other.close()
  }

  test('commits all of a transaction or nothing', async () => {
    const { store } = server.context
    const add = statement("INSERT INTO setting (key, value, changed_at) VALUES (?, 'x', 0)")
    const broken = store.transaction(async (queries) => {
      await queries.run(add, 'a')
      await queries.run(add, 'b')
      throw new Error('on purpose')
    })
    await assert.rejects(broken, /on purpose/)
    assert.deepEqual(await readRows(server, 'SELECT key FROM setting'), [{ key: 'owner' }])
  })

  test('sorts text by its bytes, in every column', async () => {
    const sorted = ['A', 'Z', '_', 'a', 'owner', '~', 'é']
    for (const key of sorted.filter((each) => each !== 'owner').reverse())
      await changeRows(server, "INSERT INTO setting (key, value, changed_at) VALUES (?, 'x', 0)", key)
    const keys = await readRows(server, 'SELECT key FROM setting ORDER BY key')
    assert.deepEqual(
      keys.map(({ key }) => key),
      sorted,
    )
    if (engine.name !== 'postgres') return
    const others = await readRows(
      server,
      `SELECT table_name FROM information_schema.columns
        WHERE table_schema = 'public' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'`,
    )
    assert.deepEqual(others, [{ table_name: 'migration' }])
  })

  test('reports once each commit in which a statement that notifies changed a row', async () => {
    const { store } = server.context
    const committed = mock.fn()
    store.watch(committed)
    const notifying = writes({ notifies: true })('UPDATE setting SET changed_at = changed_at + 1 WHERE key = ?')
    const other = statement('UPDATE setting SET changed_at = changed_at + 1 WHERE key = ?')
    const count = async () => {
      await store.all(statement('SELECT key FROM setting'))
      return committed.mock.callCount()
    }
    await store.run(notifying, 'owner')
    assert.equal(await count(), 1)
    await store.transaction(async (queries) => {
      await queries.run(notifying, 'owner')
      await queries.run(notifying, 'owner')
      assert.equal(committed.mock.callCount(), 1, 'not before the commit')
    })
    assert.equal(await count(), 2)
    await store.run(other, 'owner')
    await store.run(notifying, 'missing')
    await store.transaction((queries) => queries.run(other, 'owner'))
    await store.transaction((queries) => queries.run(notifying, 'missing'))
    const failing = store.transaction(async (queries) => {
      await queries.run(notifying, 'owner')
      throw new Error('refused')
    })
    await assert.rejects(failing, /refused/)
    assert.equal(await count(), 2)
  })

  test('rejects rows that violate constraints', async () => {
    await assert.rejects(changeRows(server, "INSERT INTO setting (key, value, changed_at) VALUES ('a', NULL, 0)"))
    const orphan = `INSERT INTO wallet (id, person_id, namespace, address, chain, kind, status, linked_via, linked_at,
      last_used_at, version) VALUES ('w', 'nobody', 'eip155', '0x', '0', 'key', 'linked', 'setup', 0, 0, 1)`
    await assert.rejects(changeRows(server, orphan))
  })

  test('returns 500 for an invalid row and still serves the page', async () => {
    const browser = openBrowser(server)
    const account = newAccount()
    const { me } = expectStarted(await signIn(browser, account))
    await spoil(me.id)
    const rows = await countRows(server)
    const { traceId } = expectProblem(await browser.get('/api/session'), 'internal')
    expectProblem(await signIn(openBrowser(server), account), 'internal')
    assert.deepEqual(await countRows(server), rows)
    const page = await browser.get('/home')
    assert.equal(page.status, 200)
    assert.match(page.text, /"sessionProblem":"unknown"/)
    const line = server.logLines.find((entry) => entry.includes(traceId) && entry.includes('"request failed"'))
    assert.match(line ?? '', /"level":"error".*Unexpected value in database column \\"role\\"/)
  })

  test('commits exactly the valid ones of a hundred concurrent sign-ins', async () => {
    const tries = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const browser = openBrowser(server)
        const proof = await prove(await browser.challenge(), newAccount())
        const signer = index % 3 === 0 ? newAccount() : undefined
        const signature = signer ? await signer.signMessage({ message: proof.message }) : proof.signature
        return { browser, body: { proof: { ...proof, signature }, keep: true }, good: !signer }
      }),
    )
    const answers = await Promise.all(tries.map(({ browser, body }) => browser.post('/api/sessions', body)))
    for (const [index, answer] of answers.entries())
      if (tries[index]?.good) expectStarted(answer)
      else expectProblem(answer, 'signature_invalid')
    const good = tries.filter((one) => one.good).length
    assert.deepEqual(await countRows(server), {
      person: good,
      wallet: good,
      session: good,
      spent_challenge: good,
      setting: 1,
    })
  })

  describe('migrations', () => {
    const readTimeline = () => readRows(server, 'SELECT id, name FROM migration ORDER BY id')
    const applied = migrations.map(({ id, name }) => ({ id, name }))

    test('run once', async () => {
      assert.deepEqual(await readTimeline(), applied)
      assert.equal(await migrate(server.context.store, 1), 0)
      assert.deepEqual(await readTimeline(), applied)
    })

    test('add to a database with data, in order', async () => {
      const { me } = expectStarted(await signIn(openBrowser(server), newAccount()))
      const added = ['first', 'second'].map((name, index) => ({ id: migrations.length + 1 + index, name }))
      const up = [
        [`ALTER TABLE person ADD COLUMN tag TEXT NOT NULL DEFAULT 'none'`],
        ['CREATE TABLE tagged (tag TEXT NOT NULL)', 'INSERT INTO tagged (tag) SELECT tag FROM person'],
      ]
      const timeline = [...migrations, ...added.map((each, index) => ({ ...each, up: () => up[index] ?? [] }))]
      assert.equal(await migrate(server.context.store, 1, timeline.slice(0, -1)), 1)
      assert.equal(await migrate(server.context.store, 2, timeline), 1)
      assert.equal(await migrate(server.context.store, 3, timeline), 0)
      assert.deepEqual(await readTimeline(), [...applied, ...added])
      assert.deepEqual(await readRows(server, 'SELECT id, tag FROM person'), [{ id: me.id, tag: 'none' }])
      assert.deepEqual(await readRows(server, 'SELECT tag FROM tagged'), [{ tag: 'none' }])
    })

    test('bring a database of 0.1.0 up to date, with its sessions', async () => {
      const { context } = server
      const browser = openBrowser(server)
      const { session } = expectStarted(await signIn(browser, newAccount()))
      for (const sql of [
        'DROP TABLE phone_request',
        'ALTER TABLE session DROP COLUMN phone',
        'DELETE FROM migration WHERE id > 1',
      ])
        await changeRows(server, sql)
      assert.equal(await migrate(context.store, 2), migrations.length - 1)
      assert.deepEqual(await readTimeline(), applied)
      const { session: kept } = expectSession(await browser.get('/api/session'))
      assert.deepEqual([kept.id, kept.phone], [session.id, false])
      expectStarted(await signInByPhone({ computer: browser, phone: openBrowser(server), account: newAccount() }))
    })

    test('are undone together when one fails', async () => {
      const up = () => ['CREATE TABLE half (id TEXT)', 'INSERT INTO nothing (id) VALUES (1)']
      const broken = { id: migrations.length + 1, name: 'broken', up }
      await assert.rejects(migrate(server.context.store, 1, [...migrations, broken]))
      assert.deepEqual(await readTimeline(), applied)
      await assert.rejects(readRows(server, 'SELECT id FROM half'))
    })

    test('only add to the schema of the first release', () => {
      const adds = /^(?:CREATE (?:TABLE|(?:UNIQUE )?INDEX)|ALTER TABLE \w+ ADD COLUMN|INSERT INTO|UPDATE) /
      for (const { name, up } of migrations)
        for (const sql of up(TYPES[engine.name])) assert.match(sql.trim(), adds, name)
    })

    test('leave a database of a newer version untouched and fail', async () => {
      await changeRows(server, "INSERT INTO migration (id, name, applied_at) VALUES (999, 'later', 0)")
      await assert.rejects(migrate(server.context.store, 1), {
        name: 'DatabaseVersionError',
        message: `The database is at migration 999, but this version supports ${migrations.at(-1)?.id}. Use the version that created it, or a newer one.`,
      })
    })

    test('leave a database of a build before the first release untouched and fail', async () => {
      await changeRows(server, "UPDATE migration SET name = 'sign-in' WHERE id = 1")
      await changeRows(server, "INSERT INTO migration (id, name, applied_at) VALUES (24, 'verdict-blocks', 0)")
      await assert.rejects(migrate(server.context.store, 1), {
        name: 'DatabaseVersionError',
        message:
          'The database was created by a build before Countersign 0.1.0 or by another program, and cannot be used: start with an empty one.',
      })
    })

    test('are numbered without gaps', () => {
      assert.deepEqual(
        migrations.map(({ id }) => id),
        migrations.map((_, index) => index + 1),
      )
    })
  })
})
