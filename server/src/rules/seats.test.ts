import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  VERDICT_NO_FRESH_MS,
  VERDICT_UNKNOWN_FRESH_MS,
  VERDICT_YES_FRESH_MS,
} from '@countersign/contract/limits/rule-limits.ts'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../test/support/database/rows.ts'
import { addRuleGroup, type ScriptedRules, scriptRules, TOKEN } from '../../../test/support/rule-groups.ts'
import { addPerson, type TestPerson } from '../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { findVerdicts } from '../accounts/group/verdict.store.ts'
import { checkAccess } from './membership.ts'
import { checkVerdicts } from './verdicts/check-verdicts.ts'

forEachEngine('seats', (engine) => {
  let server: TestServer
  let script: ScriptedRules
  let group: { id: string; slug: string }
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())
  beforeEach(async () => {
    script = scriptRules(server)
    group = await addRuleGroup(server, { seats: true })
  })

  const check = async ({ id }: TestPerson) =>
    (await checkAccess(server.context, { access: 'groups', groupIds: [group.id] }, id)).outcome
  const recheck = async (...people: TestPerson[]) => {
    const personIds = people.map(({ id }) => id)
    const checked = await checkVerdicts(server.context, { groupIds: [group.id], personIds })
    return checked.map(({ outcome }) => outcome)
  }
  const seats = async () =>
    (
      await readRows(server, 'SELECT token_id, person_id FROM rule_seat WHERE group_id = ? ORDER BY token_id', group.id)
    ).map(({ token_id, person_id }) => [token_id, person_id])
  const holdTokens = (tokensOf: (personId: string | null) => string[]) => {
    script.decide = ({ personId }) => {
      const tokens = tokensOf(personId).map((tokenId) => ({ ...TOKEN, tokenId }))
      return { outcome: tokens.length > 0 ? 'yes' : 'no', tokens }
    }
  }

  test('let one of 50 people with one token in who come at the same time', async () => {
    const people: TestPerson[] = []
    for (let count = 0; count < 50; count++) people.push(await addPerson(server))
    holdTokens(() => ['7'])
    const outcomes = await Promise.all(people.map(check))
    assert.deepEqual(
      outcomes.filter((outcome) => outcome !== 'no'),
      ['yes'],
    )
    const winner = people[outcomes.indexOf('yes')]
    assert.deepEqual(await seats(), [['7', winner?.id]])
  })

  test('let one of many in when each is checked alone, on whatever node', async () => {
    const people: TestPerson[] = []
    for (let count = 0; count < 10; count++) people.push(await addPerson(server))
    holdTokens(() => ['7'])
    const outcomes = (await Promise.all(people.map((person) => recheck(person)))).flat()
    assert.deepEqual(
      outcomes.filter((outcome) => outcome !== 'no'),
      ['yes'],
    )
  })

  test('refuse a second person whose token is taken', async () => {
    const [first, second] = [await addPerson(server), await addPerson(server)]
    holdTokens(() => ['7'])
    assert.deepEqual([await check(first), await check(second)], ['yes', 'no'])
    const verdict = (await findVerdicts(server.context.store, group.id, [second.id])).get(second.id)
    assert.deepEqual(
      verdict?.reasons.map(({ outcome, problem }) => ({ outcome, problem })),
      [{ outcome: 'no', problem: 'seat_taken' }],
    )
  })

  test('are taken for another token of the person if one is left', async () => {
    const [first, second] = [await addPerson(server), await addPerson(server)]
    holdTokens((id) => (id === first.id ? ['7'] : ['7', '8']))
    assert.deepEqual([await check(first), await check(second)], ['yes', 'yes'])
    assert.deepEqual(await seats(), [
      ['7', first.id],
      ['8', second.id],
    ])
  })

  test('stay with the person while they keep the token', async () => {
    const [first, second] = [await addPerson(server), await addPerson(server)]
    holdTokens(() => ['7', '8'])
    assert.deepEqual([await check(first), await check(second)], ['yes', 'yes'])
    assert.deepEqual(await recheck(second, first), ['yes', 'yes'])
    assert.deepEqual(await seats(), [
      ['7', first.id],
      ['8', second.id],
    ])
  })

  test('move to another token of the person when theirs is sold', async () => {
    const person = await addPerson(server)
    holdTokens(() => ['7'])
    assert.deepEqual(await recheck(person), ['yes'])
    holdTokens(() => ['8'])
    assert.deepEqual(await recheck(person), ['yes'])
    assert.deepEqual(await seats(), [['8', person.id]])
  })

  test('are free after a no, whatever tokens the person has', async () => {
    const person = await addPerson(server)
    holdTokens(() => ['7'])
    await recheck(person)
    script.decide = () => ({ outcome: 'no', tokens: [TOKEN] })
    assert.deepEqual(await recheck(person), ['no'])
    assert.deepEqual(await seats(), [])
  })

  test('are free after a no, also while tokens of the person could not be read', async () => {
    const person = await addPerson(server)
    holdTokens(() => ['7'])
    await recheck(person)
    script.decide = () => ({ outcome: 'no', tokens: [], partial: true })
    assert.deepEqual(await recheck(person), ['no'])
    assert.deepEqual(await seats(), [])
  })

  test('go to the buyer of the token, although the seller was not here since', async () => {
    const [seller, buyer] = [await addPerson(server), await addPerson(server)]
    holdTokens((id) => (id === seller.id ? ['7'] : []))
    assert.deepEqual([await check(seller), await check(buyer)], ['yes', 'no'])
    holdTokens((id) => (id === buyer.id ? ['7'] : []))
    server.clock.now += VERDICT_NO_FRESH_MS
    assert.equal(await check(buyer), 'yes')
    assert.deepEqual(await seats(), [['7', buyer.id]])
    assert.equal(await check(seller), 'no')
  })

  test('stay taken while the network does not respond', async () => {
    const [first, second] = [await addPerson(server), await addPerson(server)]
    holdTokens(() => ['7'])
    await check(first)
    script.decide = ({ personId }) => (personId === first.id ? 'unknown' : { outcome: 'yes', tokens: [TOKEN] })
    assert.equal(await check(second), 'unknown')
    assert.deepEqual(await seats(), [['7', first.id]])
  })

  test('are not refused while tokens of the person could not be read', async () => {
    const [first, second] = [await addPerson(server), await addPerson(server)]
    holdTokens((id) => (id === first.id ? ['7'] : ['8']))
    assert.deepEqual([await check(first), await check(second)], ['yes', 'yes'])
    script.decide = ({ personId }) => ({ outcome: 'yes', tokens: [TOKEN], partial: personId !== first.id })
    assert.deepEqual(await recheck(second), ['yes'])
    assert.deepEqual(await recheck(await addPerson(server)), ['unknown'])
    assert.deepEqual(await seats(), [
      ['7', first.id],
      ['8', second.id],
    ])
  })

  test('are free once the rule no longer keeps their person in the group', async () => {
    const [first, second] = [await addPerson(server), await addPerson(server)]
    holdTokens(() => ['7'])
    await check(first)
    script.decide = ({ personId }) => (personId === first.id ? 'unknown' : { outcome: 'yes', tokens: [TOKEN] })
    server.clock.now += VERDICT_YES_FRESH_MS + 15 * 60_000
    assert.equal(await check(second), 'yes')
    assert.deepEqual(await seats(), [['7', second.id]])
    holdTokens(() => ['7'])
    server.clock.now += VERDICT_UNKNOWN_FRESH_MS
    assert.equal(await check(first), 'no')
  })

  test('of somebody who deleted the account do not stay taken', async () => {
    const [first, second] = [await addPerson(server), await addPerson(server)]
    holdTokens(() => ['7'])
    await check(first)
    await changeRows(server, "UPDATE person SET status = 'deleted' WHERE id = ?", first.id)
    server.clock.now += VERDICT_YES_FRESH_MS + 15 * 60_000
    assert.equal(await check(second), 'yes')
    assert.deepEqual(await seats(), [['7', second.id]])
  })
})
