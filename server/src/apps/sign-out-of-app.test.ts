import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { fetchUserinfo, getTokens, refreshTokens, signInPerson } from '../../../test/support/oidc/app-sign-in.ts'
import { authorizeRequest, callbackParams, registerApp } from '../../../test/support/oidc/relying-party.ts'
import { openBrowser } from '../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents } from '../../../test/support/server/people.ts'
import { expectProblem } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { findDueLogouts } from '../oidc/adapters/session-app.store.ts'

forEachEngine('signing everyone out of an app', (engine) => {
  let server: TestServer
  let second: TestServer
  before(async () => {
    const databaseUrl = await engine.createDatabase()
    server = await startServer(engine, { databaseUrl })
    second = await startServer(engine, { databaseUrl })
  })
  after(async () => {
    await second.close()
    await server.close()
  })

  test('revokes its tokens on every node and notifies it; consents and other apps stay', async () => {
    const party = await registerApp(server, { backchannelLogoutUri: 'https://app.example/out' })
    const other = await registerApp(server)
    const people = [await signInPerson(server), await signInPerson(server)]
    const tokens = await Promise.all(people.map(({ browser }) => getTokens(browser, party)))
    const otherTokens = await getTokens(people[0]?.browser ?? assert.fail(), other)
    const admin = await addPerson(server, 'admin')
    const path = `/api/admin/apps/${party.app.id}/sign-out`
    expectProblem(await admin.browser.post(path), 'step_up_required')
    await grantStepUp(server, admin, 'admin.mode')
    const response = await admin.browser.post(path)
    assert.deepEqual([response.status, response.json], [200, { ended: 2 }])

    for (const { access_token: token, refresh_token: renewal } of tokens) {
      for (const node of [second, server]) assert.equal((await fetchUserinfo(openBrowser(node), token)).status, 401)
      assert.equal((await refreshTokens(openBrowser(second), party, renewal ?? '')).status, 400)
    }
    assert.equal((await fetchUserinfo(openBrowser(second), otherTokens.access_token)).status, 200)
    const due = await findDueLogouts(server.context.store, { from: 0, now: server.clock.now, mostPerApp: 9 })
    assert.deepEqual(
      due.map(({ appId, hasLogoutUri }) => ({ appId, hasLogoutUri })),
      [party, party].map(({ app }) => ({ appId: app.id, hasLogoutUri: true })),
    )
    const [event] = await readEvents(server, 'app.signed_out')
    assert.deepEqual([event?.actor_id, event?.data], [admin.id, { app: party.app.name, appId: party.app.id, ended: 2 }])
    for (const { browser } of people) {
      const silent = callbackParams(party, await browser.get(authorizeRequest(party, { prompt: 'none' }).path))
      assert.ok(silent.get('code'), silent.toString())
    }
    assert.deepEqual((await admin.browser.post(path)).json, { ended: 2 })
  })

  test('also revokes what a request that began before the last time adds again', async () => {
    const party = await registerApp(server, { backchannelLogoutUri: 'https://app.example/out' })
    const { browser } = await signInPerson(server)
    await getTokens(browser, party)
    const admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
    const answers: unknown[] = []
    const signOut = async () =>
      answers.push((await admin.browser.post(`/api/admin/apps/${party.app.id}/sign-out`)).json)
    const { store } = server.context
    server.context.store = {
      ...store,
      // The first of these finds the apps of the session, which is saved with them at the end.
      async lookUp(wanted) {
        const found = await store.lookUp(wanted)
        if (wanted.statement.reads.includes('session_app') && answers.length === 0) await signOut()
        return found
      },
    }
    await browser.get(authorizeRequest(await registerApp(server)).path)
    server.context.store = store
    await signOut()
    assert.deepEqual(answers, [{ ended: 1 }, { ended: 1 }])
    const due = await findDueLogouts(server.context.store, { from: 0, now: server.clock.now, mostPerApp: 9 })
    assert.equal(due.filter(({ appId }) => appId === party.app.id).length, 1)
  })

  test('fails for an app that does not exist', async () => {
    const admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
    expectProblem(await admin.browser.post('/api/admin/apps/app_01AAAAAAAAAAAAAAAAAAAAAAAA/sign-out'), 'not_found')
  })
})
