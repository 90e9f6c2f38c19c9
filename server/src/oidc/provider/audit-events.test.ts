import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { App } from '@countersign/contract/routes/admin/app.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { changeRows } from '../../../../test/support/database/rows.ts'
import { getCode, signInPerson } from '../../../../test/support/oidc/app-sign-in.ts'
import {
  authorizeRequest,
  callbackParams,
  interactionIdOf,
  registerApp,
  submitDecision,
} from '../../../../test/support/oidc/relying-party.ts'
import { readEvents } from '../../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

const MINUTE = 60_000
const GROUP = 'grp_01AAAAAAAAAAAAAAAAAAAAAAAA'

forDefaultEngine('audit events of an app in a redirect loop', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
    await changeRows(
      server,
      "INSERT INTO people_group (id, name, slug, created_at, updated_at, version) VALUES (?, 'Staff', 'staff', 0, 0, 1)",
      GROUP,
    )
  })
  after(() => server.close())

  async function notesOf({ id }: App, kind: 'oidc.authorized' | 'oidc.refused') {
    const events = await readEvents(server, kind)
    return events.filter(({ data }) => data.appId === id).map(({ data }) => data.reason)
  }

  test('record one sign-in a minute', async () => {
    const { browser } = await signInPerson(server)
    const party = await registerApp(server)
    for (let count = 0; count < 5; count++) await getCode(browser, party)
    assert.equal((await notesOf(party.app, 'oidc.authorized')).length, 1)
    server.clock.now += MINUTE
    await getCode(browser, party)
    assert.equal((await notesOf(party.app, 'oidc.authorized')).length, 2)
  })

  test('record one refusal a minute for each reason', async () => {
    const { browser } = await signInPerson(server)
    const party = await registerApp(server, { groupIds: [GROUP] })
    const requestSilently = async () =>
      callbackParams(party, await browser.get(authorizeRequest(party, { prompt: 'none' }).path)).get(
        'error_description',
      )
    for (let count = 0; count < 5; count++) assert.equal(await requestSilently(), 'access_denied_by_policy')
    assert.deepEqual(await notesOf(party.app, 'oidc.refused'), ['access_denied_by_policy'])
    await changeRows(server, "UPDATE app SET access = 'everyone' WHERE id = ?", party.app.id)
    await submitDecision(browser, interactionIdOf(await browser.get(authorizeRequest(party).path)), 'deny')
    const both = ['access_denied_by_policy', 'user_declined']
    assert.deepEqual((await notesOf(party.app, 'oidc.refused')).sort(), both)
    await changeRows(server, "UPDATE app SET access = 'groups' WHERE id = ?", party.app.id)
    server.clock.now += MINUTE
    for (let count = 0; count < 5; count++) await requestSilently()
    assert.deepEqual((await notesOf(party.app, 'oidc.refused')).sort(), ['access_denied_by_policy', ...both])
  })
})
