import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HostHeader } from '@countersign/contract/host/host-header.ts'
import type { HostRule } from '@countersign/contract/host/host-rule.ts'
import { rowsOf } from '../../../forms/rows.ts'
import { hosts } from '../../../words/admin/hosts.ts'
import { headersBody, newHeader, newRule, rulesBody, validateHeaders, validateRules } from './row-values.ts'

const idHeader = (header: string): HostHeader => ({ header, value: 'id' })

test('rejects a header name that the server refuses, and one that is in the list already', () => {
  const headers = [idHeader('X-User'), idHeader(' x-user '), idHeader('Cookie'), newHeader, idHeader(' X-Name ')]
  assert.deepEqual(validateHeaders(rowsOf(headers)), {
    'rows/1/header': hosts.headers.headerTwice,
    'rows/2/header': hosts.headers.headerWrong,
    'rows/3/header': hosts.headers.headerWrong,
  })
  assert.deepEqual(validateHeaders(rowsOf([idHeader('X-User'), idHeader('X-Name')])), {})
})

test('sends headers trimmed', () => {
  assert.deepEqual(headersBody(rowsOf([idHeader(' X-User ')])), [idHeader('X-User')])
})

const GROUP = 'grp_01KA3B8Q00ABCDEFGHJKMNPQRS'
const validate = (...rules: HostRule[]) => validateRules(rowsOf(rules))

test('rejects a new rule until a group is selected', () => {
  assert.deepEqual(validate(newRule), { 'rows/0/access': hosts.rules.groupMissing })
  assert.deepEqual(validate({ ...newRule, groupIds: [GROUP] }), {})
})

test('rejects a path that the server refuses, at its row', () => {
  for (const path of ['', 'docs', '/a//b', '/a%20', '/a/*/b', '/.countersign/x']) {
    const wrong = { ...newRule, access: 'public' as const, path }
    assert.deepEqual(validate({ ...wrong, path: '/' }, wrong), { 'rows/1/path': hosts.rules.pathWrong }, path)
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
