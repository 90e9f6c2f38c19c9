import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redirectProblem } from '@countersign/contract/app-uri.ts'
import { presets } from '@countersign/contract/preset.ts'
import type { Preset } from '@countersign/contract/routes/admin/app.ts'
import { addressOf, followingFrom, redirectFor } from './app-address.ts'

test('takes a bare host as https, one on this computer as http, and leaves the rest as typed', () => {
  const typed = ['grafana.example', ' https://grafana.example/ ', 'localhost:3000', 'http://10.0.0.2/wiki//', '']
  assert.deepEqual(typed.map(addressOf), [
    'https://grafana.example',
    'https://grafana.example',
    'http://localhost:3000',
    'http://10.0.0.2/wiki',
    '',
  ])
})

test('knows where each kind of software wants people back', () => {
  const all = Object.keys(presets) as Preset[] // the keys of a const object are its key type
  assert.deepEqual(Object.fromEntries(all.map((preset) => [preset, redirectFor(preset, 'https://a.example/sub')])), {
    grafana: 'https://a.example/sub/login/generic_oauth',
    gitea: 'https://a.example/sub/user/oauth2/countersign/callback',
    nextcloud: 'https://a.example/sub/apps/user_oidc/code',
    outline: 'https://a.example/sub/auth/oidc.callback',
    apache: 'https://a.example/sub/redirect_uri',
    oauth2_proxy: 'https://a.example/sub/oauth2/callback',
    authjs: 'https://a.example/sub/api/auth/callback/countersign',
    spa: '',
    other: '',
  })
  assert.equal(redirectFor('grafana', ''), '')
})

test('proposes only what the server takes', () => {
  for (const preset of Object.keys(presets) as Preset[]) {
    const uri = redirectFor(preset, 'https://a.example')
    assert.equal(uri === '' ? undefined : redirectProblem(uri, { kind: presets[preset].kind }), undefined, preset)
  }
})

test('tells from the address where people start, where they come back to, and where a sign-out is heard', () => {
  const living = { kind: 'web', redirect: 'https://a.example/oidc' } as const
  assert.deepEqual(followingFrom({ ...living, preset: 'nextcloud', address: 'https://cloud.example' }), {
    launchUrl: 'https://cloud.example',
    postLogoutUris: ['https://cloud.example/'],
    backchannelLogoutUri: 'https://cloud.example/apps/user_oidc/backchannel-logout/countersign',
  })
  const grafana = followingFrom({ ...living, preset: 'grafana', address: 'https://g.example' })
  assert.deepEqual(grafana.postLogoutUris, ['https://g.example/login'])
  const apache = followingFrom({ ...living, preset: 'apache', address: 'https://a.example' })
  assert.equal(apache.backchannelLogoutUri, 'https://a.example/oidc?logout=backchannel')
})

test('leaves out what would be refused instead of standing in the way', () => {
  const nextcloud = { preset: 'nextcloud', kind: 'web', address: 'http://cloud.lan', redirect: '' } as const
  assert.deepEqual(followingFrom(nextcloud), { launchUrl: 'http://cloud.lan' })
  const native = { preset: 'other', kind: 'native', address: 'com.example.app://home', redirect: '' } as const
  assert.deepEqual(followingFrom(native), {})
  assert.deepEqual(followingFrom({ preset: 'spa', kind: 'spa', address: '', redirect: '' }), {})
})
