import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSections, type SearchIndex } from './find-sections.ts'

const index: SearchIndex = [
  [
    '/docs/apps',
    'Connect an app',
    [
      ['', 'Connect an app', 'Software that supports OpenID Connect.'],
      ['signing-out', 'Signing out', 'The app sends the browser to the end session endpoint.'],
    ],
  ],
  [
    '/docs/operating',
    'Operate',
    [
      ['health', 'Health', 'Reports app secrets that expire, and a session that has no end.'],
      ['logs', 'Logs', `${'One line per event. '.repeat(20)}Sessions are logged (a+b). ${'And so on. '.repeat(20)}`],
    ],
  ],
]
const urlsOf = (query: string) => findSections(index, query).map(({ url }) => url)

test('finds sections that contain every word, in any case and order', () => {
  assert.deepEqual(urlsOf('SESSION  endpoint'), ['/docs/apps#signing-out'])
  assert.deepEqual(urlsOf('endpoint nothing'), [])
  assert.deepEqual(urlsOf('  '), [])
})

test('puts headings before titles before text, and beginnings of words first', () => {
  assert.deepEqual(urlsOf('app'), ['/docs/apps', '/docs/apps#signing-out', '/docs/operating#health'])
  assert.deepEqual(urlsOf('log'), ['/docs/operating#logs'])
})

test('names page and heading, and marks the words in an excerpt', () => {
  const [match] = findSections(index, 'sessions')
  assert.equal(match?.title, 'Operate')
  assert.equal(match?.heading, 'Logs')
  const text = match?.excerpt.map((part) => part.text).join('') ?? ''
  assert.match(text, /^… .*Sessions are logged.* …$/)
  assert.ok(text.length < 200)
  assert.deepEqual(
    match?.excerpt.filter(({ marked }) => marked).map((part) => part.text),
    ['Sessions'],
  )
  assert.equal(findSections(index, 'software')[0]?.heading, undefined)
})

test('treats a query as text, not as a pattern', () => {
  assert.deepEqual(urlsOf('(a+b)'), ['/docs/operating#logs'])
  assert.deepEqual(urlsOf('.*'), [])
})
