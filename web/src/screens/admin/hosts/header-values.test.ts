import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HostHeader } from '@countersign/contract/host-header.ts'
import { rowsOf } from '../../../forms/rows.ts'
import { hosts } from '../../../words/admin-hosts.ts'
import { headersBody, newHeader, validateHeaders } from './header-values.ts'

const { headers: words } = hosts
const id = (header: string): HostHeader => ({ header, value: 'id' })

test('rejects a header name that the server refuses, and one that is in the list already', () => {
  const headers = [id('X-User'), id(' x-user '), id('Cookie'), newHeader, id(' X-Name ')]
  assert.deepEqual(validateHeaders(rowsOf(headers)), {
    'rows/1/header': words.headerTwice,
    'rows/2/header': words.headerWrong,
    'rows/3/header': words.headerWrong,
  })
  assert.deepEqual(validateHeaders(rowsOf([id('X-User'), id('X-Name')])), {})
})

test('sends headers trimmed', () => {
  assert.deepEqual(headersBody(rowsOf([id(' X-User ')])), [id('X-User')])
})
