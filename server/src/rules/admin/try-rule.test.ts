import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { sqliteEngine } from '../../../../test/support/database/engines.ts'
import { changeRows } from '../../../../test/support/database/rows.ts'
import { conditionOf, ruleOf } from '../../../../test/support/rule-fixtures.ts'
import { addRuleGroup, type ScriptedRules, scriptRules, TOKEN } from '../../../../test/support/rule-groups.ts'
import { addPerson, type TestPerson } from '../../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { tryRule } from './try-rule.ts'

const RULE = ruleOf(conditionOf.erc721(), { seats: true })

describe('tryRule with seats', () => {
  const engine = sqliteEngine()
  let server: TestServer
  let script: ScriptedRules
  let [holder, person]: TestPerson[] = []
  let groupId: string
  beforeEach(async () => {
    server = await startServer(engine)
    ;[holder, person] = [await addPerson(server), await addPerson(server)]
    script = scriptRules(server)
    groupId = (await addRuleGroup(server)).id
    await changeRows(
      server,
      'INSERT INTO rule_seat (group_id, chain_id, contract, token_id, person_id, taken_at) VALUES (?, ?, ?, ?, ?, 1)',
      ...[groupId, TOKEN.chainId, TOKEN.contract, TOKEN.tokenId, holder?.id ?? ''],
    )
  })
  afterEach(() => server.close())

  const attempt = (subject: { personId: string } | { accounts: string[] }, rule = RULE) =>
    tryRule(server.context, { groupId, rule, ...subject })
  const outcomeOf = async (id = '', rule = RULE) => (await attempt({ personId: id }, rule)).outcome

  test('refuses a person whose token is the seat of somebody else', async () => {
    script.decide = () => ({ outcome: 'yes', tokens: [TOKEN] })
    const { outcome, reasons } = await attempt({ personId: person?.id ?? '' })
    assert.deepEqual(
      { outcome, problems: reasons.map(({ problem }) => problem) },
      { outcome: 'no', problems: ['seat_taken'] },
    )
    assert.equal(await outcomeOf(holder?.id), 'yes')
    assert.equal(await outcomeOf(person?.id, { ...RULE, seats: false }), 'yes')
  })

  test('lets in a person with another token, and addresses without an account', async () => {
    script.decide = () => ({ outcome: 'yes', tokens: [TOKEN, { ...TOKEN, tokenId: '8' }] })
    assert.equal(await outcomeOf(person?.id), 'yes')
    script.decide = () => ({ outcome: 'yes', tokens: [TOKEN] })
    assert.equal((await attempt({ accounts: [holder?.account.address ?? ''] })).outcome, 'yes')
  })
})
