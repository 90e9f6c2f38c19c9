import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HostHeader } from '@countersign/contract/host-header.ts'
import { hosts } from '../../../words/en.admin-hosts.ts'
import { areHeaders, headerBodies, headerRefusal, NEW_HEADER } from './header-values.ts'

const { headers: words } = hosts
const id = (header: string): HostHeader => ({ header, value: 'id' })

test('a header is refused for a name that the server refuses, and for one that is there already', () => {
  const drafts = [id('X-User'), id(' x-user '), id('Cookie'), NEW_HEADER, id(' X-Name ')]
  const refusals = drafts.map((_, index) => headerRefusal(drafts, index))
  assert.deepEqual(refusals, [undefined, words.headerTwice, words.headerWrong, words.headerWrong, undefined])
  assert.equal(areHeaders(drafts), false)
  assert.equal(areHeaders([id('X-User'), id('X-Name')]), true)
})

test('headers are sent trimmed', () => {
  assert.deepEqual(headerBodies([id(' X-User ')]), [id('X-User')])
})
