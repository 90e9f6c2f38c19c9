import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { redactPath } from '../send-response.ts'

describe('redactPath', () => {
  test('leaves out what may be a token, wherever it stands', () => {
    assert.equal(redactPath('/invite/Zm9vYmFyYmF6cXV4MTIzNDU2Nzg'), '/invite/…')
    assert.equal(redactPath(`/invite/${'a'.repeat(26)}%2e`), '/invite/…')
    assert.equal(redactPath(`/x/${'b'.repeat(43)}/y`), '/x/…/y')
  })

  test('keeps routes and ids', () => {
    for (const path of ['/', '/api/session', '/api/admin/people/per_01M7FACG804KVNNFJFA57J6E4W/recovery-link'])
      assert.equal(redactPath(path), path)
  })

  test('is never long', () => {
    assert.equal(redactPath('/ab'.repeat(1000)).length, 200)
  })
})
