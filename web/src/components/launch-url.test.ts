import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeLaunchUrl } from './launch-url.ts'

test('accepts http and https URLs only', () => {
  const urls = [
    'https://app.example/',
    'http://localhost:8080/a',
    'javascript:alert(1)',
    'data:text/html,a',
    'app',
    'https://',
    null,
  ]
  assert.deepEqual(urls.map(safeLaunchUrl), [...urls.slice(0, 2), ...Array(5).fill(undefined)])
})
