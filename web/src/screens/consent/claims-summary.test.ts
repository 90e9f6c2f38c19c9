import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '@countersign/contract/app/scope.ts'
import { interaction as text } from '../../words/interaction.ts'
import { findOfflineAccess, summarizeClaims } from './claims-summary.ts'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const { claims: words } = text

test('lists every claim as it is sent, IDs last', () => {
  const claims = {
    ...{
      sub: 'abc',
      name: 'Ada',
      preferred_username: 'ada.eth',
      picture: 'https://id.example/a.svg',
      zoneinfo: 'Asia/Tokyo',
    },
    ...{ email: 'abc@id.example', email_verified: false, wallet: `eip155:0:${ADDRESS}`, wallet_kind: 'eoa' },
    ...{ wallets: [`eip155:0:${ADDRESS}`, `eip155:8453:${ADDRESS}`], groups: ['staff', 'ops'] },
  }
  const account = { kind: 'account', address: ADDRESS, on: '' }
  assert.deepEqual(
    summarizeClaims({ scopes: [...scopes], newScopes: [...scopes], claims }).map(({ label, values }) => [
      label,
      values,
    ]),
    [
      [words.name, [{ kind: 'text', text: 'Ada' }]],
      [words.preferred_username, [{ kind: 'text', text: 'ada.eth' }]],
      [words.picture, [{ kind: 'text', text: words.pictureText }]],
      [words.zoneinfo, [{ kind: 'text', text: 'Asia/Tokyo' }]],
      [words.email, [{ kind: 'code', text: 'abc@id.example' }]],
      [words.wallet, [account]],
      [words.wallets, [account, { ...account, on: 'on Base' }]],
      [words.walletProof, [{ kind: 'text', text: words.walletProofText }]],
      [words.groups, [{ kind: 'text', text: 'staff, ops' }]],
      [words.sub, [{ kind: 'code', text: 'abc' }]],
      [words.signedIn, [{ kind: 'text', text: words.signedInText }]],
    ],
  )
})

test('omits claims that are not sent, and names missing groups', () => {
  const interaction = {
    scopes: ['email' as const, 'wallets' as const, 'groups' as const],
    newScopes: [],
    claims: { sub: 'a', groups: [] },
  }
  assert.deepEqual(
    summarizeClaims(interaction).map(({ label, values }) => [label, values]),
    [[words.groups, [{ kind: 'text', text: words.noGroups }]]],
  )
})

test('marks new claims only next to earlier ones', () => {
  const newMarks = (newScopes: ('openid' | 'groups')[]) =>
    summarizeClaims({ scopes: ['openid', 'groups'], newScopes, claims: { sub: 'a' } }).map(({ isNew }) => isNew)
  assert.deepEqual(newMarks(['groups']), [true, false, false])
  assert.deepEqual(newMarks(['openid', 'groups']), [false, false, false])
  assert.deepEqual(newMarks([]), [false, false, false])
})

test('lists new claims first', () => {
  const interaction = {
    scopes: ['openid' as const, 'wallet' as const, 'groups' as const],
    newScopes: ['groups' as const],
  }
  assert.deepEqual(
    summarizeClaims({ ...interaction, claims: { sub: 'a', wallet: `eip155:0:${ADDRESS}` } }).map(({ label }) => label),
    [words.groups, words.wallet, words.sub, words.signedIn],
  )
})

test('marks access without a session as new only next to earlier access', () => {
  const scopes = ['openid' as const, 'offline_access' as const]
  const find = (newScopes: ('openid' | 'offline_access')[]) => findOfflineAccess({ scopes, newScopes, claims: {} })
  assert.deepEqual(find(['offline_access']), { isNew: true })
  assert.deepEqual([find(scopes), find([])], [{ isNew: false }, { isNew: false }])
  assert.equal(findOfflineAccess({ scopes: ['openid'], newScopes: [], claims: {} }), undefined)
})

test('formats a user name that is an address as code', () => {
  const kindsOf = (preferred_username: string) =>
    summarizeClaims({ scopes: ['profile'], newScopes: [], claims: { preferred_username } }).map(
      ({ values }) => values[0]?.kind,
    )
  assert.deepEqual([kindsOf(ADDRESS.toLowerCase()), kindsOf('ada.eth')], [['code'], ['text']])
  for (const address of ['AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'])
    assert.deepEqual(kindsOf(address), ['code'], address)
})

test('distinguishes pairwise from public subjects', () => {
  const noteOf = (sub: string) => summarizeClaims({ scopes: ['openid'], newScopes: [], claims: { sub } })[0]?.note
  assert.deepEqual([noteOf('per_01'), noteOf('Zm9v')], [words.subShared, words.subOwn])
})
