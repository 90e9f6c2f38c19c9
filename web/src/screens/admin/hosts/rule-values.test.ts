import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HostRule } from '@countersign/contract/host-rule.ts'
import { rowsOf } from '../../../forms/rows.ts'
import { hosts } from '../../../words/admin-hosts.ts'
import { newRule, rulesBody, validateRules } from './rule-values.ts'

const { rules: words } = hosts
const GROUP = 'grp_01KA3B8Q00ABCDEFGHJKMNPQRS'
const validate = (...rules: HostRule[]) => validateRules(rowsOf(rules))

test('rejects a new rule until a group is selected', () => {
  assert.deepEqual(validate(newRule), { 'rows/0/access': words.groupMissing })
  assert.deepEqual(validate({ ...newRule, groupIds: [GROUP] }), {})
})

test('rejects a path that the server refuses, at its row', () => {
  for (const path of ['', 'docs', '/a//b', '/a%20', '/a/*/b', '/.countersign/x']) {
    const wrong = { ...newRule, access: 'public' as const, path }
    assert.deepEqual(validate({ ...wrong, path: '/' }, wrong), { 'rows/1/path': words.pathWrong }, path)
  }
  assert.deepEqual(validate({ ...newRule, access: 'public', path: ' /docs/* ' }), {})
})

test('sends rules trimmed, with methods in one order and groups only where they count', () => {
  const rule: HostRule = { path: ' /a ', methods: ['POST', 'GET'], access: 'public', groupIds: [GROUP] }
  assert.deepEqual(rulesBody(rowsOf([rule])), [
    { path: '/a', methods: ['GET', 'POST'], access: 'public', groupIds: [] },
  ])
  assert.deepEqual(rulesBody(rowsOf([{ ...rule, access: 'groups' }]))[0]?.groupIds, [GROUP])
})
