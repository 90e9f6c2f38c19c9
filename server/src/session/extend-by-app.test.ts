import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { CONTRACT_CHECK_EVERY_MS, SESSION_IDLE_MS, TOUCH_INTERVAL_MS } from '@countersign/contract/limits.ts'
import {
  createScriptedChains,
  NO,
  newContractAddress,
  proveAsContract,
  type ScriptedChains,
  YES,
} from '../../../test/support/chain/scripted-chains.ts'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { readRows } from '../../../test/support/database/rows.ts'
import {
  fetchUserinfo,
  getTokens,
  oauthErrorOf,
  postAsApp,
  refreshTokens,
  signInPerson,
} from '../../../test/support/oidc/app-sign-in.ts'
import {
  authorizeRequest,
  locationOf,
  type RelyingParty,
  registerApp,
} from '../../../test/support/oidc/relying-party.ts'
import { type Browser, type HttpResponse, openBrowser } from '../../../test/support/server/http-browser.ts'
import { expectProblem, expectSession, expectStarted } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'

const SIGNATURE = `0x${'5a'.repeat(130)}`

forEachEngine('use of the session by an app', (engine) => {
  let server: TestServer
  let chains: ScriptedChains
  let party: RelyingParty
  beforeEach(async () => {
    server = await startServer(engine)
    chains = createScriptedChains(10)
    server.context.chains = chains
    party = await registerApp(server, { accessSeconds: 30 * 86_400 })
  })
  afterEach(() => server.close())

  async function enterByContract() {
    const address = newContractAddress()
    chains.contracts.set(`10:${address}`, () => YES)
    const browser = openBrowser(server)
    const proof = await proveAsContract(await browser.challenge(), { address, signature: SIGNATURE })
    expectStarted(await browser.post('/api/sessions', { proof, keep: true }))
    return { browser, address }
  }

  const introspect = (token: string) =>
    postAsApp(openBrowser(server), party, { path: '/oidc/introspect', params: { token } })
  const signInSilently = (browser: Browser) => browser.get(authorizeRequest(party, { prompt: 'none' }).path)
  const lastSeen = async () => Number((await readRows(server, 'SELECT last_seen_at FROM session'))[0]?.last_seen_at)

  type Use = (browser: Browser, tokens: { access_token: string; refresh_token?: string }) => Promise<HttpResponse>
  const USES: Record<string, { use: Use; isGood(answer: HttpResponse): boolean }> = {
    'a silent sign-in': {
      use: (browser) => signInSilently(browser),
      isGood: (answer) => new URL(locationOf(answer), server.url).searchParams.has('code'),
    },
    'a refresh': {
      use: (_, { refresh_token: token = '' }) => refreshTokens(openBrowser(server), party, token),
      isGood: ({ status }) => status === 200,
    },
    userinfo: {
      use: (browser, { access_token: token }) => fetchUserinfo(browser, token),
      isGood: ({ status }) => status === 200,
    },
    introspection: {
      use: (_, { access_token: token }) => introspect(token),
      isGood: ({ json }) => (json as { active?: boolean }).active === true,
    },
  }

  for (const [name, { use, isGood }] of Object.entries(USES)) {
    test(`by ${name} extends the session`, async () => {
      const { browser } = await signInPerson(server)
      const tokens = await getTokens(browser, party)
      server.clock.now += TOUCH_INTERVAL_MS
      assert.ok(isGood(await use(browser, tokens)))
      await server.context.background.settled()
      assert.equal(await lastSeen(), server.clock.now)
      const [row] = await readRows(server, 'SELECT ip_first, ip_last FROM session')
      assert.equal(row?.ip_last, row?.ip_first, 'the address of the person, not that of the app')
      server.clock.now += SESSION_IDLE_MS - 1
      expectSession(await browser.get('/api/session'))
    })

    test(`by ${name} verifies the contract again and fails once it rejects`, async () => {
      const { browser, address } = await enterByContract()
      const tokens = await getTokens(browser, party)
      chains.calls = []
      assert.ok(isGood(await use(browser, tokens)))
      assert.equal(chains.requestCount, 0, 'not before its time')
      const again = await getTokens(browser, party)
      server.clock.now += CONTRACT_CHECK_EVERY_MS
      chains.contracts.set(`10:${address}`, () => NO)
      const refused = await use(browser, again)
      assert.equal(isGood(refused), false)
      assert.doesNotMatch(`${refused.status} ${refused.headers.location ?? ''} ${refused.text}`, /server_error|^5/)
      assert.ok(chains.requestCount > 0)
      expectProblem(await browser.get('/api/session'), 'session_revoked')
    })

    test(`by ${name} returns an internal error, not a denial, when no node answers`, async () => {
      const { browser } = await enterByContract()
      const tokens = await getTokens(browser, party)
      server.clock.now += CONTRACT_CHECK_EVERY_MS
      chains.up = false
      const answer = await use(browser, tokens)
      const said = answer.headers.location ? new URL(locationOf(answer), 'http://x').search : oauthErrorOf(answer).error
      assert.match(`${answer.status} ${said}`, /temporarily_unavailable|^5\d\d/)
      chains.up = true
      assert.ok(isGood(await use(browser, tokens)))
    })
  }
})
