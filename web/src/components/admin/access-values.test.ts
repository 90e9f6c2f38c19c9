import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { access as words } from '../../words/en.admin.ts'
import { accessBody, accessRefusal } from './access-values.ts'

describe('access of an app or a protected host', () => {
  test('has to be chosen', () => {
    assert.equal(accessRefusal({ access: undefined, groupIds: [] }), words.missing)
    assert.equal(accessRefusal({ access: undefined, groupIds: ['grp_1'] }), words.missing)
    assert.equal(accessRefusal({ access: 'everyone', groupIds: [] }), undefined)
  })

  test('for groups needs a group', () => {
    assert.equal(accessRefusal({ access: 'groups', groupIds: [] }), words.groupMissing)
    assert.equal(accessRefusal({ access: 'groups', groupIds: ['grp_1'] }), undefined)
  })

  test('for everyone drops the groups that were chosen before', () => {
    assert.deepEqual(accessBody({ access: 'everyone', groupIds: ['grp_1'] }), { access: 'everyone', groupIds: [] })
    assert.deepEqual(accessBody({ access: 'groups', groupIds: ['grp_1'] }), { access: 'groups', groupIds: ['grp_1'] })
  })

  test('is never everyone without a choice', () => {
    assert.equal(accessBody({ access: undefined, groupIds: [] }).access, 'groups')
  })
})
