import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loggedPath } from './redact-path.ts'

describe('path redaction', () => {
  test('redacts possible tokens anywhere in the path', () => {
    assert.equal(loggedPath('/invite/Zm9vYmFyYmF6cXV4MTIzNDU2Nzg'), '/invite/…')
    assert.equal(loggedPath(`/invite/${'a'.repeat(26)}%2e`), '/invite/…')
    assert.equal(loggedPath(`/x/${'b'.repeat(43)}/y`), '/x/…/y')
  })

  test('keeps routes and ids', () => {
    for (const path of ['/', '/api/session', '/api/admin/people/per_01M7FACG804KVNNFJFA57J6E4W/recovery-link'])
      assert.equal(loggedPath(path), path)
  })

  test('truncates long paths', () => {
    assert.equal(loggedPath('/ab'.repeat(1000)).length, 200)
  })
})
