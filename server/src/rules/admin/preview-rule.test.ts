import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { RATE_PREVIEWS_PER_SESSION, RULE_CHAIN_CONDITIONS_MAX } from '@countersign/contract/limits/rule-limits.ts'
import type { Rule } from '@countersign/contract/rule/rule.ts'
import { sqliteEngine } from '../../../../test/support/database/engines.ts'
import { changeRows } from '../../../../test/support/database/rows.ts'
import { addressOf, conditionOf, ruleOf } from '../../../../test/support/rule-fixtures.ts'
import { addRuleGroup, type ScriptedRules, scriptRules, TOKEN } from '../../../../test/support/rule-groups.ts'
import { addPerson, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { addWallets } from '../../../../test/support/server/wallets.ts'
import { until } from '../../../../test/support/until.ts'
import { openRules } from '../open-rules.ts'
import { checkVerdicts } from '../verdicts/check-verdicts.ts'
import { previewRule } from './preview-rule.ts'

const RULE = ruleOf(conditionOf.role('admin'))

describe('previewRule', () => {
  const engine = sqliteEngine()
  let server: TestServer
  let admin: TestPerson
  let groupId: string
  let script: ScriptedRules
  beforeEach(async () => {
    server = await startServer(engine)
    admin = await addPerson(server, 'admin')
    script = scriptRules(server)
    groupId = (await addRuleGroup(server)).id
  })
  afterEach(() => server.close())

  const path = () => `/api/admin/groups/${groupId}/rule/preview`
  const preview = (rule: Rule = RULE, signal?: AbortSignal) =>
    previewRule(server.context, { groupId, rule, personId: admin.id, ...(signal ? { signal } : {}) })

  test('ends an earlier preview of the same session', async () => {
    const { promise, resolve } = Promise.withResolvers<'no'>()
    script.decide = () => promise
    const earlier = admin.browser.post(path(), { rule: RULE })
    await until(
      () => script.evaluations.length,
      (count) => count === 1,
      'the first preview evaluates',
    )
    script.decide = () => 'yes'
    assert.equal((await admin.browser.post(path(), { rule: RULE })).status, 200)
    resolve('no')
    expectProblem(await earlier, 'rate_limited')
  })

  test('limits previews and trials, and descriptions of contracts, per session', async () => {
    for (let count = 0; count < RATE_PREVIEWS_PER_SESSION.burst; count++)
      assert.equal((await admin.browser.post(path(), { rule: RULE })).status, 200)
    expectProblem(await admin.browser.post(path(), { rule: RULE }), 'rate_limited')
    const body = { rule: RULE, personId: admin.id }
    expectProblem(await admin.browser.post(path().replace('preview', 'try'), body), 'rate_limited')
    const contract = `/api/admin/contracts?chainId=1&address=${addressOf(1)}`
    for (let count = 0; count < RATE_PREVIEWS_PER_SESSION.burst; count++)
      expectProblem(await admin.browser.get(contract), 'network_not_configured')
    expectProblem(await admin.browser.get(contract), 'rate_limited')
    const other = await addPerson(server, 'admin')
    assert.equal((await other.browser.post(path(), { rule: RULE })).status, 200)
  })

  test('returns what was checked before it ended', async () => {
    const stop = new AbortController()
    const { evaluate } = openRules(server.context)
    const people = await Promise.all([addPerson(server), addPerson(server)])
    // Each person takes more reads than one evaluation has.
    for (const { id } of [admin, ...people]) await addWallets(server, id, 201)
    const conditions = Array.from({ length: RULE_CHAIN_CONDITIONS_MAX }, () => conditionOf.erc721())
    const sizes: number[] = []
    openRules(server.context).evaluate = async (rule, subjects, options) => {
      sizes.push(subjects.length)
      if (sizes.length === 2) stop.abort()
      if (options?.signal?.aborted) throw options.signal.reason
      return evaluate(rule, subjects, options)
    }
    const rule = ruleOf({ kind: 'all', conditions }, { seats: true, heldBlocks: 1 })
    const result = await preview(rule, stop.signal)
    assert.deepEqual(sizes, [1, 1])
    assert.deepEqual(
      { people: result.people, checked: result.checked, no: result.no },
      { people: people.length + 1, checked: 1, no: 1 },
    )
    assert.equal(result.self, 'stays_out')
  })

  test('does not take people for members who are in other groups', async () => {
    const { id: other } = await addRuleGroup(server)
    script.decide = () => 'yes'
    await checkVerdicts(server.context, { groupIds: [other], personIds: [admin.id] })
    await changeRows(
      server,
      'INSERT INTO group_member (group_id, person_id, added_at) VALUES (?, ?, 1)',
      other,
      admin.id,
    )
    assert.equal((await preview()).self, 'gains')
    await checkVerdicts(server.context, { groupIds: [groupId], personIds: [admin.id] })
    assert.equal((await preview()).self, 'stays_in')
  })

  test('fails when the evaluation fails', async () => {
    openRules(server.context).evaluate = () => Promise.reject(new Error('broken'))
    await assert.rejects(preview(), /broken/)
  })

  test('counts a token for one person in a rule with seats', async () => {
    const [one, other] = [await addPerson(server), await addPerson(server)]
    const spare = { ...TOKEN, tokenId: '8' }
    const decideBy = (tokens: Record<string, (typeof TOKEN)[]>) => {
      script.decide = ({ personId }) => {
        const own = tokens[personId ?? '']
        return own ? { outcome: 'yes', tokens: own } : 'no'
      }
    }
    const rule = ruleOf(conditionOf.erc721(), { seats: true })
    decideBy({ [one.id]: [TOKEN], [other.id]: [TOKEN] })
    assert.equal((await preview(rule)).yes, 1)
    decideBy({ [one.id]: [TOKEN], [other.id]: [spare, TOKEN] })
    assert.equal((await preview(rule)).gains, 2)
    decideBy({ [one.id]: [], [other.id]: [] })
    assert.equal((await preview(rule)).yes, 2)
  })

  test('refuses rules with problems', async () => {
    const response = await admin.browser.post(path(), { rule: ruleOf({ kind: 'any', conditions: [] }) })
    assert.deepEqual(expectProblem(response, 'invalid_body').fields, [
      { path: '/rule/condition/conditions', code: 'empty' },
    ])
    assert.deepEqual(script.evaluations, [])
  })
})
