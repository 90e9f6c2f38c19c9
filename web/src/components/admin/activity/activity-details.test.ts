import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Activity } from '@countersign/contract/routes/activity.ts'
import { detailsOf } from './activity-details.ts'

const createEvent = (of: Partial<Activity>): Activity => ({
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
  maskedIp: null,
  data: {},
  ...of,
})

test('describes the data of an event', () => {
  const details = [
    createEvent({ kind: 'sign_in.refused', outcome: 'refused', code: 'signature_invalid' }),
    createEvent({ kind: 'person.role_changed', data: { from: 'member', to: 'admin' } }),
    createEvent({ kind: 'person.suspended', data: { reason: 'Sold the laptop' } }),
    createEvent({ kind: 'setting.changed', data: { fields: 'name sessionMaxMs' } }),
    createEvent({ kind: 'network.updated', data: { chainId: 8453, name: 'Base', fields: 'name urls' } }),
    createEvent({ kind: 'app.updated', data: { app: 'Wiki', id: 'app_1', fields: 'name redirectUris' } }),
    createEvent({ kind: 'oidc.authorized', data: { app: 'Wiki' } }),
    createEvent({ kind: 'group.updated', data: { groupId: 'grp_1', slug: 'staff', fields: 'name' } }),
    createEvent({ kind: 'host.deleted', data: { hostId: 'hst_1', host: 'wiki.example' } }),
    createEvent({ kind: 'key.rotated', data: { alg: 'ES256', distrust: true, kid: 'k' } }),
    createEvent({ kind: 'step_up.ok', data: { action: 'people.delete:per_1' } }),
    createEvent({
      kind: 'access.refused',
      outcome: 'refused',
      code: 'forbidden',
      data: { call: 'GET /api/admin/people' },
    }),
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
    createEvent({ code: 'a_code_of_tomorrow' }),
    createEvent({ kind: 'person.role_changed', data: { from: 'member', to: '__proto__' } }),
    createEvent({ kind: 'setting.changed', data: { fields: 'tomorrow' } }),
    createEvent({ kind: 'step_up.ok', data: { action: 7 } }),
  ].map(detailsOf)
  assert.deepEqual(details, [['a_code_of_tomorrow'], [], [], []])
})

test('names the app of a declined request without a reason', () => {
  const refused = { kind: 'oidc.refused', outcome: 'refused', code: 'access_denied' } as const
  assert.deepEqual(
    [
      detailsOf(createEvent({ ...refused, data: { app: 'Wiki', reason: 'user_declined' } })),
      detailsOf(createEvent({ ...refused, data: { app: 'Wiki', reason: 'access_denied_by_policy' } })),
    ],
    [['Wiki'], ['No access to this app', 'Wiki']],
  )
})
