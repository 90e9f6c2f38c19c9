import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseUrl } from './parse-url.ts'

describe('parseUrl', () => {
  test('parses an absolute URL, and a path with a base', () => {
    assert.equal(parseUrl('https://app.example/a')?.href, 'https://app.example/a')
    assert.equal(parseUrl('/a?b', 'https://app.example')?.href, 'https://app.example/a?b')
  })

  test('returns undefined for what is not a URL', () => {
    for (const value of ['', '/a', 'app.example', 'https://', 'https://a:99999'])
      assert.equal(parseUrl(value), undefined, value)
    assert.equal(parseUrl('https://', 'https://app.example'), undefined)
  })
})
