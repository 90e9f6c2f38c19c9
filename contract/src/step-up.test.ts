import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bodyFieldsOf } from '../../test/support/body-fields.ts'
import type { Route } from './route.ts'
import { routes } from './schemas/route-schemas.ts'
import { isAdminMode, requiredStepUps, type StepUp } from './step-up.ts'

const ADMIN = { action: 'admin.mode' }

describe('requiredStepUps', () => {
  const stepUpsFor = (stepUp: StepUp | undefined, body?: unknown, params = {}) =>
    requiredStepUps(stepUp, { params, body })

  test('is empty for a route without a step-up', () => {
    assert.deepEqual(stepUpsFor(undefined), [])
  })

  test('is admin mode for routine administration', () => {
    assert.deepEqual(stepUpsFor('admin', { name: 'x' }), [ADMIN])
  })

  test('takes the target of a critical action from the path and the body', () => {
    const role: StepUp = { action: 'people.role', target: ['id', 'role'] }
    assert.deepEqual(stepUpsFor(role, { role: 'owner' }, { id: 'per_1' }), [
      { action: 'people.role', target: 'per_1:owner' },
    ])
    const add: StepUp = { action: 'wallet.add', target: ['proof.account'] }
    const body = { proof: { account: 'eip155:1:0x1' } }
    assert.deepEqual(stepUpsFor(add, body), [{ action: 'wallet.add', target: 'eip155:1:0x1' }])
    assert.deepEqual(stepUpsFor({ action: 'networks.write', target: ['chainId'] }, { chainId: 10 }), [
      { action: 'networks.write', target: '10' },
    ])
    assert.deepEqual(stepUpsFor({ action: 'keys.rotate' }), [{ action: 'keys.rotate' }])
  })

  test('prefers a path parameter to a body field', () => {
    const remove: StepUp = { action: 'people.delete', target: ['id'] }
    assert.deepEqual(stepUpsFor(remove, { id: 'per_2' }, { id: 'per_1' }), [
      { action: 'people.delete', target: 'per_1' },
    ])
  })

  test('is admin mode without the covered fields', () => {
    const stepUp: StepUp = { action: 'people.role', target: ['id', 'role'], fields: ['role'] }
    assert.deepEqual(stepUpsFor(stepUp, { status: 'suspended' }, { id: 'per_1' }), [ADMIN])
    assert.deepEqual(stepUpsFor(stepUp, { status: 'suspended', role: undefined }, { id: 'per_1' }), [ADMIN])
    assert.deepEqual(stepUpsFor(stepUp, {}, { id: 'per_1' }), [ADMIN])
  })

  test('is a signature for the covered fields, and admin mode for others', () => {
    const role: StepUp = { action: 'people.role', target: ['id', 'role'], fields: ['role'] }
    const signed = { action: 'people.role', target: 'per_1:admin' }
    assert.deepEqual(stepUpsFor(role, { role: 'admin' }, { id: 'per_1' }), [signed])
    assert.deepEqual(stepUpsFor(role, { role: 'admin', status: undefined }, { id: 'per_1' }), [signed])
    assert.deepEqual(stepUpsFor(role, { status: 'active', role: 'admin' }, { id: 'per_1' }), [ADMIN, signed])
    const keys: StepUp = { action: 'apps.keys', target: ['id'], fields: ['authMethod', 'jwks'] }
    const signedKeys = { action: 'apps.keys', target: 'app_1' }
    assert.deepEqual(stepUpsFor(keys, { jwks: null }, { id: 'app_1' }), [signedKeys])
    assert.deepEqual(stepUpsFor(keys, { authMethod: 'none', jwks: null }, { id: 'app_1' }), [signedKeys])
    assert.deepEqual(stepUpsFor(keys, { jwks: null, name: 'Wiki' }, { id: 'app_1' }), [ADMIN, signedKeys])
  })

  test('looks for fields in objects only', () => {
    const stepUp: StepUp = { action: 'apps.keys', target: ['id'], fields: ['length', '0'] }
    for (const body of [undefined, null, 'text', 5]) assert.deepEqual(stepUpsFor(stepUp, body), [ADMIN])
    const target: StepUp = { action: 'wallet.add', target: ['proof.account'] }
    for (const body of [undefined, null, 'text', { proof: null }, { proof: 'text' }])
      assert.deepEqual(stepUpsFor(target, body), [{ action: 'wallet.add', target: '' }])
  })

  test('exempts only the listed values, which need admin mode', () => {
    const stepUp: StepUp = { action: 'invites.create', target: ['role'], unless: { role: 'member' } }
    assert.deepEqual(stepUpsFor(stepUp, { role: 'member' }), [ADMIN])
    for (const role of ['auditor', 'admin', 'owner'])
      assert.deepEqual(stepUpsFor(stepUp, { role }), [{ action: 'invites.create', target: role }])
  })

  test('ignores inherited properties', () => {
    assert.deepEqual(stepUpsFor({ action: 'apps.keys', fields: ['toString'] }, {}), [ADMIN])
  })
})

/** What a signature covers, for every route with a critical action and a body. A new field is added here or needs admin mode. */
const COVERED: Record<string, string[]> = {
  'POST /api/me/wallets': ['proof', 'label'],
  'POST /api/me/deletion': ['phrase'],
  'PATCH /api/admin/people/:id': ['role'],
  'POST /api/admin/invites': ['role', 'account', 'maxUses', 'expiresInMs'],
  'PATCH /api/admin/settings': ['factories'],
  'POST /api/admin/networks': ['chainId', 'name', 'urls'],
  'PATCH /api/admin/networks/:id': ['name', 'urls', 'enabled'],
  'POST /api/admin/keys/rotate': ['alg', 'distrust'],
  'PATCH /api/admin/apps/:id': ['authMethod', 'jwks'],
  'POST /api/admin/apps/:id/secrets': ['days'],
  'POST /api/admin/hosts/:id/tokens': ['name', 'days'],
  'PUT /api/admin/groups/:id/rule': ['rule'],
}

describe('the signature of a critical action', () => {
  const nameOf = ({ method, path }: Route) => `${method} ${path}`
  const isCritical = ({ stepUp }: Route) => stepUp !== undefined && stepUp !== 'admin'
  const critical = routes.filter((route) => isCritical(route) && bodyFieldsOf(route).length > 0)

  test('is required by the routes of this table', () => {
    assert.deepEqual(Object.keys(COVERED).sort(), critical.map(nameOf).sort())
  })

  for (const route of critical)
    for (const covered of COVERED[nameOf(route)] ?? [])
      for (const field of bodyFieldsOf(route))
        test(`by ${covered} of ${nameOf(route)} does not change ${field} without being meant for it`, () => {
          const stepUps = requiredStepUps(route.stepUp, { params: {}, body: { [covered]: 'x', [field]: 'x' } })
          const isCovered = COVERED[nameOf(route)]?.includes(field) === true
          assert.deepEqual(stepUps.map(isAdminMode), isCovered ? [false] : [true, false])
        })
})

test('isAdminMode distinguishes admin mode from critical actions', () => {
  assert.deepEqual([isAdminMode({ action: 'admin.mode' }), isAdminMode({ action: 'keys.rotate' })], [true, false])
})
