import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { addRuleGroup, changeRule, scriptRules, TOKEN } from '../../../../test/support/rule-groups.ts'
import { addPerson, type TestPerson } from '../../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { markMembersDue, markVerdictsDue, suspendVerdicts } from '../../accounts/group/verdict.store.ts'
import { lockPerson } from '../../accounts/person/person.ts'
import { checkVerdicts } from './check-verdicts.ts'

forEachEngine('checks of the same people at the same time', (engine) => {
  let server: TestServer
  let people: TestPerson[]
  before(async () => {
    server = await startServer(engine)
    people = []
    for (let count = 0; count < 12; count++) people.push(await addPerson(server))
  })
  after(() => server.close())

  /** Some of the people, each time others and in another order. */
  const some = (turn: number) => {
    const from = (turn * 5) % people.length
    const ids = [...people.slice(from), ...people.slice(0, from)].slice(0, 8).map(({ id }) => id)
    return turn % 2 === 0 ? ids : ids.toReversed()
  }

  test('neither fail nor leave two people on one seat, while people and rules change', async () => {
    const seated = await addRuleGroup(server, { seats: true })
    const open = await addRuleGroup(server)
    let calls = 0
    scriptRules(server, ({ personId }, { seats }) => {
      const isHolder = (calls++ + (personId?.charCodeAt(29) ?? 0)) % 3 > 0
      if (!isHolder) return 'no'
      const tokens = ['7', '8', '9'].map((tokenId) => ({ ...TOKEN, tokenId }))
      return { outcome: 'yes', tokens: seats ? tokens : [] }
    })
    const { context } = server
    const change = async (turn: number) => {
      const personId = some(turn)[0] ?? ''
      await context.store.transaction(async (queries) => {
        await lockPerson(queries, personId)
        await (turn % 3 === 0 ? suspendVerdicts : markVerdictsDue)(queries, personId)
      })
      if (turn % 5 === 0) await markMembersDue(context.store, { groupId: seated.id, now: context.now() })
      if (turn % 16 === 0) await changeRule(server, open.id)
    }
    const groupIds = [seated.id, open.id]
    await Promise.all(
      Array.from({ length: 50 }, async (_, turn) => {
        await checkVerdicts(context, {
          groupIds: turn % 2 === 0 ? groupIds : groupIds.toReversed(),
          personIds: some(turn),
        })
        await change(turn)
      }),
    )
    await checkVerdicts(context, { groupIds, personIds: people.map(({ id }) => id) })
    const inside = await readRows(
      server,
      "SELECT person_id FROM rule_verdict WHERE group_id = ? AND outcome = 'yes' ORDER BY person_id",
      seated.id,
    )
    const seats = await readRows(
      server,
      'SELECT person_id FROM rule_seat WHERE group_id = ? ORDER BY person_id',
      seated.id,
    )
    assert.ok(inside.length <= 3)
    assert.deepEqual(seats, inside)
  })
})
