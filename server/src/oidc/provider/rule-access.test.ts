import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { GRACE_MINUTES } from '@countersign/contract/limits/rule-limits.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import {
  fetchUserinfo,
  getCode,
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
  interactionIdOf,
  postDecision,
  type RelyingParty,
  readJwt,
  registerApp,
  requestToken,
} from '../../../../test/support/oidc/relying-party.ts'
import { addRuleGroup, changeRule, type ScriptedRules, scriptRules } from '../../../../test/support/rule-groups.ts'
import { openBrowser } from '../../../../test/support/server/http-browser.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { checkVerdicts } from '../../rules/verdicts/check-verdicts.ts'
import { removeVerdicts } from '../../rules/verdicts/remove-verdicts.ts'
import { sendDueLogouts } from '../sign-out/backchannel-logout.ts'

const GRACE_MS = GRACE_MINUTES.standard * 60_000
const UNAVAILABLE = { status: 503, error: 'temporarily_unavailable' }

forEachEngine('apps for a group with a rule', (engine) => {
  const logouts: string[] = []
  const receiver = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (body: string) => logouts.push(body))
    request.on('end', () => response.end())
  })
  let server: TestServer
  let second: TestServer
  let script: ScriptedRules
  let group: { id: string; slug: string }
  let party: RelyingParty
  let person: SignedInPerson
  let backchannelLogoutUri = ''
  before(async () => {
    const databaseUrl = await engine.createDatabase()
    server = await startServer(engine, { databaseUrl })
    second = await startServer(engine, { databaseUrl })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    backchannelLogoutUri = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/logout` // a TCP server's
  })
  after(async () => {
    receiver.close()
    await second.close()
    await server.close()
  })
  beforeEach(async () => {
    logouts.length = 0
    await server.context.background.settled()
    await changeRows(server, 'UPDATE people_group SET rule = NULL')
    script = scriptRules(server, () => 'yes')
    group = await addRuleGroup(server)
    party = await registerApp(server, { groupIds: [group.id], backchannelLogoutUri, accessSeconds: 3600 })
    person = await signInPerson(server)
  })

  const app = () => openBrowser(server)
  const introspect = (token: string) => postAsApp(app(), party, { path: '/oidc/introspect', params: { token } })
  const isActive = async (token: string) => (await introspect(token)).json
  const decide = async (outcome: 'yes' | 'no' | 'unknown') => {
    script.decide = () => outcome
    await checkVerdicts(server.context, { groupIds: [group.id], personIds: [person.personId] })
  }
  /** The next request checks again and waits for it. */
  const forget = () => changeRows(server, 'UPDATE rule_verdict SET fresh_until = 0, keep_until = 0')
  const receivedLogouts = async () => {
    await sendDueLogouts(server.context, server.oidc)
    return logouts.map((body) => readJwt(body.replace('logout_token=', '')).sid)
  }

  test('let people in who meet it, with the group in the claims', async () => {
    const tokens = await getTokens(person.browser, party)
    assert.deepEqual(readJwt(tokens.id_token).groups, [group.slug])
    const { json } = await fetchUserinfo(app(), tokens.access_token)
    assert.deepEqual((json as { groups: string[] }).groups, [group.slug])
    assert.deepEqual(script.evaluations, [1])
  })

  test('show people who do not why they have no access', async () => {
    script.decide = () => 'no'
    const id = interactionIdOf(await person.browser.get(authorizeRequest(party).path))
    const { step } = (await person.browser.get(`/api/interactions/${id}`)).json as { step: string } // compared next
    assert.equal(step, 'access')
    expectProblem(await postDecision(person.browser, id, 'continue'), 'access_denied')
  })

  test('get no consent from a session that ended while its access was checked', async () => {
    const id = interactionIdOf(await person.browser.get(authorizeRequest(party).path))
    const { seen } = (await person.browser.get(`/api/interactions/${id}`)).json as { seen: string } // the server checks it
    await forget()
    script.decide = async () => {
      const other = openBrowser(second)
      for (const [name, value] of person.browser.cookies) other.cookies.set(name, value)
      await other.delete('/api/session')
      return { outcome: 'yes' }
    }
    const response = await person.browser.post(`/api/interactions/${id}`, { decision: 'allow', seen })
    expectProblem(response, 'session_revoked')
    assert.deepEqual(await readRows(server, 'SELECT id FROM app_grant WHERE person_id = ?', person.personId), [])
  })

  test('hear temporarily_unavailable from an authorization request that cannot be checked', async () => {
    script.decide = () => 'unknown'
    for (const changes of [{}, { prompt: 'none' }]) {
      const answered = callbackParams(party, await person.browser.get(authorizeRequest(party, changes).path))
      assert.deepEqual([answered.get('error'), answered.get('code')], ['temporarily_unavailable', null])
    }
  })

  test('get an error for an interaction that can no longer be checked, which can still be declined', async () => {
    const id = interactionIdOf(await person.browser.get(authorizeRequest(party).path))
    await forget()
    script.decide = () => 'unknown'
    expectProblem(await person.browser.get(`/api/interactions/${id}`), 'access_unknown')
    expectProblem(await postDecision(person.browser, id, 'continue'), 'access_unknown')
    const declined = await postDecision(person.browser, id, 'deny')
    assert.equal(declined.status, 200, declined.text)
  })

  test('can redeem a code again after an outage', async () => {
    const { request, code } = await getCode(person.browser, party)
    const redeem = () =>
      requestToken(app(), party, {
        ...{ grant_type: 'authorization_code', code, redirect_uri: party.redirectUri },
        code_verifier: request.verifier,
      })
    await forget()
    script.decide = () => 'unknown'
    assert.deepEqual(oauthErrorOf(await redeem()), UNAVAILABLE)
    await forget()
    script.decide = () => 'yes'
    assert.equal((await redeem()).status, 200)
  })

  test('keep their tokens during the grace period of an outage, and are not refused afterwards', async () => {
    const tokens = await getTokens(person.browser, party)
    script.decide = () => 'unknown'
    server.clock.now += GRACE_MS - 1
    assert.equal((await fetchUserinfo(app(), tokens.access_token)).status, 200)
    const refreshed = await refreshTokens(app(), party, tokens.refresh_token ?? '')
    assert.equal(refreshed.status, 200, refreshed.text)
    const { access_token: token, refresh_token: renewal } = refreshed.json as { [name: string]: string } // used next
    assert.deepEqual(readJwt((refreshed.json as { id_token: string }).id_token).groups, [group.slug])
    await server.context.background.settled()

    server.clock.now += 1
    assert.deepEqual(oauthErrorOf(await fetchUserinfo(app(), token ?? '')), UNAVAILABLE)
    assert.deepEqual(oauthErrorOf(await refreshTokens(app(), party, renewal ?? '')), UNAVAILABLE)
    assert.deepEqual(oauthErrorOf(await introspect(token ?? '')), UNAVAILABLE)
    assert.deepEqual(await receivedLogouts(), [])

    await forget()
    script.decide = () => 'yes'
    assert.equal((await fetchUserinfo(app(), token ?? '')).status, 200)
    assert.equal((await refreshTokens(app(), party, renewal ?? '')).status, 200)
  })

  test('lose their tokens and hear of the sign-out when somebody leaves', async () => {
    const tokens = await getTokens(person.browser, party)
    const other = await signInPerson(server)
    const kept = await getTokens(other.browser, party)
    const open = await getTokens(person.browser, await registerApp(server))
    await decide('no')
    assert.equal((await fetchUserinfo(app(), tokens.access_token)).status, 401)
    assert.deepEqual(await isActive(tokens.access_token), { active: false })
    const refreshed = await refreshTokens(app(), party, tokens.refresh_token ?? '')
    assert.deepEqual(oauthErrorOf(refreshed), { status: 400, error: 'invalid_grant' })
    assert.deepEqual(await receivedLogouts(), [readJwt(tokens.id_token).sid])
    script.decide = () => 'yes'
    for (const { access_token } of [kept, open]) assert.equal((await fetchUserinfo(app(), access_token)).status, 200)
    assert.equal((await person.browser.get('/api/session')).status, 200)
    await decide('yes')
    assert.equal((await fetchUserinfo(app(), tokens.access_token)).status, 401)
    assert.ok((await getTokens(person.browser, party)).access_token)
  })

  test('lose their tokens on every node', async () => {
    const tokens = await getTokens(person.browser, party)
    const atOther = openBrowser(second)
    second.clock.now = server.clock.now
    assert.equal((await fetchUserinfo(atOther, tokens.access_token)).status, 200)
    script.decide = () => 'no'
    scriptRules(second, () => 'no')
    await checkVerdicts(second.context, { groupIds: [group.id], personIds: [person.personId] })
    for (const node of [atOther, app()]) assert.equal((await fetchUserinfo(node, tokens.access_token)).status, 401)
    const id = interactionIdOf(await person.browser.get(authorizeRequest(party).path))
    expectProblem(await postDecision(person.browser, id, 'continue'), 'access_denied')
    assert.deepEqual(await receivedLogouts(), [readJwt(tokens.id_token).sid])
  })

  test('lose their tokens when the request itself finds out', async () => {
    const tokens = await getTokens(person.browser, party)
    await forget()
    script.decide = () => 'no'
    assert.equal((await fetchUserinfo(app(), tokens.access_token)).status, 401)
    assert.deepEqual(await receivedLogouts(), [readJwt(tokens.id_token).sid])
  })

  test('lose their tokens when a changed rule or no rule puts somebody out', async () => {
    for (const putOut of [() => changeRule(server, group.id).then(() => decide('no')), removeRule]) {
      await decide('yes')
      logouts.length = 0
      const tokens = await getTokens(person.browser, party)
      await putOut()
      assert.equal((await fetchUserinfo(app(), tokens.access_token)).status, 401)
      assert.deepEqual(await receivedLogouts(), [readJwt(tokens.id_token).sid])
    }
  })

  async function removeRule(): Promise<void> {
    await changeRows(server, 'UPDATE people_group SET rule = NULL, rule_version = rule_version + 1')
    await removeVerdicts(server.context, { groupId: group.id, slug: group.slug })
  }

  test('keep their tokens until every group has refused', async () => {
    const tokens = await getTokens(person.browser, party)
    const other = await addRuleGroup(server, { heldBlocks: 1 })
    const both = JSON.stringify([group.id, other.id])
    await changeRows(server, 'UPDATE app SET group_ids = ? WHERE id = ?', both, party.app.id)
    const checkOther = () => checkVerdicts(server.context, { groupIds: [other.id], personIds: [person.personId] })
    await decide('no')
    assert.deepEqual(await receivedLogouts(), [])
    script.decide = () => 'unknown'
    await checkOther()
    assert.deepEqual(await receivedLogouts(), [])
    script.decide = () => 'no'
    await checkOther()
    assert.equal((await fetchUserinfo(app(), tokens.access_token)).status, 401)
    assert.deepEqual(await receivedLogouts(), [readJwt(tokens.id_token).sid])
  })

  test('keep their tokens while another group gives access or could', async () => {
    const other = await addRuleGroup(server, { heldBlocks: 1 })
    party = await registerApp(server, { groupIds: [group.id, other.id], backchannelLogoutUri })
    const tokens = await getTokens(person.browser, party)
    await checkVerdicts(server.context, { groupIds: [other.id], personIds: [person.personId] })
    await decide('no')
    assert.equal((await fetchUserinfo(app(), tokens.access_token)).status, 200)
    await changeRows(server, 'UPDATE rule_verdict SET keep_until = 0 WHERE group_id = ?', other.id)
    await decide('yes')
    await decide('no')
    assert.deepEqual(await receivedLogouts(), [])
    await changeRows(server, "UPDATE rule_verdict SET outcome = 'no' WHERE group_id = ?", other.id)
    const added = 'INSERT INTO group_member (group_id, person_id, added_at) VALUES (?, ?, 1)'
    await changeRows(server, added, group.id, person.personId)
    await decide('yes')
    await decide('no')
    assert.equal((await fetchUserinfo(app(), tokens.access_token)).status, 200)
    assert.deepEqual(await receivedLogouts(), [])
  })
})
