import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Activity } from '@countersign/contract/routes/activity.ts'
import { detailsOf } from './activity-details.ts'

const event = (of: Partial<Activity>): Activity => ({
  id: 'evt_01JCQ2Z8Y7ABCDEFGHJKMNPQRS',
  at: '2026-01-01T00:00:00.000Z',
  kind: 'sign_in.ok',
  outcome: 'ok',
  code: null,
  actor: { type: 'visitor', id: null, label: null },
  person: null,
  address: null,
  sessionId: null,
  device: null,
  near: null,
  data: {},
  ...of,
})

test('describes the data of an event', () => {
  const details = [
    event({ kind: 'sign_in.refused', outcome: 'refused', code: 'signature_invalid' }),
    event({ kind: 'person.role_changed', data: { from: 'member', to: 'admin' } }),
    event({ kind: 'person.suspended', data: { reason: 'Sold the laptop' } }),
    event({ kind: 'setting.changed', data: { fields: 'name sessionMaxMs' } }),
    event({ kind: 'network.updated', data: { chainId: 8453, name: 'Base', fields: 'name urls' } }),
    event({ kind: 'app.updated', data: { app: 'Wiki', id: 'app_1', fields: 'name redirectUris' } }),
    event({ kind: 'oidc.authorized', data: { app: 'Wiki' } }),
    event({ kind: 'group.updated', data: { groupId: 'grp_1', slug: 'staff', fields: 'name' } }),
    event({ kind: 'host.deleted', data: { hostId: 'hst_1', host: 'wiki.example' } }),
    event({ kind: 'key.rotated', data: { alg: 'ES256', distrust: true, kid: 'k' } }),
    event({ kind: 'step_up.ok', data: { action: 'people.delete:per_1' } }),
    event({ kind: 'access.refused', outcome: 'refused', code: 'forbidden', data: { call: 'GET /api/admin/people' } }),
  ].map(detailsOf)
  assert.deepEqual(details, [
    ['The signature is from another account'],
    ['Member → Admin'],
    ['“Sold the laptop”'],
    ['Site name, Maximum session lifetime'],
    ['Base (8453)'],
    ['Wiki', 'Name, Redirect URIs'],
    ['Wiki'],
    ['staff'],
    ['wiki.example'],
    ['ES256'],
    ['delete someone’s account'],
    ['You don’t have access to this', 'GET /api/admin/people'],
  ])
})

test('omits unknown values', () => {
  const details = [
    event({ code: 'a_code_of_tomorrow' }),
    event({ kind: 'person.role_changed', data: { from: 'member', to: '__proto__' } }),
    event({ kind: 'setting.changed', data: { fields: 'tomorrow' } }),
    event({ kind: 'step_up.ok', data: { action: 7 } }),
  ].map(detailsOf)
  assert.deepEqual(details, [['a_code_of_tomorrow'], [], [], []])
})

test('names the app of a declined request without a reason', () => {
  const refused = { kind: 'oidc.refused', outcome: 'refused', code: 'access_denied' } as const
  assert.deepEqual(
    [
      detailsOf(event({ ...refused, data: { app: 'Wiki', reason: 'user_declined' } })),
      detailsOf(event({ ...refused, data: { app: 'Wiki', reason: 'access_denied_by_policy' } })),
    ],
    [['Wiki'], ['No access to this app', 'Wiki']],
  )
})
