import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launchable } from './launch-url.ts'

test('opens pages, and nothing that would run here', () => {
  const given = [
    'https://app.example/',
    'http://localhost:8080/a',
    'javascript:alert(1)',
    'data:text/html,a',
    'app',
    'https://',
    null,
  ]
  assert.deepEqual(given.map(launchable), [...given.slice(0, 2), ...Array(5).fill(undefined)])
})
