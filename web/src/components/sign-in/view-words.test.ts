import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notices as words } from '../../../../test/support/browser/words.ts'
import { noticeText } from './view-words.ts'

const declinedNotice = (id: string, after: number) => noticeText({ kind: 'declined_connect', wallet: 'W', id, after })

test('treats an immediate decline by an extension as incomplete setup', () => {
  assert.equal(declinedNotice('io.metamask', 1999), words.declined_at_once('W'))
  assert.equal(declinedNotice('browser', 0), words.declined_at_once('W'))
  assert.equal(declinedNotice('io.metamask', 2000), words.declined_connect('W'))
})

test('treats an immediate decline by other wallets as a decline', () => {
  for (const id of ['linked:walletconnect', 'localhost.countersign.demo', 'xyz.ithaca.porto'])
    assert.equal(declinedNotice(id, 0), words.declined_connect('W'), id)
})

test('does not deny after a declined signature that the account is shared', () => {
  const text = noticeText({ kind: 'declined_signature', wallet: 'W', twice: false })
  assert.doesNotMatch(text, /shared/)
})
