import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '@countersign/contract/permission.ts'
import type { PersonStatus } from '@countersign/contract/routes/person.ts'
import { assignableRoles, personRights } from './person-rights.ts'

const ROLES: Role[] = ['member', 'auditor', 'admin', 'owner']
const person = (role: Role, status: PersonStatus = 'active', id = 'per_2') => ({ id, role, status })
const viewer = (role: Role) => ({ id: 'per_1', role })

const allowedActions = (role: Role, other: ReturnType<typeof person>, state?: Parameters<typeof personRights>[2]) =>
  Object.entries(personRights(viewer(role), other, state))
    .filter(([, right]) => right === true || (Array.isArray(right) && right.length > 0))
    .map(([name]) => name)

const CHANGES = ['rename', 'suspend', 'signOut', 'recover', 'roles']

test('lets admins manage everyone but owners, and owners manage everyone', () => {
  assert.deepEqual(
    ROLES.map((role) => ROLES.map((other) => allowedActions(role, person(other)))),
    [
      [[], [], [], []],
      [[], [], [], []],
      [CHANGES, CHANGES, ['rename', 'signOut'], []],
      ROLES.map(() => ['rename', 'suspend', 'signOut', 'recover', 'remove', 'roles']),
    ],
  )
})

test('allows nothing on oneself', () => {
  assert.deepEqual(allowedActions('owner', person('owner', 'active', 'per_1')), [])
})

test('depends on the status of the person', () => {
  assert.deepEqual(allowedActions('owner', person('member', 'suspended')), [
    'rename',
    'restore',
    'signOut',
    'remove',
    'roles',
  ])
  assert.deepEqual(allowedActions('owner', person('member', 'deleted')), [])
})

test('lets owners cancel the deletion by an owner, and take over one by the person', () => {
  const leaving = person('member', 'deleting')
  const allowed = (role: Role, own: boolean, suspended = false) =>
    allowedActions(role, leaving, { suspended, deletion: { after: '2026-01-01T00:00:00.000Z', own } })
  assert.deepEqual(allowed('owner', false), ['rename', 'suspend', 'signOut', 'keep', 'roles'])
  assert.deepEqual(allowed('owner', true), ['rename', 'suspend', 'signOut', 'remove', 'roles'])
  assert.deepEqual(allowed('owner', false, true), ['rename', 'restore', 'signOut', 'keep', 'roles'])
  assert.deepEqual(allowed('admin', false), ['rename', 'suspend', 'signOut', 'roles'])
})

test('lets only owners assign the roles admin and owner', () => {
  assert.deepEqual(
    ROLES.map((role) => assignableRoles(role)),
    [['member'], ['member', 'auditor'], ['member', 'auditor'], ROLES],
  )
})
