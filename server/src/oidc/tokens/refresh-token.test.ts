import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import {
  fetchUserinfo,
  getTokens,
  oauthErrorOf,
  postAsApp,
  refreshTokens,
  type SignedInPerson,
  signInPerson,
} from '../../../../test/support/oidc/app-sign-in.ts'
import { type RelyingParty, readJwt, registerApp, type Tokens } from '../../../../test/support/oidc/relying-party.ts'
import { openBrowser } from '../../../../test/support/server/http-browser.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { purge } from '../../operations/purge.ts'

const refused = { status: 400, error: 'invalid_grant' }

forEachEngine('a refresh token', (engine) => {
  let server: TestServer
  let person: SignedInPerson
  before(async () => {
    server = await startServer(engine)
    person = await signInPerson(server)
  })
  after(() => server.close())

  const refresh = async (party: RelyingParty, token: string | undefined): Promise<Tokens> => {
    const response = await refreshTokens(openBrowser(server), party, token ?? '')
    assert.equal(response.status, 200, response.text)
    return response.json as Tokens // checked by its use
  }

  test('is issued for offline_access only, when the app allows it', async () => {
    const party = await registerApp(server)
    const without = await getTokens(person.browser, party, { scope: 'openid profile' })
    assert.deepEqual([without.refresh_token, without.scope], [undefined, 'openid profile'])
    const tokens = await getTokens(person.browser, party)
    assert.ok(tokens.refresh_token)
    const never = await registerApp(server, { scopes: ['openid', 'profile'] })
    const limited = await getTokens(person.browser, never, { scope: 'openid profile offline_access' })
    assert.deepEqual([limited.refresh_token, limited.scope], [undefined, 'openid profile'])
  })

  test('is rotated, with the same person, claims and auth_time', async () => {
    const party = await registerApp(server)
    const first = await getTokens(person.browser, party)
    const second = await refresh(party, first.refresh_token)
    assert.notEqual(second.refresh_token, first.refresh_token)
    const claimsOf = ({ id_token }: Tokens) => {
      const { iat: _, exp: __, at_hash: ___, ...claims } = readJwt(id_token)
      return claims
    }
    assert.deepEqual(claimsOf(second), claimsOf(first))
    assert.equal((await fetchUserinfo(person.browser, second.access_token)).status, 200)
  })

  test('may be repeated within ten seconds, because a response can get lost', async () => {
    const party = await registerApp(server)
    const first = await getTokens(person.browser, party)
    await refresh(party, first.refresh_token)
    server.clock.now += 9999
    const third = await refresh(party, first.refresh_token)
    assert.equal((await fetchUserinfo(person.browser, third.access_token)).status, 200)
  })

  test('used concurrently has one successor', async () => {
    const party = await registerApp(server)
    const first = await getTokens(person.browser, party)
    const renewed = await Promise.all(Array.from({ length: 20 }, () => refresh(party, first.refresh_token)))
    const successors = new Set(renewed.map(({ refresh_token }) => refresh_token))
    assert.equal(successors.size, 1)
    assert.notEqual([...successors][0], first.refresh_token)
    const model =
      "SELECT count(*) AS n FROM oidc_item WHERE model = 'RefreshToken' AND consumed_at IS NULL AND grant_id LIKE ?"
    const [row] = await readRows(
      server,
      "SELECT grant_id FROM oidc_item WHERE model = 'RefreshToken' ORDER BY expires_at DESC",
    )
    assert.deepEqual(await readRows(server, model, String(row?.grant_id)), [{ n: 1 }])
    await refresh(party, [...successors][0])
  })

  test('revokes the family when it is replayed after its successor was used', async () => {
    const party = await registerApp(server)
    const first = await getTokens(person.browser, party)
    const second = await refresh(party, first.refresh_token)
    const third = await refresh(party, second.refresh_token)
    for (const { refresh_token: token = '' } of [first, third, second])
      assert.deepEqual(oauthErrorOf(await refreshTokens(openBrowser(server), party, token)), refused)
    assert.equal((await fetchUserinfo(person.browser, third.access_token)).status, 401)
  })

  test('revokes the family when it is replayed after the grace period, and is audited', async () => {
    const party = await registerApp(server)
    const first = await getTokens(person.browser, party)
    const second = await refresh(party, first.refresh_token)
    server.clock.now += 10_000
    assert.deepEqual(oauthErrorOf(await refreshTokens(openBrowser(server), party, first.refresh_token ?? '')), refused)
    assert.deepEqual(oauthErrorOf(await refreshTokens(openBrowser(server), party, second.refresh_token ?? '')), refused)
    assert.equal((await fetchUserinfo(person.browser, second.access_token)).status, 401)
    await server.context.background.settled()
    const rows = await readRows(server, "SELECT person_id, outcome, data FROM activity WHERE kind = 'oidc.reuse'")
    assert.deepEqual(
      rows
        .map(({ data, ...row }) => ({ ...row, data: JSON.parse(String(data)) }))
        .filter(({ data }) => data.appId === party.app.id),
      [
        {
          person_id: person.personId,
          outcome: 'refused',
          data: { app: party.app.name, appId: party.app.id, of: 'refresh_token' },
        },
      ],
    )
  })

  test('cannot be used by another app or for more scopes', async () => {
    const party = await registerApp(server)
    const other = await registerApp(server)
    const { refresh_token: token = '' } = await getTokens(person.browser, party, { scope: 'openid offline_access' })
    assert.deepEqual(oauthErrorOf(await refreshTokens(openBrowser(server), other, token)), refused)
    const params = { grant_type: 'refresh_token', refresh_token: token, scope: 'openid profile' }
    assert.deepEqual(oauthErrorOf(await postAsApp(openBrowser(server), party, { path: '/oidc/token', params })), {
      status: 400,
      error: 'invalid_scope',
    })
  })

  test('expires when idle, and after its maximum lifetime', async () => {
    const party = await registerApp(server, { refreshIdleSeconds: 3600, refreshMaxSeconds: 3600 })
    const { refresh_token: token = '' } = await getTokens(person.browser, party)
    server.clock.now += 3_600_000
    assert.deepEqual(oauthErrorOf(await refreshTokens(openBrowser(server), party, token)), refused)
  })

  test('revoked by the app revokes its grant', async () => {
    const party = await registerApp(server)
    const tokens = await getTokens(person.browser, party)
    const params = { token: tokens.refresh_token ?? '' }
    const byOtherApp = await postAsApp(openBrowser(server), await registerApp(server), { path: '/oidc/revoke', params })
    assert.equal(byOtherApp.status, 200)
    assert.equal((await fetchUserinfo(person.browser, tokens.access_token)).status, 200)
    assert.equal((await postAsApp(openBrowser(server), party, { path: '/oidc/revoke', params })).status, 200)
    assert.equal((await fetchUserinfo(person.browser, tokens.access_token)).status, 401)
    assert.deepEqual(oauthErrorOf(await refreshTokens(openBrowser(server), party, tokens.refresh_token ?? '')), refused)
  })

  test('is purged when expired', async () => {
    const party = await registerApp(server)
    await getTokens(person.browser, party)
    assert.notDeepEqual(await readRows(server, 'SELECT model FROM oidc_item'), [])
    server.clock.now += 30 * 86_400_000
    await purge(server.context)
    assert.deepEqual(await readRows(server, 'SELECT model FROM oidc_item'), [])
  })
})
