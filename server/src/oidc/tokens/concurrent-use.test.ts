import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import {
  fetchUserinfo,
  getCode,
  getTokens,
  oauthErrorOf,
  refreshTokens,
  type SignedInPerson,
  signInPerson,
} from '../../../../test/support/oidc/app-sign-in.ts'
import {
  type RelyingParty,
  registerApp,
  requestToken,
  type Tokens,
} from '../../../../test/support/oidc/relying-party.ts'
import { openBrowser } from '../../../../test/support/server/http-browser.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { until } from '../../../../test/support/until.ts'
import type { Statement } from '../../platform/store/database.ts'
import { revokeItemsOfGrant, saveItem } from '../adapters/oidc-item.store.ts'

const RACES = 50
const refused = { status: 400, error: 'invalid_grant' }

forEachEngine('a code that several requests present at once', (engine) => {
  let server: TestServer
  let second: TestServer
  let person: SignedInPerson
  before(async () => {
    const databaseUrl = await engine.createDatabase()
    server = await startServer(engine, { databaseUrl })
    second = await startServer(engine, { databaseUrl })
    person = await signInPerson(server)
  })
  after(async () => {
    await second.close()
    await server.close()
  })

  const requestCode = async (party: RelyingParty) => {
    const browser = openBrowser(server)
    for (const [name, value] of person.browser.cookies) browser.cookies.set(name, value)
    const { code, request } = await getCode(browser, party)
    const params = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: party.redirectUri,
      code_verifier: request.verifier,
    }
    return (node: TestServer) => requestToken(openBrowser(node), party, params)
  }

  async function expectRevoked(party: RelyingParty, tokens: Tokens, message?: string): Promise<void> {
    assert.equal((await fetchUserinfo(openBrowser(server), tokens.access_token)).status, 401, message)
    const renewed = await refreshTokens(openBrowser(server), party, tokens.refresh_token ?? '')
    assert.deepEqual(oauthErrorOf(renewed), refused, message)
  }

  async function readReuse(party: RelyingParty) {
    await Promise.all([server, second].map(({ context }) => context.background.settled()))
    const rows = await readRows(server, 'SELECT kind, person_id, data FROM activity WHERE app_id = ?', party.app.id)
    return rows
      .filter(({ kind }) => kind === 'oidc.reuse')
      .map(({ person_id: personId, data }) => [personId, JSON.parse(String(data)).of])
  }

  // Where the other request is when the one that found the code unused is refused.
  const MOMENTS = ['AccessToken', 'RefreshToken'].flatMap((model) =>
    (['before', 'after'] as const).map((when) => ({ model, when })),
  )
  for (const { model, when } of MOMENTS)
    test(`is refused, revoked and audited ${when} the other request stores its ${model}`, async () => {
      const party = await registerApp(server)
      const exchange = await requestCode(party)
      const first = pauseAt(server, isConsumption)
      const replay = exchange(server)
      await first.reached
      const other = pauseAt(second, isInsertOf(model), when)
      const winning = exchange(second)
      await other.reached
      first.proceed()
      assert.deepEqual(oauthErrorOf(await replay), refused)
      other.proceed()
      const won = await winning
      assert.equal(won.status, 200, won.text)
      await expectRevoked(party, won.json as Tokens) // checked by their use
      assert.deepEqual(await readReuse(party), [[person.personId, 'code']])
    })

  test('is refused, revoked and audited after the other request was answered', async () => {
    const party = await registerApp(server)
    const exchange = await requestCode(party)
    const first = pauseAt(server, isConsumption)
    const replay = exchange(server)
    await first.reached
    const won = await exchange(second)
    first.proceed()
    assert.deepEqual([oauthErrorOf(await replay), won.status], [refused, 200])
    await expectRevoked(party, won.json as Tokens) // checked by their use
    assert.deepEqual(await readReuse(party), [[person.personId, 'code']])
  })

  test('is not audited as replayed when its grant ends before it is used', async () => {
    const party = await registerApp(server)
    const exchange = await requestCode(party)
    const first = pauseAt(server, isConsumption)
    const late = exchange(server)
    await first.reached
    const { items } = (await person.browser.get('/api/me/apps')).json as {
      items: { id: string; app: { id: string } }[]
    } // found by the app
    const grant = items.find(({ app }) => app.id === party.app.id)
    assert.equal((await person.browser.delete(`/api/me/apps/${grant?.id}`)).status, 204)
    first.proceed()
    assert.deepEqual(oauthErrorOf(await late), refused)
    assert.deepEqual(await readReuse(party), [])
  })

  test('gives no valid token, in any of fifty races of four requests on two nodes', async () => {
    for (let race = 0; race < RACES; race++) {
      const party = await registerApp(server)
      const exchange = await requestCode(party)
      const responses = await Promise.all([server, second, second, server].map((node) => exchange(node)))
      const won = responses.filter(({ status }) => status === 200)
      assert.equal(won.length, 1)
      for (const { json } of won) await expectRevoked(party, json as Tokens, `race ${race}`) // by their use
      const reuse = await readReuse(party)
      assert.ok(reuse.length > 0, `race ${race}`)
      for (const entry of reuse) assert.deepEqual(entry, [person.personId, 'code'])
    }
  })

  test('for a refresh token past its grace period is refused, revoked and audited as it is used', async () => {
    const party = await registerApp(server)
    const tokens = await getTokens(person.browser, party)
    const refresh = (node: TestServer) => refreshTokens(openBrowser(node), party, tokens.refresh_token ?? '')
    const first = pauseAt(server, isConsumption)
    const replay = refresh(server)
    await first.reached
    // The other node's clock decides when the token was used.
    second.clock.now = server.clock.now - 20_000
    const renewed = await refresh(second)
    second.clock.now = server.clock.now
    first.proceed()
    assert.deepEqual([oauthErrorOf(await replay), renewed.status], [refused, 200])
    await expectRevoked(party, renewed.json as Tokens) // checked by their use
    assert.deepEqual(await readReuse(party), [[person.personId, 'refresh_token']])
  })

  if (engine.name === 'postgres')
    test('gives no token that is stored while the revocation runs', async () => {
      const { store, config } = server.context
      const keep = (id: string) =>
        saveItem(store, { model: 'Test', idHash: Buffer.from(id), payload: '{}', grantId: 'race', expiresAt: 1 })
      await keep('code')
      const unlock = await lockGrant(String(config.database.engine === 'postgres' && config.database.url))
      const revoking = revokeItemsOfGrant(second.context.store, 'race')
      const findWaiting = () =>
        readRows(server, "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'")
      await until(findWaiting, (rows) => rows.length > 0, 'the revocation waits')
      await keep('token')
      await unlock()
      await revoking
      assert.deepEqual(await readRows(server, "SELECT model FROM oidc_item WHERE grant_id = 'race'"), [])
    })
})

/** Locks the items of the grant "race" until it is called. */
async function lockGrant(connectionString: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query("BEGIN; SELECT 1 FROM oidc_item WHERE grant_id = 'race' FOR UPDATE")
  return async () => {
    await client.query('COMMIT')
    await client.end()
  }
}

type Match = (statement: Statement, values: unknown[]) => boolean

const isConsumption: Match = ({ sqlite }) => sqlite.startsWith('UPDATE oidc_item SET consumed_at')
const isInsertOf =
  (model: string): Match =>
  ({ sqlite }, values) =>
    sqlite.startsWith('INSERT INTO oidc_item') && values[0] === model

/** Stops the next statement that matches, before or after it runs, until `proceed` is called. */
function pauseAt({ context }: TestServer, matches: Match, when: 'before' | 'after' = 'before') {
  const { store } = context
  const { run } = store
  const [reached, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const pause = () => {
    reached.resolve()
    return going.promise
  }
  store.run = async (statement, ...values) => {
    if (!matches(statement, values)) return run(statement, ...values)
    store.run = run
    if (when === 'before') await pause()
    const count = await run(statement, ...values)
    if (when === 'after') await pause()
    return count
  }
  return { reached: reached.promise, proceed: going.resolve }
}
