import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redirectProblem } from '@countersign/contract/app-uri.ts'
import { presets } from '@countersign/contract/preset.ts'
import type { Preset } from '@countersign/contract/routes/admin/app.ts'
import { addressOf, defaultUris, redirectFor } from './app-address.ts'

test('reads a bare host as https, one on this machine as http, and keeps the rest as typed', () => {
  const typed = ['grafana.example', ' https://grafana.example/ ', 'localhost:3000', 'http://10.0.0.2/wiki//', '']
  assert.deepEqual(typed.map(addressOf), [
    'https://grafana.example',
    'https://grafana.example',
    'http://localhost:3000',
    'http://10.0.0.2/wiki',
    '',
  ])
})

test('knows the redirect URI of each preset', () => {
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

test('only suggests redirect URIs that the server accepts', () => {
  for (const preset of Object.keys(presets) as Preset[]) {
    const uri = redirectFor(preset, 'https://a.example')
    assert.equal(uri === '' ? undefined : redirectProblem(uri, { kind: presets[preset].kind }), undefined, preset)
  }
})

test('derives the launch, post-logout and back-channel logout URIs from the address', () => {
  const app = { kind: 'web', redirect: 'https://a.example/oidc' } as const
  assert.deepEqual(defaultUris({ ...app, preset: 'nextcloud', address: 'https://cloud.example' }), {
    launchUrl: 'https://cloud.example',
    postLogoutUris: ['https://cloud.example/'],
    backchannelLogoutUri: 'https://cloud.example/apps/user_oidc/backchannel-logout/countersign',
  })
  const grafana = defaultUris({ ...app, preset: 'grafana', address: 'https://g.example' })
  assert.deepEqual(grafana.postLogoutUris, ['https://g.example/login'])
  const apache = defaultUris({ ...app, preset: 'apache', address: 'https://a.example' })
  assert.equal(apache.backchannelLogoutUri, 'https://a.example/oidc?logout=backchannel')
})

test('leaves out URIs that the server would refuse', () => {
  const nextcloud = { preset: 'nextcloud', kind: 'web', address: 'http://cloud.lan', redirect: '' } as const
  assert.deepEqual(defaultUris(nextcloud), { launchUrl: 'http://cloud.lan' })
  const native = { preset: 'other', kind: 'native', address: 'com.example.app://home', redirect: '' } as const
  assert.deepEqual(defaultUris(native), {})
  assert.deepEqual(defaultUris({ preset: 'spa', kind: 'spa', address: '', redirect: '' }), {})
})
