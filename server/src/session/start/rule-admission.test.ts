import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { ProblemDetails } from '@countersign/contract/error/errors.ts'
import { GRACE_MINUTES, VERDICT_YES_FRESH_MS } from '@countersign/contract/limits/rule-limits.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, countRows, readRows } from '../../../../test/support/database/rows.ts'
import {
  addRuleGroup,
  changeRule,
  readVerdict,
  type ScriptedRules,
  scriptRules,
  TOKEN,
} from '../../../../test/support/rule-groups.ts'
import { newAccount, openBrowser, prove, signIn } from '../../../../test/support/server/http-browser.ts'
import { readEvents } from '../../../../test/support/server/people.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { WAIT_MS } from '../../../../test/support/until.ts'
import { issueChallenge, readSignedMessage } from '../../proof/challenge/challenge.ts'
import { verifySignedMessage } from '../../proof/challenge/verify-signed-message.ts'
import { openRules } from '../../rules/open-rules.ts'
import { checkRules } from './admission.ts'

forEachEngine('sign-up by rule', (engine) => {
  let server: TestServer
  let script: ScriptedRules
  let group: { id: string; slug: string }
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())
  beforeEach(async () => {
    openRules(server.context).waitMs = WAIT_MS
    script = scriptRules(server)
    group = await addRuleGroup(server)
    await registerBy(group)
  })

  async function registerBy(...groups: { id: string }[]): Promise<void> {
    const registrationGroupIds = groups.map(({ id }) => id)
    const settings = JSON.stringify({ registration: 'groups', registrationGroupIds, version: 1 })
    await changeRows(server, "DELETE FROM setting WHERE key = 'settings'")
    await changeRows(server, "INSERT INTO setting (key, value, changed_at) VALUES ('settings', ?, 0)", settings)
  }
  const start = (account = newAccount()) => signIn(openBrowser(server), account)

  test('admits a wallet that meets a rule, with its verdict', async () => {
    script.decide = ({ personId, role, holders }) => {
      assert.deepEqual([personId, role, holders.length], [null, 'member', 1])
      return 'yes'
    }
    const account = newAccount()
    const { me } = expectStarted(await start(account))
    assert.equal(me.role, 'member')
    const freshFor = VERDICT_YES_FRESH_MS
    const verdict = { outcome: 'yes', version: 1, freshFor, keptFor: GRACE_MINUTES.standard * 60_000 }
    assert.deepEqual(await readVerdict(server, group.id, me.id), verdict)
    const [entered] = (await readEvents(server, 'rule.entered')).filter(({ person_id }) => person_id === me.id)
    assert.deepEqual(entered?.data, { groupId: group.id, slug: group.slug })
    script.decide = () => 'no'
    expectStarted(await start(account))
    assert.deepEqual(script.evaluations, [1])
  })

  test('accepts the refused proof as a request for access, and shows its state', async () => {
    const browser = openBrowser(server)
    const account = newAccount()
    const proof = await prove(await browser.challenge(), account)
    expectProblem(await browser.post('/api/sessions', { proof, keep: true }), 'requirements_not_met')
    assert.equal((await browser.post('/api/access-requests', { proof })).status, 201)
    const again = await prove(await browser.challenge(), account)
    const response = await browser.post('/api/sessions', { proof: again, keep: true })
    expectProblem(response, 'requirements_not_met')
    assert.equal((response.json as ProblemDetails).request?.status, 'open')
  })

  test('refuses others with the requirements, and writes nothing but the refusal', async () => {
    const before = await countRows(server)
    const browser = openBrowser(server)
    const account = newAccount()
    const proof = await prove(await browser.challenge(), account)
    const response = await browser.post('/api/sessions', { proof, keep: true })
    expectProblem(response, 'requirements_not_met')
    const { requirements = [], request } = response.json as ProblemDetails
    assert.equal(request, undefined)
    assert.deepEqual(
      requirements.map(({ hasRule, outcome, details }) => ({
        hasRule,
        outcome,
        wallets: details?.reasons[0]?.wallets,
      })),
      [{ hasRule: true, outcome: 'no', wallets: [account.address] }],
    )
    assert.deepEqual(await countRows(server), before)
    const refused = (await readEvents(server, 'sign_in.refused')).at(-1)
    assert.equal(refused?.code, 'requirements_not_met')
    script.decide = () => 'yes'
    expectStarted(await browser.post('/api/sessions', { proof, keep: true }))
  })

  test('shows only the words of the operator when they hide the reasons', async () => {
    const hidden = await addRuleGroup(server, { showReasons: false, refusalText: 'Get a cat first.' })
    await registerBy(hidden)
    const { requirements } = (await start()).json as ProblemDetails
    assert.deepEqual(requirements, [{ hasRule: true, outcome: 'no', text: 'Get a cat first.', details: null }])
  })

  test('answers with an error when a rule cannot be checked, fails or takes too long', async () => {
    script.decide = () => 'unknown'
    const response = await start()
    expectProblem(response, 'access_unknown')
    assert.equal((response.json as ProblemDetails).requirements?.[0]?.outcome, 'unknown')
    script.decide = () => Promise.reject(new Error('broken'))
    expectProblem(await start(), 'access_unknown')
    const { promise, resolve } = Promise.withResolvers<'yes'>()
    script.decide = () => promise
    openRules(server.context).waitMs = 20
    expectProblem(await start(), 'access_unknown')
    resolve('yes')
  })

  test('needs one of the groups', async () => {
    const other = await addRuleGroup(server, { heldBlocks: 1 })
    await registerBy(group, other)
    script.decide = (_, { heldBlocks }) => (heldBlocks === 1 ? 'yes' : 'unknown')
    const { me } = expectStarted(await start())
    assert.equal((await readVerdict(server, other.id, me.id))?.outcome, 'yes')
    assert.equal((await readVerdict(server, group.id, me.id))?.outcome, null)
  })

  test('does not check anybody who proves nothing or is invited', async () => {
    const browser = openBrowser(server)
    const proof = await prove(await browser.challenge(), newAccount())
    const signature = `0x${'11'.repeat(65)}`
    const response = await browser.post('/api/sessions', { proof: { ...proof, signature }, keep: true })
    assert.notEqual(response.status, 201)
    const accepted = newAccount()
    const invite = { proof: await prove(await browser.challenge(), accepted), keep: true, invite: 'x'.repeat(27) }
    expectProblem(await browser.post('/api/sessions', invite), 'invite_invalid')
    assert.deepEqual(script.evaluations, [])
  })

  test('counts a wallet before it asks nodes, since a refused proof is not used up', async () => {
    const { context } = server
    const request = { purpose: 'sign_in', browser: 'cookie', instanceName: 'Countersign' } as const
    const proof = await prove(issueChallenge(context, request), newAccount())
    const signed = await readSignedMessage(context, { ...request, proof })
    const verified = await verifySignedMessage(context, { signed, network: 'net' })
    const evaluationsAtCount: number[] = []
    const count = () => void evaluationsAtCount.push(script.evaluations.length)
    const check = await checkRules(context, { verified: { ...verified, count }, groupIds: [group.id] })
    assert.equal(check?.refusal?.code, 'requirements_not_met')
    assert.deepEqual([evaluationsAtCount, script.evaluations], [[0], [1]])
  })

  test('checks nobody under another registration setting, whatever groups it names', async () => {
    const settings = JSON.stringify({ registration: 'open', registrationGroupIds: [group.id], version: 1 })
    await changeRows(server, "UPDATE setting SET value = ? WHERE key = 'settings'", settings)
    expectStarted(await start())
    assert.deepEqual(script.evaluations, [])
  })

  test('admits nobody by a rule that was changed meanwhile', async () => {
    script.decide = async () => {
      await changeRule(server, group.id)
      return { outcome: 'yes' }
    }
    const before = await countRows(server)
    expectProblem(await start(), 'access_unknown')
    assert.deepEqual(await countRows(server), before)
  })

  test('admits nobody without a rule', async () => {
    await changeRows(server, 'UPDATE people_group SET rule = NULL WHERE id = ?', group.id)
    expectProblem(await start(), 'requirements_not_met')
  })

  test('admits one of 50 wallets with the same token', async () => {
    const seated = await addRuleGroup(server, { seats: true })
    await registerBy(seated)
    script.decide = () => ({ outcome: 'yes', tokens: [TOKEN] })
    const people = (await countRows(server)).person
    const responses = await Promise.all(Array.from({ length: 50 }, () => start()))
    const started = responses.filter(({ status }) => status === 201)
    assert.equal(started.length, 1)
    for (const response of responses) if (response.status !== 201) expectProblem(response, 'requirements_not_met')
    const refused = responses.find(({ status }) => status !== 201)?.json as ProblemDetails
    assert.equal(refused.requirements?.[0]?.details?.reasons[0]?.problem, 'seat_taken')
    assert.equal((await countRows(server)).person, people + 1)
    assert.equal((await readRows(server, 'SELECT 1 FROM rule_seat WHERE group_id = ?', seated.id)).length, 1)
  })

  test('admits the buyer of a token whose seller was not here since', async () => {
    const seated = await addRuleGroup(server, { seats: true })
    await registerBy(seated)
    let owner = newAccount()
    script.decide = ({ holders }) =>
      holders[0]?.address === owner.address.toLowerCase() ? { outcome: 'yes', tokens: [TOKEN] } : 'no'
    expectStarted(await start(owner))
    owner = newAccount()
    const { me } = expectStarted(await start(owner))
    const seats = await readRows(server, 'SELECT person_id FROM rule_seat WHERE group_id = ?', seated.id)
    assert.deepEqual(seats, [{ person_id: me.id }])
  })
})
