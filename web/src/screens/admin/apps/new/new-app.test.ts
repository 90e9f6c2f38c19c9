import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redirectProblem } from '@countersign/contract/app/app-uri.ts'
import { presets } from '@countersign/contract/app/preset.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import type { Preset } from '@countersign/contract/routes/admin/app.ts'
import type { AccessValues } from '../../../../components/admin/access-values.ts'
import { access as accessWords } from '../../../../words/admin/admin.ts'
import { apps as words } from '../../../../words/admin/apps.ts'
import {
  addressOf,
  defaultUris,
  newAppForm,
  postLogoutOf,
  redirectFor,
  redirectOf,
  emptyApp as undecidedApp,
  wantsHttp,
} from './new-app.ts'

const everyone: AccessValues = { access: 'everyone', groupIds: [] }
const emptyApp = (preset: Preset) => ({ ...undecidedApp(preset), access: everyone })

const grafana = { ...emptyApp('grafana'), address: 'grafana.example' }

test('derives the redirect URI from the address until another is entered', () => {
  assert.equal(redirectOf(grafana), 'https://grafana.example/login/generic_oauth')
  assert.equal(redirectOf({ ...grafana, redirect: 'https://grafana.example/own' }), 'https://grafana.example/own')
  assert.equal(redirectOf({ ...grafana, redirect: '' }), '')
})

test('sends the preset, the name, the redirect URI and the URIs derived from the address', () => {
  assert.deepEqual(newAppForm.body({ ...grafana, name: ' Dashboards ' }), {
    preset: 'grafana',
    kind: 'web',
    name: 'Dashboards',
    redirectUris: ['https://grafana.example/login/generic_oauth'],
    access: 'everyone',
    groupIds: [],
    launchUrl: 'https://grafana.example',
    postLogoutUris: ['https://grafana.example/login'],
  })
  assert.deepEqual(
    newAppForm.body({ ...emptyApp('other'), kind: 'native', name: 'Phone', redirect: 'com.example.app:/back' }),
    {
      preset: 'other',
      kind: 'native',
      name: 'Phone',
      redirectUris: ['com.example.app:/back'],
      access: 'everyone',
      groupIds: [],
    },
  )
})

test('derives the post-logout redirect URI from the address until another is entered', () => {
  const own = {
    ...emptyApp('other'),
    name: 'Mine',
    address: 'localhost:8080',
    redirect: 'http://localhost:8080/callback',
  }
  assert.equal(postLogoutOf(own), 'http://localhost:8080/')
  assert.deepEqual(newAppForm.body(own).postLogoutUris, ['http://localhost:8080/'])
  assert.deepEqual(newAppForm.body({ ...own, postLogout: ' http://localhost:8080/bye ' }).postLogoutUris, [
    'http://localhost:8080/bye',
  ])
  assert.deepEqual(newAppForm.body({ ...own, postLogout: '' }).postLogoutUris, [])
  assert.deepEqual(newAppForm.validate({ ...own, postLogout: 'http://other.example/' }), {
    postLogout: words.uriProblems.needs_https,
  })
})

test('accepts valid values', () => {
  assert.deepEqual(newAppForm.validate(grafana), {})
  assert.deepEqual(
    newAppForm.validate({ ...emptyApp('spa'), name: 'Page', redirect: 'http://localhost:5173/back' }),
    {},
  )
})

test('reports missing values at their fields', () => {
  assert.deepEqual(newAppForm.validate({ ...undecidedApp('grafana'), address: 'grafana.example' }), {
    access: accessWords.missing,
  })
  assert.deepEqual(newAppForm.validate({ ...emptyApp('grafana'), name: ' ' }), {
    name: words.nameMissing,
    address: words.addressMissing,
  })
  assert.deepEqual(newAppForm.validate({ ...emptyApp('other'), name: 'Mine' }), { redirect: words.redirectMissing })
})

test('requires http on a private network to be allowed', () => {
  const local = { ...grafana, address: 'http://grafana.lan' }
  assert.equal(wantsHttp(local), true)
  assert.equal(wantsHttp(grafana), false)
  assert.deepEqual(newAppForm.validate(local), { redirect: words.uriProblems.private_http })
  const allowed = { ...local, allowHttp: true }
  assert.deepEqual(newAppForm.validate(allowed), {})
  const { allowHttp, postLogoutUris } = newAppForm.body(allowed)
  assert.deepEqual([allowHttp, postLogoutUris], [true, ['http://grafana.lan/login']])
})

test('reports an invalid address once, at the edited field', () => {
  assert.deepEqual(newAppForm.validate({ ...grafana, address: 'http://grafana.example' }), {
    redirect: words.uriProblems.needs_https,
  })
  assert.deepEqual(newAppForm.validate({ ...grafana, address: 'ftp://grafana' }), {
    address: words.uriProblems.not_a_url,
  })
  assert.deepEqual(newAppForm.validate({ ...grafana, redirect: 'https://*.example/x' }), {
    redirect: words.uriProblems.wildcard,
  })
})

test('shows server errors at their fields', () => {
  const fields = [
    { path: '/redirectUris/0', code: 'fragment' },
    { path: '/launchUrl', code: 'unheard_of' },
  ]
  assert.deepEqual(newAppForm.serverErrors(new AppError('redirect_invalid', { fields })), {
    redirect: words.uriProblems.fragment,
    address: words.uriProblems.not_a_url,
  })
  assert.deepEqual(newAppForm.serverErrors(new AppError('app_name_taken')), { name: 'Another app has this name' })
})

test('defaults to https for a bare host, and to http for localhost', () => {
  const typed = ['grafana.example', ' https://grafana.example/ ', 'localhost:3000', 'http://10.0.0.2/wiki//', '']
  assert.deepEqual(typed.map(addressOf), [
    'https://grafana.example',
    'https://grafana.example',
    'http://localhost:3000',
    'http://10.0.0.2/wiki',
    '',
  ])
})

test('derives the redirect URI of each preset', () => {
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
  const urisOf = (preset: Preset, address: string) =>
    defaultUris({ ...emptyApp(preset), address, redirect: 'https://a.example/oidc' })
  assert.deepEqual(urisOf('nextcloud', 'https://cloud.example'), {
    launchUrl: 'https://cloud.example',
    postLogoutUris: ['https://cloud.example/'],
    backchannelLogoutUri: 'https://cloud.example/apps/user_oidc/backchannel-logout/countersign',
  })
  const grafana = urisOf('grafana', 'https://g.example')
  assert.deepEqual(grafana.postLogoutUris, ['https://g.example/login'])
  const apache = urisOf('apache', 'https://a.example')
  assert.equal(apache.backchannelLogoutUri, 'https://a.example/oidc?logout=backchannel')
})

test('leaves out URIs that the server would refuse', () => {
  const nextcloud = { ...emptyApp('nextcloud'), address: 'http://cloud.lan' }
  assert.deepEqual(defaultUris(nextcloud), { launchUrl: 'http://cloud.lan' })
  const native = { ...emptyApp('other'), kind: 'native' as const, address: 'com.example.app://home' }
  assert.deepEqual(defaultUris(native), {})
  assert.deepEqual(defaultUris(emptyApp('spa')), {})
})
