import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { explainError } from './explain-error.ts'

const REQUEST = {
  origin: 'https://id.example.com',
  authMethod: 'client_secret_basic',
  responseType: 'code',
  redirectUri: 'https://app.example.com/callback',
  postLogoutUri: 'https://app.example.com/',
}

test('docs/apps.md lists reasons with the fix that is logged for them', () => {
  const page = readFileSync(new URL('../../../../../docs/apps.md', import.meta.url), 'utf8')
  const section = page.split('## When sign-in fails')[1]?.split('\n## ')[0] ?? ''
  const rows = [...section.matchAll(/^\| `(.+?)` \| `(.+?)` \| (.+) \|$/gm)].map(([, ...cells]) => cells)
  assert.ok(rows.length > 20, String(rows.length))
  for (const [reason = '', error = '', fix] of rows) {
    const refused = { error, error_description: reason, error_detail: reason, scope: 'email' }
    assert.equal(explainError(refused, REQUEST).fix, fix, reason)
  }
})

test('refers to the served documentation where no fix is known', () => {
  const refused = { error: 'unheard_of', error_description: 'unheard of' }
  assert.equal(explainError(refused, REQUEST).fix, 'Compare the request with https://id.example.com/docs/apps.')
})
