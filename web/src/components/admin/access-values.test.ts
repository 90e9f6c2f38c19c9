import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { access as words } from '../../words/admin.ts'
import { accessBody, accessError } from './access-values.ts'

describe('access of an app or a protected host', () => {
  test('has to be chosen', () => {
    assert.deepEqual(accessError({ access: undefined, groupIds: [] }), { access: words.missing })
    assert.deepEqual(accessError({ access: undefined, groupIds: ['grp_1'] }), { access: words.missing })
    assert.deepEqual(accessError({ access: 'everyone', groupIds: [] }), {})
  })

  test('for groups needs a group', () => {
    assert.deepEqual(accessError({ access: 'groups', groupIds: [] }), { access: words.groupMissing })
    assert.deepEqual(accessError({ access: 'groups', groupIds: ['grp_1'] }), {})
  })

  test('for everyone drops the groups that were chosen before', () => {
    assert.deepEqual(accessBody({ access: 'everyone', groupIds: ['grp_1'] }), { access: 'everyone', groupIds: [] })
    assert.deepEqual(accessBody({ access: 'groups', groupIds: ['grp_1'] }), { access: 'groups', groupIds: ['grp_1'] })
  })

  test('is never everyone without a choice', () => {
    assert.equal(accessBody({ access: undefined, groupIds: [] }).access, 'groups')
  })
})
