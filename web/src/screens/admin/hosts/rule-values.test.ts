import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hosts } from '../../../words/en.admin-hosts.ts'
import { areRules, NEW_RULE, ruleBodies, ruleRefusals } from './rule-values.ts'
import { swap } from './use-rows.ts'

const { rules: words } = hosts
const GROUP = 'grp_01KA3B8Q00ABCDEFGHJKMNPQRS'

test('a new rule is not saved before somebody chose who may enter', () => {
  assert.deepEqual(ruleRefusals(NEW_RULE), { access: words.groupMissing })
  assert.equal(areRules([NEW_RULE]), false)
  assert.deepEqual(ruleRefusals({ ...NEW_RULE, groupIds: [GROUP] }), {})
})

test('a rule is refused for a path that the server refuses', () => {
  for (const path of ['', 'docs', '/a//b', '/a%20', '/a/*/b', '/.countersign/x'])
    assert.deepEqual(ruleRefusals({ ...NEW_RULE, access: 'public', path }), { path: words.pathWrong }, path)
  assert.deepEqual(ruleRefusals({ ...NEW_RULE, access: 'public', path: ' /docs/* ' }), {})
})

test('rules are sent trimmed, with methods in one order and groups only where they count', () => {
  const draft = {
    path: ' /a ',
    methods: ['POST' as const, 'GET' as const],
    access: 'public' as const,
    groupIds: [GROUP],
  }
  assert.deepEqual(ruleBodies([draft]), [{ path: '/a', methods: ['GET', 'POST'], access: 'public', groupIds: [] }])
  assert.deepEqual(ruleBodies([{ ...draft, access: 'groups' }])[0]?.groupIds, [GROUP])
})

test('rows change places within the list only', () => {
  assert.deepEqual(swap(['a', 'b', 'c'], 0, 1), ['b', 'a', 'c'])
  assert.deepEqual(swap(['a', 'b'], 0, -1), ['a', 'b'])
  assert.deepEqual(swap(['a', 'b'], 1, 2), ['a', 'b'])
})
