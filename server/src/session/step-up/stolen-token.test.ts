import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { type Browser, openBrowser } from '../../../../test/support/server/http-browser.ts'
import { addPerson } from '../../../../test/support/server/people.ts'
import { expectCodes } from '../../../../test/support/server/recovery.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { stepUp } from '../../../../test/support/server/wallets.ts'
import type { Queries } from '../../platform/store/database.ts'

forEachEngine('a stolen token whose request waits while the person signs', (engine) => {
  let near: TestServer
  let far: TestServer
  before(async () => {
    const databaseUrl = await engine.createDatabase()
    near = await startServer(engine, { databaseUrl })
    far = await startServer(engine, { databaseUrl })
  })
  after(() => Promise.all([near.close(), far.close()]))

  async function signedInAndStolen() {
    const person = await addPerson(near, 'owner')
    const thief = openBrowser(far)
    for (const [name, value] of person.browser.cookies) thief.cookies.set(name, value)
    return { ...person, thief }
  }

  /** Runs it once the request was let in, before its first transaction or before the first statement that matches. */
  function interrupt(work: () => Promise<unknown>, before?: RegExp) {
    const { store } = far.context
    let interrupted: Promise<unknown> | undefined
    const once = async () => {
      interrupted ??= work()
      await interrupted
    }
    const watch = (queries: Queries): Queries => ({
      ...queries,
      async one(query, ...values) {
        if (before?.test(query.sqlite)) await once()
        return queries.one(query, ...values)
      },
    })
    far.context.store = {
      ...store,
      async transaction(run, options) {
        if (!before) await once()
        return store.transaction((queries) => run(watch(queries)), options)
      },
    }
    return () => {
      far.context.store = store
      assert.ok(interrupted)
    }
  }

  // SQLite has one writer, so nobody signs in the middle of its transactions.
  const moments = engine.name === 'postgres' ? [undefined, /^UPDATE step_up SET used_at/] : [undefined]

  for (const moment of moments)
    test(`does not use the signature, ${moment ? 'looked for' : 'waiting'}`, async () => {
      const { browser, account, thief } = await signedInAndStolen()
      const restore = interrupt(() => stepUp(browser, account, 'recovery.create'), moment)
      expectProblem(await thief.post('/api/me/recovery-codes'), 'step_up_required')
      restore()
      expectCodes(await browser.post('/api/me/recovery-codes'))
    })

  test('does not use admin mode', async () => {
    const { browser, account } = await signedInAndStolen()
    await stepUp(browser, account, 'admin.mode')
    const thief = openBrowser(far)
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value)
    const restore = interrupt(() => stepUp(browser, account, 'admin.mode'))
    const create = (from: Browser) => from.post('/api/admin/groups', { name: 'Staff', slug: 'staff' })
    expectProblem(await create(thief), 'step_up_required')
    restore()
    assert.equal((await create(browser)).status, 201)
  })
})
