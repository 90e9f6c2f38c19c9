import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { HostHeader } from '@countersign/contract/host/host-header.ts'
import type { SessionRecord } from '../session/session-record.ts'
import { personHeaders, tokenHeaders, visitorHeaders } from './identity.ts'

const address = `0x${'ab'.repeat(20)}`
const session = {
  person: { id: 'per_1', displayName: 'Jos\u00e9' },
  wallet: { namespace: 'eip155', address, chain: '0', ens: null },
} as unknown as SessionRecord // all that is read of one
const membership = { ids: ['grp_1', 'grp_2'], slugs: ['staff', 'team'] }
const extra: HostHeader[] = [
  { header: 'X-WEBAUTH-USER', value: 'id' },
  { header: 'X-WEBAUTH-FULLNAME', value: 'name' },
  { header: 'X-Roles', value: 'groups' },
  { header: 'X-Wallet', value: 'wallet' },
]

describe('personHeaders', () => {
  const standard = personHeaders(session, membership)

  test('are the standard ones for a host without extra headers', () => {
    const { 'X-Countersign-Wallet': wallet, ...headers } = standard
    assert.deepEqual(headers, {
      'Remote-User': 'per_1',
      'Remote-Name': 'Jos%C3%A9',
      'Remote-Groups': 'staff,team',
      'X-Countersign-Subject': 'per_1',
      'Cache-Control': 'no-store',
    })
    assert.equal(wallet?.toLowerCase(), `eip155:0:${address}`)
  })

  test('repeat the values under the extra headers of a host only', () => {
    assert.deepEqual(personHeaders(session, membership, extra), {
      ...standard,
      'X-WEBAUTH-USER': 'per_1',
      'X-WEBAUTH-FULLNAME': 'Jos%C3%A9',
      'X-Roles': 'staff,team',
      'X-Wallet': standard['X-Countersign-Wallet'],
    })
    assert.deepEqual(personHeaders(session, membership), standard)
  })

  test('are the same object while session and groups are, so that they are written to a list once', () => {
    const other = { ...membership, slugs: ['staff'] }
    assert.equal(personHeaders(session, membership), personHeaders(session, membership))
    assert.equal(personHeaders(session, other)['Remote-Groups'], 'staff')
    assert.equal(personHeaders(session, membership)['Remote-Groups'], 'staff,team')
  })

  test('percent-encode every byte of a name that is not printable ASCII with two digits', () => {
    const named = (displayName: string) => ({ ...session, person: { ...session.person, displayName } })
    const nameOf = (displayName: string) => personHeaders(named(displayName), membership)['Remote-Name']
    assert.equal(nameOf(' a~\t\x7f\n'), ' a~%09%7F%0A')
    assert.equal(nameOf('100% \u00e9\u{1f511}'), '100%25 %C3%A9%F0%9F%94%91')
  })

  test('follow the groups of a person', () => {
    const none = personHeaders(session, { ids: [], slugs: [] }, extra)
    assert.deepEqual([none['Remote-Groups'], none['X-Roles']], ['', ''])
  })
})

test('tokenHeaders name the token and nothing of a person', () => {
  assert.deepEqual(tokenHeaders({ name: 'ci' }, extra), {
    'Remote-User': 'token:ci',
    'Remote-Name': '',
    'Remote-Groups': '',
    'X-Countersign-Subject': 'token:ci',
    'X-Countersign-Wallet': '',
    'X-WEBAUTH-USER': 'token:ci',
    'X-WEBAUTH-FULLNAME': '',
    'X-Roles': '',
    'X-Wallet': '',
    'Cache-Control': 'no-store',
  })
})

test('visitorHeaders contains every header of the host, all empty', () => {
  const { 'Cache-Control': _, 'Content-Length': __, ...headers } = visitorHeaders(extra)
  const { 'Cache-Control': ___, 'Content-Length': ____, ...expected } = personHeaders(session, membership, extra)
  assert.deepEqual(headers, Object.fromEntries(Object.keys(expected).map((name) => [name, ''])))
})
