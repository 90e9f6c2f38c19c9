import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isAdminMode, requiredStepUp, type StepUp } from './step-up.ts'

const ADMIN = { action: 'admin.mode' }

describe('requiredStepUp', () => {
  const stepUpFor = (stepUp: StepUp | undefined, body?: unknown, params = {}) =>
    requiredStepUp(stepUp, { params, body })

  test('returns undefined for a route without a step-up', () => {
    assert.equal(stepUpFor(undefined), undefined)
  })

  test('returns admin mode for routine administration', () => {
    assert.deepEqual(stepUpFor('admin', { name: 'x' }), ADMIN)
  })

  test('takes the target of a critical action from the path and the body', () => {
    const role: StepUp = { action: 'people.role', target: ['id', 'role'] }
    assert.deepEqual(stepUpFor(role, { role: 'owner' }, { id: 'per_1' }), {
      action: 'people.role',
      target: 'per_1:owner',
    })
    const add: StepUp = { action: 'wallet.add', target: ['proof.account'] }
    const body = { proof: { account: 'eip155:1:0x1' } }
    assert.deepEqual(stepUpFor(add, body), { action: 'wallet.add', target: 'eip155:1:0x1' })
    assert.deepEqual(stepUpFor({ action: 'networks.write', target: ['chainId'] }, { chainId: 10 }), {
      action: 'networks.write',
      target: '10',
    })
    assert.deepEqual(stepUpFor({ action: 'keys.rotate' }), { action: 'keys.rotate' })
  })

  test('prefers a path parameter to a body field', () => {
    const remove: StepUp = { action: 'people.delete', target: ['id'] }
    assert.deepEqual(stepUpFor(remove, { id: 'per_2' }, { id: 'per_1' }), { action: 'people.delete', target: 'per_1' })
  })

  test('is critical only with the listed fields', () => {
    const stepUp: StepUp = { action: 'people.role', target: ['id', 'role'], fields: ['role'], otherwise: 'admin' }
    assert.deepEqual(stepUpFor(stepUp, { status: 'suspended' }, { id: 'per_1' }), ADMIN)
    assert.deepEqual(stepUpFor(stepUp, {}, { id: 'per_1' }), ADMIN)
    assert.deepEqual(stepUpFor(stepUp, { status: 'active', role: 'admin' }, { id: 'per_1' }), {
      action: 'people.role',
      target: 'per_1:admin',
    })
    const keys: StepUp = { action: 'apps.keys', target: ['id'], fields: ['authMethod', 'jwks'], otherwise: 'admin' }
    assert.deepEqual(stepUpFor(keys, { jwks: null }, { id: 'app_1' }), { action: 'apps.keys', target: 'app_1' })
  })

  test('looks for fields in objects only', () => {
    const stepUp: StepUp = { action: 'apps.keys', target: ['a.b'], fields: ['length', 'a.length'], otherwise: 'admin' }
    for (const body of [undefined, null, 'text', 5, { a: null }, { a: 'text' }])
      assert.deepEqual(stepUpFor(stepUp, body), ADMIN)
    const target: StepUp = { action: 'wallet.add', target: ['proof.account'] }
    for (const body of [undefined, null, 'text', { proof: null }, { proof: 'text' }])
      assert.deepEqual(stepUpFor(target, body), { action: 'wallet.add', target: '' })
  })

  test('exempts only the listed values', () => {
    const stepUp: StepUp = { action: 'invites.create', target: ['role'], unless: { role: 'member' } }
    assert.equal(stepUpFor(stepUp, { role: 'member' }), undefined)
    for (const role of ['auditor', 'admin', 'owner'])
      assert.deepEqual(stepUpFor(stepUp, { role }), { action: 'invites.create', target: role })
  })

  test('requires admin mode for an exempt call with a listed field', () => {
    const stepUp: StepUp = {
      action: 'invites.create',
      target: ['role'],
      unless: { role: 'member' },
      adminFor: ['groupIds'],
    }
    assert.equal(stepUpFor(stepUp, { role: 'member' }), undefined)
    assert.deepEqual(stepUpFor(stepUp, { role: 'member', groupIds: ['grp_1'] }), ADMIN)
    assert.deepEqual(stepUpFor(stepUp, { role: 'admin', groupIds: ['grp_1'] }), {
      action: 'invites.create',
      target: 'admin',
    })
  })

  test('ignores inherited properties', () => {
    const stepUp: StepUp = { action: 'apps.keys', fields: ['toString'], otherwise: 'admin' }
    assert.deepEqual(stepUpFor(stepUp, {}), ADMIN)
  })
})

test('isAdminMode distinguishes admin mode from critical actions', () => {
  assert.deepEqual([isAdminMode({ action: 'admin.mode' }), isAdminMode({ action: 'keys.rotate' })], [true, false])
})
