import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { access as words } from '../../words/admin/admin.ts'
import { accessBody, accessError } from './access-values.ts'

describe('access of an app or a protected host', () => {
  test('is required', () => {
    assert.deepEqual(accessError({ access: undefined, groupIds: [] }), { access: words.missing })
    assert.deepEqual(accessError({ access: undefined, groupIds: ['grp_1'] }), { access: words.missing })
    assert.deepEqual(accessError({ access: 'everyone', groupIds: [] }), {})
  })

  test('requires a group when limited to groups', () => {
    assert.deepEqual(accessError({ access: 'groups', groupIds: [] }), { access: words.groupMissing })
    assert.deepEqual(accessError({ access: 'groups', groupIds: ['grp_1'] }), {})
  })

  test('drops the selected groups when open to everyone', () => {
    assert.deepEqual(accessBody({ access: 'everyone', groupIds: ['grp_1'] }), { access: 'everyone', groupIds: [] })
    assert.deepEqual(accessBody({ access: 'groups', groupIds: ['grp_1'] }), { access: 'groups', groupIds: ['grp_1'] })
  })

  test('defaults to groups', () => {
    assert.equal(accessBody({ access: undefined, groupIds: [] }).access, 'groups')
  })
})
