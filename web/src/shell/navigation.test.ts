import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nav } from '../words/account/account.ts'
import { accountEntriesFor, adminSectionsFor, currentMark, isAdminPath, labelOf, mayOpen } from './navigation.ts'

const sectionsFor = (role: Parameters<typeof adminSectionsFor>[0]) =>
  Object.fromEntries(adminSectionsFor(role).map(({ label, entries }) => [label, entries.map(({ to }) => to)]))

describe('adminSectionsFor', () => {
  test('shows an owner every page in four sections', () => {
    assert.deepEqual(sectionsFor('owner'), {
      [nav.insight]: ['/admin', '/admin/activity', '/admin/health'],
      [nav.access]: ['/admin/apps', '/admin/hosts', '/admin/groups'],
      [nav.peopleSection]: ['/admin/people', '/admin/invites', '/admin/requests', '/admin/sessions'],
      [nav.site]: ['/admin/settings', '/admin/networks', '/admin/keys'],
    })
  })

  test('hides networks and signing keys from an admin', () => {
    assert.deepEqual(sectionsFor('admin'), { ...sectionsFor('owner'), [nav.site]: ['/admin/settings'] })
  })

  test('shows an auditor only what can be read', () => {
    assert.deepEqual(sectionsFor('auditor'), {
      [nav.insight]: ['/admin', '/admin/activity', '/admin/health'],
      [nav.access]: ['/admin/apps', '/admin/groups'],
      [nav.peopleSection]: ['/admin/people', '/admin/sessions'],
      [nav.site]: ['/admin/settings'],
    })
  })

  test('has no section for a member', () => {
    assert.deepEqual(sectionsFor('member'), {})
  })
})

test('accountEntriesFor links to the admin area for every role but member', () => {
  const own = ['/home', '/wallets', '/apps', '/sessions', '/activity', '/settings']
  for (const role of ['member', 'auditor', 'admin', 'owner'] as const) {
    const expected = role === 'member' ? own : [...own, '/admin']
    assert.deepEqual(
      accountEntriesFor(role).map(({ to }) => to),
      expected,
      role,
    )
  }
})

test('mayOpen hides admin pages from the roles that lack their permission', () => {
  const paths = ['/home', '/admin', '/admin/apps/new', '/admin/hosts/hst_1/rules', '/admin/networks']
  const openFor = (role: Parameters<typeof mayOpen>[0]) => paths.map((path) => mayOpen(role, path))
  assert.deepEqual(openFor('member'), [true, false, false, false, false])
  assert.deepEqual(openFor('auditor'), [true, true, true, false, false])
  assert.deepEqual(openFor('admin'), [true, true, true, true, false])
  assert.deepEqual(openFor('owner'), [true, true, true, true, true])
})

test('isAdminPath matches the admin area only', () => {
  assert.deepEqual(['/admin', '/admin/apps', '/home', '/administrators'].map(isAdminPath), [true, true, false, false])
})

test('currentMark marks one entry: the page itself, or the page above it', () => {
  const entries = ['/wallets', '/admin', '/admin/people', '/settings']
  const marksAt = (path: string) => entries.map((to) => currentMark(to, path))
  assert.deepEqual(marksAt('/wallets'), ['page', undefined, undefined, undefined])
  assert.deepEqual(marksAt('/wallets/add'), ['true', undefined, undefined, undefined])
  assert.deepEqual(marksAt('/admin'), [undefined, 'page', undefined, undefined])
  assert.deepEqual(marksAt('/admin/people/per_1'), [undefined, undefined, 'true', undefined])
  assert.deepEqual(marksAt('/walletsother'), [undefined, undefined, undefined, undefined])
})

test('labelOf names a page like its link, or like the link to the page above it', () => {
  const paths = ['/home', '/wallets/add', '/admin', '/admin/people/per_1', '/access']
  assert.deepEqual(paths.map(labelOf), [nav.home, nav.wallets, nav.overview, nav.people, undefined])
})
