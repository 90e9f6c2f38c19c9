/** Apps and protected hosts whose access follows a real token, with a clock that the test moves. */

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import {
  GRACE_MINUTES,
  VERDICT_NO_FRESH_MS,
  VERDICT_UNKNOWN_FRESH_MS,
  VERDICT_YES_FRESH_MS,
  WATCH_INTERVAL_MS,
} from '@countersign/contract/limits/rule-limits.ts'
import type { Address } from 'viem'
import { writeHostCookie } from '../../../server/src/forward-auth/host-cookie.ts'
import { createRuleJobs } from '../../../server/src/rules/watch/start-rule-jobs.ts'
import { type FaultyNode, startFaultyNode } from '../../support/chain/faulty-node.ts'
import { CHAIN_ID, type Chain, startChain } from '../../support/chain/hardhat-chain.ts'
import { deployRuleContracts, type RuleContracts } from '../../support/chain/rule-contracts.ts'
import { forDefaultEngine } from '../../support/database/engines.ts'
import { fetchUserinfo, getTokens, oauthErrorOf, postAsApp, refreshTokens } from '../../support/oidc/app-sign-in.ts'
import {
  authorizeRequest,
  callbackParams,
  locationOf,
  type RelyingParty,
  readJwt,
  registerApp,
  type Tokens,
} from '../../support/oidc/relying-party.ts'
import { addProtectedHost, openProtectedHost } from '../../support/proxies/protected-host.ts'
import { conditionOf } from '../../support/rule-fixtures.ts'
import { addRuleGroup } from '../../support/rule-groups.ts'
import { lowerCase } from '../../support/rule-load.ts'
import type { HttpResponse } from '../../support/server/http-browser.ts'
import { addPerson, type TestPerson } from '../../support/server/people.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'

const MINUTE = 60_000
const BUYER: Address = `0x${'b1'.repeat(20)}`

type Visitor = TestPerson & { request(): Promise<HttpResponse> }

forDefaultEngine('a rule in use', (engine) => {
  let chain: Chain
  let contracts: RuleContracts
  let node: FaultyNode
  let server: TestServer
  before(async () => {
    chain = await startChain()
    contracts = deployRuleContracts(chain)
    node = await startFaultyNode(chain.url)
  })
  after(async () => {
    await node.stop()
    await chain.stop()
  })
  afterEach(async () => {
    node.fault = 'none'
    await server.close()
  })

  /** A group for the owners of a token, with a protected host and an app that only they can use. */
  async function setUp() {
    server = await startServer(engine, { environment: { [`RPC_${CHAIN_ID}`]: node.url } })
    const cats = await contracts.erc721()
    const condition = conditionOf.erc721({ chainId: CHAIN_ID, contract: lowerCase(cats.address) })
    const group = await addRuleGroup(server, { condition })
    const host = 'wiki.example'
    await addProtectedHost(server, host, [group.id])
    const party = await registerApp(server, { groupIds: [group.id], access: 'groups' })
    const jobs = createRuleJobs(server.context)
    await jobs.tick()
    return { cats, group, host, party, jobs }
  }
  type SetUp = Awaited<ReturnType<typeof setUp>>

  /** Somebody with a session at the protected host, and with a token of the collection if it has an id. */
  async function addVisitor({ cats, host }: SetUp, tokenId?: bigint): Promise<Visitor> {
    const person = await addPerson(server)
    if (tokenId !== undefined) await cats.mint(person.account.address, tokenId)
    const site = openProtectedHost(server, host)
    const cookie = String(writeHostCookie(server.context, host, person.sessionId).split(';')[0])
    return { ...person, request: () => site.request('/', { cookie }) }
  }

  async function runWatcher({ jobs }: SetUp, intervals = 1): Promise<void> {
    for (let interval = 0; interval < intervals; interval++) {
      server.clock.now += WATCH_INTERVAL_MS
      await jobs.tick()
      await server.context.background.settled()
    }
  }

  async function introspect({ browser }: TestPerson, party: RelyingParty, token: string): Promise<unknown> {
    const response = await postAsApp(browser, party, { path: '/oidc/introspect', params: { token } })
    assert.equal(response.status, 200, response.text)
    return (response.json as { active: unknown }).active // RFC 7662
  }

  async function expectInside(visitor: Visitor, { party, group }: SetUp): Promise<Tokens> {
    const response = await visitor.request()
    assert.deepEqual([response.status, response.headers['remote-groups']], [200, group.slug])
    const tokens = await getTokens(visitor.browser, party, { prompt: 'consent' })
    assert.deepEqual(readJwt(tokens.id_token).groups, [group.slug])
    assert.equal((await fetchUserinfo(visitor.browser, tokens.access_token)).status, 200)
    assert.equal(await introspect(visitor, party, tokens.access_token), true)
    return tokens
  }

  async function expectOutside(visitor: Visitor, { party }: SetUp, tokens: Tokens): Promise<void> {
    const response = await visitor.request()
    assert.equal(response.status, 403)
    assert.match(response.text, /href="[^"]+\/access\?host=wiki\.example"[^>]*>Ask for access/)
    assert.equal((await fetchUserinfo(visitor.browser, tokens.access_token)).status, 401)
    assert.equal(await introspect(visitor, party, tokens.access_token), false)
    const refreshed = await refreshTokens(visitor.browser, party, tokens.refresh_token ?? '')
    assert.deepEqual(oauthErrorOf(refreshed), { status: 400, error: 'invalid_grant' })
    const authorized = await visitor.browser.get(authorizeRequest(party, { prompt: 'none' }).path)
    assert.equal(callbackParams(party, authorized).get('error'), 'access_denied', locationOf(authorized))
  }

  test('access ends when the token is sold, and returns with it', async () => {
    const all = await setUp()
    const visitor = await addVisitor(all, 1n)
    const { address } = visitor.account
    const tokens = await expectInside(visitor, all)
    await all.cats.transfer(address, BUYER, 1n)
    await runWatcher(all)
    await expectOutside(visitor, all, tokens)
    await all.cats.transfer(BUYER, address, 1n)
    await runWatcher(all)
    await expectInside(visitor, all)
  })

  test('access ends within five minutes if the node does not report events', async () => {
    const all = await setUp()
    const visitor = await addVisitor(all, 1n)
    const tokens = await expectInside(visitor, all)
    node.fault = 'no-logs'
    await all.cats.transfer(visitor.account.address, BUYER, 1n)
    await runWatcher(all, VERDICT_YES_FRESH_MS / WATCH_INTERVAL_MS)
    await expectOutside(visitor, all, tokens)
  })

  test('in an outage, people stay for the grace period and nobody else is let in or refused', async () => {
    const all = await setUp()
    const { party } = all
    const visitor = await addVisitor(all, 1n)
    const newcomer = await addVisitor(all, 2n)
    let tokens = await expectInside(visitor, all)
    const refresh = async () => {
      const response = await refreshTokens(visitor.browser, party, tokens.refresh_token ?? '')
      if (response.status === 200) tokens = response.json as Tokens // a good answer has them
      return response.status
    }
    node.fault = 'dead'
    server.clock.now += (GRACE_MINUTES.standard - 1) * MINUTE
    await server.context.background.settled()
    assert.equal((await visitor.request()).status, 200)
    assert.equal(await refresh(), 200)
    assert.equal(await introspect(visitor, party, tokens.access_token), true)
    await expectUnknown(newcomer, party)

    server.clock.now += 2 * MINUTE
    await expectUnknown(visitor, party)
    assert.equal(await refresh(), 503)

    node.fault = 'none'
    server.clock.now += MINUTE
    assert.equal((await visitor.request()).status, 200)
    assert.equal((await newcomer.request()).status, 200)
    assert.equal(await refresh(), 200)
    assert.equal((await fetchUserinfo(visitor.browser, tokens.access_token)).status, 200)
  })

  test('an endpoint that is behind puts nobody out who was in at a later block, until the grace period is over', async () => {
    const all = await setUp()
    const { party } = all
    const buyer = await addVisitor(all, 1n)
    let tokens = await expectInside(buyer, all)
    const enteredAt = server.clock.now
    // Before the token was minted.
    node.fault = { lag: 1 }
    for (const minutes of [5, 10, GRACE_MINUTES.standard - 1]) {
      server.clock.now = enteredAt + minutes * MINUTE
      await runWatcher(all, 2)
      assert.equal((await buyer.request()).status, 200)
      assert.equal((await fetchUserinfo(buyer.browser, tokens.access_token)).status, 200)
      assert.equal(await introspect(buyer, party, tokens.access_token), true)
      const refreshed = await refreshTokens(buyer.browser, party, tokens.refresh_token ?? '')
      assert.equal(refreshed.status, 200, refreshed.text)
      tokens = refreshed.json as Tokens // a good answer has them
    }
    // The chain is shorter for good.
    server.clock.now = enteredAt + GRACE_MINUTES.standard * MINUTE
    await runWatcher(all)
    await expectOutside(buyer, all, tokens)
  })

  test('an endpoint that is behind does not let somebody back in who sold the token', async () => {
    const all = await setUp()
    const seller = await addVisitor(all, 1n)
    const tokens = await expectInside(seller, all)
    await all.cats.transfer(seller.account.address, BUYER, 1n)
    await runWatcher(all)
    await expectOutside(seller, all, tokens)
    node.fault = { lag: 1 }
    server.clock.now += VERDICT_NO_FRESH_MS
    await expectUnknown(seller, all.party)
    node.fault = 'none'
    server.clock.now += VERDICT_UNKNOWN_FRESH_MS
    assert.equal((await seller.request()).status, 403)
  })

  async function expectUnknown(visitor: Visitor, party: RelyingParty): Promise<void> {
    const response = await visitor.request()
    assert.deepEqual([response.status, response.headers['retry-after']], [503, '10'])
    assert.equal(response.text.includes('not open to you'), false)
    for (const changes of [{}, { prompt: 'none' }]) {
      const authorized = await visitor.browser.get(authorizeRequest(party, changes).path)
      assert.equal(callbackParams(party, authorized).get('error'), 'temporarily_unavailable', locationOf(authorized))
    }
  }
})
