import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import {
  fetchUserinfo,
  getTokens,
  oauthErrorOf,
  postAsApp,
  refreshTokens,
  type SignedInPerson,
  signInPerson,
} from '../../../../test/support/oidc/app-sign-in.ts'
import {
  authorizeRequest,
  callbackParams,
  type RelyingParty,
  registerApp,
  type Tokens,
} from '../../../../test/support/oidc/relying-party.ts'
import { type Browser, openBrowser } from '../../../../test/support/server/http-browser.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { insertMember } from '../../accounts/group/member.store.ts'
import { newId } from '../../platform/crypto/id.ts'

forEachEngine('tokens', (engine) => {
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

  /** Responses of userinfo and introspection on both nodes, and of a refresh. */
  async function useTokens(party: RelyingParty, tokens: Tokens): Promise<(string | number)[]> {
    const seen: (string | number)[] = []
    for (const node of [second, server]) {
      seen.push((await fetchUserinfo(openBrowser(node), tokens.access_token)).status)
      const params = { token: tokens.access_token }
      const introspected = await postAsApp(openBrowser(node), party, { path: '/oidc/introspect', params })
      seen.push((introspected.json as { active: boolean }).active ? 'active' : 'inactive')
    }
    const renewed = await refreshTokens(openBrowser(second), party, tokens.refresh_token ?? '')
    return [...seen, renewed.status]
  }
  const VALID = [200, 'active', 200, 'active', 200]
  const REVOKED = [401, 'inactive', 401, 'inactive', 400]

  const ENDINGS: [string, (person: SignedInPerson, party: RelyingParty) => Promise<unknown>][] = [
    ['the person signs out', ({ browser }) => browser.delete('/api/session')],
    ['the person is suspended', ({ personId }) => changeRow('person', "status = 'suspended'", personId)],
    ['the app is disabled', (_, { app }) => changeRow('app', "status = 'disabled'", app.id)],
    ['the session is deleted', ({ personId }) => deleteSessions(personId)],
    ['the person ends their consent', ({ browser }) => endConsent(browser)],
    ['the wallet that signed is removed', ({ personId }) => endSessions(personId, 'wallet_removed')],
    ['an admin ends the session', ({ personId }) => endSessions(personId, 'revoked_admin')],
    ['the person is deleted', ({ personId }) => changeRow('person', "status = 'deleted'", personId)],
  ]
  const changeRow = (table: 'person' | 'app', assignment: string, id: string) =>
    changeRows(server, `UPDATE ${table} SET ${assignment} WHERE id = ?`, id)
  const endConsent = async (browser: Browser) => {
    const { items } = (await browser.get('/api/me/apps')).json as { items: { id: string }[] } // there is one
    assert.equal((await browser.delete(`/api/me/apps/${items[0]?.id}`)).status, 204)
  }
  const endSessions = (personId: string, reason: string) =>
    changeRows(
      server,
      'UPDATE session SET ended_at = ?, end_reason = ? WHERE person_id = ?',
      ...[server.clock.now, reason, personId],
    )
  const deleteSessions = async (personId: string) => {
    await changeRows(
      server,
      'UPDATE spent_challenge SET session_id = ? WHERE session_id IN (SELECT id FROM session WHERE person_id = ?)',
      'gone',
      personId,
    )
    await changeRows(server, 'DELETE FROM session WHERE person_id = ?', personId)
  }

  for (const [when, end] of ENDINGS)
    test(`are invalid on every node as soon as ${when}`, async () => {
      const person = await signInPerson(server)
      const party = await registerApp(server)
      const tokens = await getTokens(person.browser, party)
      assert.deepEqual(await useTokens(party, tokens), VALID)
      const again = await getTokens(person.browser, party)
      await end(person, party)
      // A disabled app fails client authentication before its token is checked.
      assert.deepEqual((await useTokens(party, again)).with(4, 400), REVOKED)
      assert.notEqual((await refreshTokens(openBrowser(server), party, again.refresh_token ?? '')).status, 200)
    })

  test('end when the person leaves the groups of the app', async () => {
    const person = await signInPerson(server)
    const groupId = newId(server.context, 'grp')
    await changeRows(
      server,
      'INSERT INTO people_group (id, name, slug, created_at, updated_at, version) VALUES (?, ?, ?, 0, 0, 1)',
      groupId,
      'Staff',
      `staff-${groupId.slice(-8).toLowerCase()}`,
    )
    const party = await registerApp(server, { groupIds: [groupId] })
    const silent = authorizeRequest(party, { prompt: 'none' })
    const rejected = callbackParams(party, await person.browser.get(silent.path))
    assert.deepEqual(
      [rejected.get('error'), rejected.get('error_description')],
      ['access_denied', 'access_denied_by_policy'],
    )
    await insertMember(server.context.store, { groupId, personId: person.personId, now: 0 })
    const tokens = await getTokens(person.browser, party)
    assert.deepEqual(await useTokens(party, tokens), VALID)
    const again = await getTokens(person.browser, party)
    await changeRows(server, 'DELETE FROM group_member WHERE person_id = ?', person.personId)
    assert.deepEqual(await useTokens(party, again), REVOKED)
  })

  test('can be introspected by their own app only', async () => {
    const { browser } = await signInPerson(server)
    const party = await registerApp(server)
    const tokens = await getTokens(browser, party)
    const params = { token: tokens.access_token }
    const ownAnswer = await postAsApp(browser, party, { path: '/oidc/introspect', params })
    const { active, client_id: clientId, scope } = ownAnswer.json as Record<string, unknown>
    assert.deepEqual([active, clientId, scope], [true, party.app.clientId, tokens.scope])
    const other = await postAsApp(browser, await registerApp(server), { path: '/oidc/introspect', params })
    assert.deepEqual(other.json, { active: false })
    const unauthenticated = await postAsApp(
      browser,
      { ...party, secret: 'wrong' },
      { path: '/oidc/introspect', params },
    )
    assert.deepEqual(oauthErrorOf(unauthenticated), { status: 401, error: 'invalid_client' })
  })

  test('are stored as hashes, without cookies', async () => {
    const { browser } = await signInPerson(server)
    const party = await registerApp(server)
    await browser.get(authorizeRequest(party, { prompt: 'login' }).path)
    const tokens = await getTokens(browser, party)
    const rows = JSON.stringify(await readRows(server, 'SELECT payload FROM oidc_item'))
    const secrets = [tokens.access_token, tokens.refresh_token ?? '', browser.cookies.get('cs') ?? '', party.secret]
    assert.deepEqual(
      secrets.map((secret) => secret !== '' && !rows.includes(secret)),
      [true, true, true, true],
    )
  })
})
