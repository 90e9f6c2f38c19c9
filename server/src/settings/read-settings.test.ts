import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSettings } from './read-settings.ts'

describe('stored settings', () => {
  test('without a value for registration do not open it, except on localhost', () => {
    const stored = JSON.stringify({ name: 'Acme', version: 2 })
    const registrationAt = (origin: string) => readSettings({ origin }, stored).registration
    assert.equal(registrationAt('https://id.example'), 'invite')
    assert.equal(registrationAt('http://localhost:3000'), 'open')
  })
})
