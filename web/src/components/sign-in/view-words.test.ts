import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notices as words } from '../../../../test/support/browser/words.ts'
import { PHONE } from '../../sign-in/attempt.ts'
import { noticeText, verifyingText } from './view-words.ts'

const declinedNotice = (id: string, after: number) => noticeText({ kind: 'declined_connect', wallet: 'W', id, after })

test('an extension that declines as fast as one that is not set up, 3.4 s on a slow machine, may not be set up', () => {
  assert.equal(declinedNotice('io.metamask', 3400), words.declined_at_once('W'))
  assert.equal(declinedNotice('browser', 0), words.declined_at_once('W'))
  assert.equal(declinedNotice('io.metamask', 5000), words.declined_connect('W'))
})

test('treats an immediate decline by other wallets as a decline', () => {
  const demo = ['localhost.countersign.demo', 'solana:Demo wallet', 'bip122:Demo wallet']
  for (const id of ['linked:walletconnect', 'xyz.ithaca.porto', ...demo])
    assert.equal(declinedNotice(id, 0), words.declined_connect('W'), id)
})

test('does not deny after a declined signature that the account is shared', () => {
  const text = noticeText({ kind: 'declined_signature', wallet: 'W', twice: false })
  assert.doesNotMatch(text, /shared/)
})

test('does not say after a declined approval for a computer that nobody is signed in', () => {
  const text = noticeText({ kind: 'declined_approval', wallet: 'W', twice: true })
  assert.equal(text, `${words.declined_approval('W')} ${words.declined_twice}`)
})

test('blames a smart account for a slow check only where there are smart accounts', () => {
  const textFor = (id: string) =>
    verifyingText({ wait: 'slow', wallet: { id, name: 'W', icon: undefined, rdns: undefined } })
  for (const id of ['io.metamask', 'browser', 'linked:walletconnect']) assert.match(textFor(id), /smart account/, id)
  for (const id of ['solana:Phantom', 'bip122:Xverse', PHONE]) assert.doesNotMatch(textFor(id), /smart account/, id)
})
