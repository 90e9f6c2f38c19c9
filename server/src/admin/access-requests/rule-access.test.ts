import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import {
  GRACE_MINUTES,
  RATE_CHECKS_PER_PERSON,
  VERDICT_NO_FRESH_MS,
  VERDICT_UNKNOWN_FRESH_MS,
} from '@countersign/contract/limits/rule-limits.ts'
import type { Requirement, Rule } from '@countersign/contract/rule/rule.ts'
import { accessRuleFor } from '../../../../test/support/access-rule.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows } from '../../../../test/support/database/rows.ts'
import { registerApp } from '../../../../test/support/oidc/relying-party.ts'
import { conditionOf } from '../../../../test/support/rule-fixtures.ts'
import { addRuleGroup, changeRule, type ScriptedRules, scriptRules } from '../../../../test/support/rule-groups.ts'
import { addPerson, grantStepUp, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { WAIT_MS } from '../../../../test/support/until.ts'
import { openRules } from '../../rules/open-rules.ts'
import { checkVerdicts } from '../../rules/verdicts/check-verdicts.ts'

const HOST = 'club.example'
const CHECK = '/api/me/access/check'

type Access = { outcome: string; requirements: Requirement[] }

forEachEngine('access by rules', (engine) => {
  let server: TestServer
  let script: ScriptedRules
  let admin: TestPerson
  let member: TestPerson
  beforeEach(async () => {
    server = await startServer(engine)
    script = scriptRules(server)
    admin = await addPerson(server, 'admin')
    member = await addPerson(server)
    await grantStepUp(server, admin, 'admin.mode')
  })
  afterEach(() => server.close())

  const idOf = async (path: string, body: object) => ((await admin.browser.post(path, body)).json as { id: string }).id // a good answer has one
  const protect = (...groupIds: string[]) =>
    idOf('/api/admin/hosts', { host: HOST, name: 'Club', ...accessRuleFor(groupIds) })
  const addHolders = async (fields?: Partial<Rule>) => (await addRuleGroup(server, fields)).id
  const addStaff = () => idOf('/api/admin/groups', { name: 'Staff', slug: 'staff' })
  const read = async (by = member, query = `host=${HOST}`) =>
    (await by.browser.get(`/api/me/access?${query}`)).json as Access // compared next
  const check = async (by = member) => (await by.browser.post(CHECK, { host: HOST })).json as Access // compared next
  const outcomesOf = ({ outcome, requirements }: Access) => [
    outcome,
    ...requirements.map((requirement) => requirement.outcome),
  ]

  test('names the condition, the network and what was found', async () => {
    await protect(await addHolders({ refusalText: 'Holders of Cool Cats only.' }))
    const own = member.account.address
    assert.deepEqual((await read()).requirements, [
      {
        hasRule: true,
        outcome: 'no',
        text: 'Holders of Cool Cats only.',
        details: {
          condition: conditionOf.erc721(),
          wallets: 'together',
          delegations: false,
          reasons: [{ path: '/condition', outcome: 'no', problem: null, found: '0', wallets: [own], block: 100 }],
          networks: {},
          groups: {},
        },
      },
    ])
  })

  test('shows only the text where the operator hides the conditions', async () => {
    await protect(await addHolders({ refusalText: 'Ask Ann.', showReasons: false }))
    assert.deepEqual((await read()).requirements, [{ hasRule: true, outcome: 'no', text: 'Ask Ann.', details: null }])
  })

  test('names groups only where a condition names them, and nobody on a list', async () => {
    const staff = await addStaff()
    const listId = 'lst_01ARZ3NDEKTSV4RRFFQ69G5FAV'
    const condition = conditionOf.any({ kind: 'group', groupId: staff }, conditionOf.list(listId))
    await protect(await addHolders({ condition }))
    const [requirement] = (await read()).requirements
    assert.deepEqual(requirement?.details?.groups, { [staff]: 'Staff' })
    assert.deepEqual(requirement?.details?.condition, condition)
    const hidden = await addHolders({ condition, showReasons: false })
    await idOf('/api/admin/hosts', { host: 'hidden.example', name: 'Hidden', ...accessRuleFor([hidden]) })
    assert.ok(!JSON.stringify(await read(member, 'host=hidden.example')).includes('Staff'))
  })

  test('lists every group with a rule, and groups without one as one entry', async () => {
    const [one, two] = [await addHolders(), await addHolders({ showReasons: false })]
    const [staff, guests] = [await addStaff(), await idOf('/api/admin/groups', { name: 'Guests', slug: 'guests' })]
    const { app } = await registerApp(server, { groupIds: [staff, one, guests, two] })
    script.decide = (_, { showReasons }) => (showReasons ? 'no' : 'unknown')
    const access = await read(member, `clientId=${app.clientId}`)
    assert.deepEqual(outcomesOf(access), ['unknown', 'no', 'unknown', 'no'])
    assert.deepEqual(
      access.requirements.map(({ hasRule, details }) => [hasRule, details !== null]),
      [
        [true, true],
        [true, false],
        [false, false],
      ],
    )
  })

  test('lists the groups of the parts of a host that are not open to the person', async () => {
    const [members, vip] = [await addHolders(), await addHolders()]
    const hostId = await protect(members)
    const rules = JSON.stringify([{ path: '/vip', methods: [], access: 'groups', groupIds: [vip] }])
    await changeRows(server, 'UPDATE protected_host SET rules = ? WHERE id = ?', rules, hostId)
    assert.deepEqual(outcomesOf(await read()), ['no', 'no', 'no'])
    await changeRows(server, 'INSERT INTO group_member VALUES (?, ?, 1)', members, member.id)
    assert.deepEqual(outcomesOf(await read()), ['no', 'no'])
  })

  test('asks nothing of somebody who is in', async () => {
    await protect(await addHolders())
    script.decide = () => 'yes'
    assert.deepEqual(outcomesOf(await read()), ['yes'])
    assert.deepEqual(outcomesOf(await check()), ['yes'])
    assert.deepEqual(script.evaluations, [1])
  })

  test('lets somebody in who got the token, as soon as they check again', async () => {
    await protect(await addHolders())
    assert.deepEqual(outcomesOf(await read()), ['no', 'no'])
    script.decide = () => 'yes'
    assert.deepEqual(outcomesOf(await read()), ['no', 'no'])
    assert.deepEqual(outcomesOf(await check()), ['yes'])
    assert.deepEqual(outcomesOf(await read()), ['yes'])
  })

  test('reads without a check while the verdict is fresh, and waits for one that is due', async () => {
    await protect(await addHolders())
    for (let count = 0; count < 3; count++) await read()
    assert.deepEqual(script.evaluations, [1])
    server.clock.now += VERDICT_NO_FRESH_MS
    script.decide = () => 'yes'
    assert.deepEqual(outcomesOf(await read()), ['yes'])
  })

  test('answers unknown, with the reasons of the failed check, while the rule cannot be checked', async () => {
    const group = await addHolders()
    await protect(group)
    await read()
    script.decide = () => 'unknown'
    const forced = await check()
    assert.deepEqual(outcomesOf(forced), ['unknown', 'unknown'])
    assert.equal(forced.requirements[0]?.details?.reasons[0]?.problem, 'network_unavailable')
    server.clock.now += VERDICT_NO_FRESH_MS
    const due = await read()
    assert.deepEqual(outcomesOf(due), ['unknown', 'unknown'])
    assert.equal(due.requirements[0]?.details?.reasons[0]?.outcome, 'unknown')
  })

  test('does not show what was met before as met now', async () => {
    const group = await addHolders({ graceMinutes: GRACE_MINUTES.least })
    await protect(group)
    script.decide = () => 'yes'
    await read()
    script.decide = () => 'unknown'
    server.clock.now += GRACE_MINUTES.least * 60_000
    const access = await read()
    assert.deepEqual(outcomesOf(access), ['unknown', 'unknown'])
    assert.deepEqual(
      access.requirements[0]?.details?.reasons.map(({ outcome }) => outcome),
      ['unknown'],
    )
    server.clock.now += VERDICT_UNKNOWN_FRESH_MS
    script.decide = () => 'yes'
    assert.deepEqual(outcomesOf(await read()), ['yes'])
  })

  test('shows nothing of an earlier rule', async () => {
    const group = await addHolders()
    await protect(group)
    await read()
    await changeRule(server, group)
    script.decide = () => 'unknown'
    const access = await read()
    assert.deepEqual(outcomesOf(access), ['unknown', 'unknown'])
    assert.equal(access.requirements[0]?.details?.reasons[0]?.outcome, 'unknown')
  })

  test('completes the reasons of a verdict that was made for many people', async () => {
    const condition = conditionOf.all(conditionOf.role('owner'), conditionOf.erc721())
    const group = await addHolders({ condition })
    await protect(group)
    const { evaluate } = openRules(server.context)
    const explained: boolean[] = []
    openRules(server.context).evaluate = async (rule, subjects, options) => {
      explained.push(options?.explain === true)
      return (await evaluate(rule, subjects, options)).map((evaluation) => ({
        ...evaluation,
        reasons: options?.explain
          ? ['0', '1'].map((index) => ({ ...reasonAt(`/condition/conditions/${index}`) }))
          : [reasonAt('/condition/conditions/0')],
      }))
    }
    await checkVerdicts(server.context, { groupIds: [group], personIds: [member.id, admin.id] })
    const [requirement] = (await read()).requirements
    assert.equal(requirement?.details?.reasons.length, 2)
    await read()
    assert.deepEqual(explained, [false, true])
  })

  test('shares one check among requests at the same time', async () => {
    await protect(await addHolders())
    const { promise, resolve } = Promise.withResolvers<'yes'>()
    script.decide = () => promise
    let waiting = 0
    // Each request reads the limit once, when it begins to wait.
    Object.defineProperty(openRules(server.context), 'waitMs', {
      get() {
        if (++waiting === 4) resolve('yes')
        return WAIT_MS
      },
    })
    const access = await Promise.all([check(), check(), check(), read()])
    assert.deepEqual(
      access.map(({ outcome }) => outcome),
      ['yes', 'yes', 'yes', 'yes'],
    )
    assert.deepEqual(script.evaluations, [1])
  })

  test('answers unknown after the longest wait', async () => {
    await protect(await addHolders())
    const { promise, resolve } = Promise.withResolvers<'yes'>()
    openRules(server.context).waitMs = 20
    script.decide = () => promise
    assert.deepEqual(outcomesOf(await check()), ['unknown', 'unknown'])
    resolve('yes')
    await server.context.background.settled()
    assert.deepEqual(outcomesOf(await read()), ['yes'])
  })

  test('limits checks per person', async () => {
    await protect(await addHolders())
    for (let count = 0; count < RATE_CHECKS_PER_PERSON.burst; count++) await check()
    const checks = script.evaluations.length
    expectProblem(await member.browser.post(CHECK, { host: HOST }), 'rate_limited')
    assert.equal(script.evaluations.length, checks)
    assert.equal((await admin.browser.post(CHECK, { host: HOST })).status, 200)
  })

  test('requires a session and exactly one target that exists', async () => {
    const { browser } = member
    expectProblem(await browser.post(CHECK, {}), 'invalid_body')
    expectProblem(await browser.post(CHECK, { host: 'other.example' }), 'not_found')
    expectProblem(await browser.post(CHECK, { host: HOST, clientId: 'nobody' }), 'invalid_body')
    await browser.delete('/api/session')
    expectProblem(await browser.post(CHECK, { host: HOST }), 'unauthenticated')
  })
})

const reasonAt = (path: string) => ({
  ...{ path, outcome: 'no' as const, problem: null, found: null },
  wallets: [],
  block: null,
})
