import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isHigh, mayDo, outranks, type Permission, permissions, type Role } from './permission.ts'
import { roleSchema } from './schemas/person.ts'

describe('roles', () => {
  test('have their own permissions and none of a higher role', () => {
    const table = roleSchema.options.map((role) => [
      role,
      mayDo(role, 'self'),
      mayDo(role, 'people.read'),
      mayDo(role, 'people.write'),
      mayDo(role, 'settings.write'),
    ])
    assert.deepEqual(table, [
      ['member', true, false, false, false],
      ['auditor', true, true, false, false],
      ['admin', true, true, true, false],
      ['owner', true, true, true, true],
    ])
  })

  test('include the permissions of lower roles', () => {
    const permissionsOf = (role: Role) => Object.keys(permissions).filter((name) => mayDo(role, name as Permission)) // its own keys
    const [member, auditor, admin, owner] = roleSchema.options.map(permissionsOf) as [
      string[],
      string[],
      string[],
      string[],
    ]
    assert.deepEqual(member, ['self'])
    assert.deepEqual(
      auditor.filter((name) => !member.includes(name)),
      ['stats', 'people', 'sessions', 'activity', 'settings', 'health', 'apps', 'groups'].map((name) => `${name}.read`),
    )
    assert.deepEqual(
      admin.filter((name) => !auditor.includes(name)),
      [
        'people.write',
        'people.recover',
        'sessions.end',
        'activity.export',
        'invites',
        'requests',
        'apps',
        'groups',
        'hosts',
      ],
    )
    assert.deepEqual(
      owner.filter((name) => !admin.includes(name)),
      ['people.delete', 'settings.write', 'networks', 'keys'],
    )
  })

  test('outrank equal and lower roles', () => {
    assert.deepEqual(
      roleSchema.options.map((other) => outranks('admin', other)),
      [true, true, true, false],
    )
  })

  test('are high from admin on', () => assert.deepEqual(roleSchema.options.map(isHigh), [false, false, true, true]))
})
