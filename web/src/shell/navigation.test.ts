import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminPlacesFor, currentness } from './navigation.ts'

const shown = (role: Parameters<typeof adminPlacesFor>[0]) => adminPlacesFor(role).map(({ to }) => to)

test('shows the admin area from auditor on, what is run from admin on, and networks and keys to owners', () => {
  const admin = [
    ...['/admin', '/admin/people', '/admin/invites', '/admin/requests', '/admin/groups'],
    ...['/admin/apps', '/admin/hosts', '/admin/sessions', '/admin/activity', '/admin/settings', '/admin/health'],
  ]
  const reading = admin.filter((place) => !['/admin/invites', '/admin/requests', '/admin/hosts'].includes(place))
  const owner = admin.toSpliced(9, 0, '/admin/networks', '/admin/keys')
  assert.deepEqual([shown('member'), shown('auditor'), shown('admin'), shown('owner')], [[], reading, admin, owner])
})

test('marks one place as current: the page itself, or what is above it', () => {
  const places = ['/wallets', '/admin', '/admin/people', '/settings']
  const marks = (path: string) => places.map((place) => currentness(place, path))
  assert.deepEqual(marks('/wallets'), ['page', undefined, undefined, undefined])
  assert.deepEqual(marks('/wallets/add'), ['true', undefined, undefined, undefined])
  assert.deepEqual(marks('/admin'), [undefined, 'page', undefined, undefined])
  assert.deepEqual(marks('/admin/people/per_1'), [undefined, undefined, 'true', undefined])
  assert.deepEqual(marks('/walletsother'), [undefined, undefined, undefined, undefined])
})
