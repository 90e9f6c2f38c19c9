import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '@countersign/contract/permission.ts'
import type { PersonStatus } from '@countersign/contract/routes/person.ts'
import { rightsOver, rolesGivenBy } from './person-rights.ts'

const ROLES: Role[] = ['member', 'auditor', 'admin', 'owner']
const person = (role: Role, status: PersonStatus = 'active', id = 'per_2') => ({ id, role, status })
const viewer = (role: Role) => ({ id: 'per_1', role })

const allowed = (role: Role, other: ReturnType<typeof person>) =>
  Object.entries(rightsOver(viewer(role), other))
    .filter(([, right]) => right === true || (Array.isArray(right) && right.length > 0))
    .map(([name]) => name)

const CHANGES = ['rename', 'suspend', 'signOut', 'recover', 'roles']

test('an admin looks after everyone but owners, an owner after everyone, nobody else after anyone', () => {
  assert.deepEqual(
    ROLES.map((role) => ROLES.map((other) => allowed(role, person(other)))),
    [
      [[], [], [], []],
      [[], [], [], []],
      [CHANGES, CHANGES, ['rename', 'signOut'], []],
      ROLES.map(() => ['rename', 'suspend', 'signOut', 'recover', 'remove', 'roles']),
    ],
  )
})

test('nobody does any of it to themselves', () => {
  assert.deepEqual(allowed('owner', person('owner', 'active', 'per_1')), [])
})

test('what can be done follows from how the person stands', () => {
  assert.deepEqual(allowed('owner', person('member', 'suspended')), ['rename', 'restore', 'signOut', 'remove', 'roles'])
  assert.deepEqual(allowed('owner', person('member', 'deleting')), ['rename', 'signOut', 'roles'])
  assert.deepEqual(allowed('owner', person('member', 'deleted')), [])
})

test('only owners give the roles of admins and owners', () => {
  assert.deepEqual(
    ROLES.map((role) => rolesGivenBy(role)),
    [['member'], ['member', 'auditor'], ['member', 'auditor'], ROLES],
  )
})
