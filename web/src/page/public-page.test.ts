import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublic } from './public-page.ts'

test('pages behind sign-in are not public, with and without parameters', () => {
  for (const path of ['/home', '/admin', '/apps/app_1', '/admin/hosts/host_1/rules'])
    assert.equal(isPublic(path), false, path)
})

test('entries, information and addresses without a page are public', () => {
  for (const path of ['/', '/sign-in', '/invite/abc', '/consent/abc', '/about', '/nowhere'])
    assert.equal(isPublic(path), true, path)
})
