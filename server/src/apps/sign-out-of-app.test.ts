import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { refusalOf } from '../../../test/support/answers.ts'
import { enter, getTokens, refresh, userinfo } from '../../../test/support/app-sign-in.ts'
import { openBrowser } from '../../../test/support/browser.ts'
import { forDefaultEngine } from '../../../test/support/engines.ts'
import { confirm, eventsOf, settle } from '../../../test/support/operator.ts'
import { authorizeRequest, codeIn, registerApp } from '../../../test/support/relying-party.ts'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import { findDueLogouts } from '../oidc/adapters/session-app.store.ts'

forDefaultEngine('signing everyone out of an app', (engine) => {
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
    const guests = [await enter(server), await enter(server)]
    const held = await Promise.all(guests.map(({ browser }) => getTokens(browser, party)))
    const kept = await getTokens(guests[0]?.browser ?? assert.fail(), other)
    const admin = await settle(server, 'admin')
    const path = `/api/admin/apps/${party.app.id}/sign-out`
    refusalOf(await admin.browser.post(path), 'step_up_required')
    await confirm(server, admin, 'admin.mode')
    const answer = await admin.browser.post(path)
    assert.deepEqual([answer.status, answer.json], [200, { ended: 2 }])

    for (const { access_token: token, refresh_token: renewal } of held) {
      for (const node of [second, server]) assert.equal((await userinfo(openBrowser(node), token)).status, 401)
      assert.equal((await refresh(openBrowser(second), party, renewal ?? '')).status, 400)
    }
    assert.equal((await userinfo(openBrowser(second), kept.access_token)).status, 200)
    const told = await findDueLogouts(server.context.store, { from: 0, now: server.clock.now, mostPerApp: 9 })
    assert.deepEqual(
      told.map(({ appId, hasLogoutUri }) => ({ appId, hasLogoutUri })),
      [party, party].map(({ app }) => ({ appId: app.id, hasLogoutUri: true })),
    )
    const [event] = await eventsOf(server, 'app.signed_out')
    assert.deepEqual([event?.actor_id, event?.data], [admin.id, { app: party.app.name, appId: party.app.id, ended: 2 }])
    for (const { browser } of guests) {
      const silent = codeIn(party, await browser.get(authorizeRequest(party, { prompt: 'none' }).path))
      assert.ok(silent.get('code'), silent.toString())
    }
    assert.deepEqual((await admin.browser.post(path)).json, { ended: 2 })
  })

  test('fails for an app that does not exist', async () => {
    const admin = await settle(server, 'admin')
    await confirm(server, admin, 'admin.mode')
    refusalOf(await admin.browser.post('/api/admin/apps/app_01AAAAAAAAAAAAAAAAAAAAAAAA/sign-out'), 'not_found')
  })
})
