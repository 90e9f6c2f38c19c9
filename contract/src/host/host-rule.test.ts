import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { accessProblem } from '../access.ts'
import { RULE_PATH_MAX, RULES_PER_HOST } from '../limits/app-limits.ts'
import { hostRuleSchema, hostRulesSchema } from '../schemas/admin/host.ts'
import { isRulePath } from './host-rule.ts'

const GROUP = 'grp_01KA3B8Q00ABCDEFGHJKMNPQRS'
const rule = { path: '/api/*', methods: ['GET', 'POST'], access: 'groups', groupIds: [GROUP] }

describe('isRulePath', () => {
  test('accepts an exact path and a folder', () => {
    for (const path of [
      '/',
      '/*',
      '/api',
      '/api/',
      '/api/*',
      '/a/b.c/~d',
      '/.well-known/*',
      '/...',
      '/a..b',
      '/.countersigned',
    ])
      assert.equal(isRulePath(path), true, path)
    assert.equal(isRulePath(`/${'a'.repeat(RULE_PATH_MAX - 1)}`), true)
  })

  test('rejects every path that is not in the form requests are normalized to', () => {
    const wildcards = ['*', '/a*', '/*/a', '/a/*/b', '/a/**', '/a/*x', '/*.png', '/a/?']
    const ambiguous = [
      '//',
      '/a//b',
      '//a',
      '/..',
      '/a/..',
      '/a/../b',
      '/./a',
      '/a/.',
      '/a;b',
      '/a\\b',
      '/%61',
      '/a%2Fb',
    ]
    const other = ['', 'a', 'api/*', '/a b', '/a?b', '/a#b', '/\u00e9', '/a\n', '/a\0', 'https://a/b']
    const own = ['/.countersign', '/.countersign/', '/.countersign/*', '/.countersign/callback']
    for (const path of [...wildcards, ...ambiguous, ...other, ...own, `/${'a'.repeat(RULE_PATH_MAX)}`])
      assert.equal(isRulePath(path), false, path)
  })
})

describe('hostRuleSchema', () => {
  test('accepts a rule and nothing else', () => {
    assert.deepEqual(hostRuleSchema.parse(rule), rule)
    for (const wrong of [
      { methods: ['get'] },
      { methods: ['TRACE'] },
      { access: 'nobody' },
      { groupIds: ['x'] },
      { more: 1 },
    ])
      assert.equal(hostRuleSchema.safeParse({ ...rule, ...wrong }).success, false, JSON.stringify(wrong))
  })

  test('accepts fifty rules', () => {
    const rules = Array.from({ length: RULES_PER_HOST }, () => rule)
    assert.equal(hostRulesSchema.safeParse(rules).success, true)
    assert.equal(hostRulesSchema.safeParse([...rules, rule]).success, false)
  })
})

test('accessProblem requires groups for groups and no groups for the others', () => {
  assert.equal(accessProblem({ access: 'groups', groupIds: [] }), 'group_required')
  assert.equal(accessProblem({ access: 'groups', groupIds: [GROUP] }), undefined)
  for (const access of ['public', 'everyone'] as const) {
    assert.equal(accessProblem({ access, groupIds: [GROUP] }), 'not_with_everyone')
    assert.equal(accessProblem({ access, groupIds: [] }), undefined)
  }
})
