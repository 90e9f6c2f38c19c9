import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { refusalPage, unknownAccessPage } from './refusal-page.ts'

const at = { origin: 'https://id.example', host: 'wiki.example:8443' }

describe('refusalPage', () => {
  test('links to the access request and to the contact', () => {
    const page = refusalPage({ ...at, contact: 'admin@example.org' })
    assert.match(page, /<a href="https:\/\/id\.example\/access\?host=wiki\.example%3A8443" /)
    assert.match(page, /<a href="mailto:admin@example\.org" [^>]*>Contact the site’s administrator<\/a>/)
    assert.match(refusalPage({ ...at, contact: 'https://help.example/' }), /<a href="https:\/\/help\.example\/" /)
  })

  test('is another page for access that could not be checked', () => {
    const page = unknownAccessPage({ ...at, contact: null })
    assert.match(page, /<h1>Access could not be checked<\/h1>/)
    assert.match(page, /<a href="https:\/\/id\.example\/access\?host=wiki\.example%3A8443" /)
    assert.ok(!page.includes('do not have access'))
  })

  test('omits the contact when there is none', () => {
    assert.ok(!refusalPage({ ...at, contact: null }).includes('administrator'))
  })

  test('escapes the contact and the host', () => {
    const page = refusalPage({ ...at, host: '"><script>', contact: `https://x/"'><script>alert(1)</script>` })
    assert.ok(!page.includes('<script'))
    assert.equal(page.match(/"/g)?.length, refusalPage({ ...at, contact: 'https://x/' }).match(/"/g)?.length)
  })
})
