import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import type { App } from '@countersign/contract/routes/admin/app.ts'
import { app as words } from '../../../../words/admin/app.ts'
import { apps } from '../../../../words/admin/apps.ts'
import { appBody, appServerErrors, changesCredentials, savedLines, validateApp, valuesOfApp } from './app-values.ts'

const web = { kind: 'web', authMethod: 'client_secret_basic', jwks: null } as const
const withKey = { ...web, authMethod: 'private_key_jwt', jwks: '{"keys":[]}' } as const

test('shows lists as lines and absent values as empty fields', () => {
  const app = {
    ...{ name: 'Wiki', launchUrl: null, backchannelLogoutUri: null },
    ...{ redirectUris: ['https://a.example/1', 'https://a.example/2'], postLogoutUris: [], allowedOrigins: [] },
  } as unknown as App // what is looked at
  const { name, launchUrl, redirectUris, postLogoutUris } = valuesOfApp(app)
  assert.deepEqual(
    { name, launchUrl, redirectUris, postLogoutUris },
    { name: 'Wiki', launchUrl: '', redirectUris: 'https://a.example/1\nhttps://a.example/2', postLogoutUris: '' },
  )
})

test('sends only edited fields, in the form of the contract', () => {
  assert.deepEqual(
    appBody({
      name: ' Wiki ',
      launchUrl: ' ',
      redirectUris: ' https://a.example/1 \n\nhttps://a.example/2',
      accessSeconds: 120,
    }),
    {
      name: 'Wiki',
      launchUrl: null,
      redirectUris: ['https://a.example/1', 'https://a.example/2'],
      accessSeconds: 120,
    },
  )
  assert.deepEqual(appBody({}), {})
})

test('reports the invalid line and the reason', () => {
  const errorOf = (redirectUris: string) => validateApp({ redirectUris }, web).redirectUris
  assert.equal(errorOf('https://a.example/1\nhttp://a.example'), words.lineError(2, apps.uriProblems.needs_https))
  assert.equal(errorOf(' \n '), words.oneNeeded)
  assert.equal(errorOf(Array.from({ length: 21 }, (_, at) => `https://a.example/${at}`).join('\n')), words.tooMany(20))
  assert.equal(errorOf('https://a.example/1'), undefined)
})

test('validates every field', () => {
  assert.deepEqual(
    validateApp(
      {
        name: '‮',
        launchUrl: 'wiki',
        backchannelLogoutUri: 'http://a.example',
        allowedOrigins: 'https://a.example/',
        accessSeconds: 59,
        refreshIdleSeconds: Number.NaN,
        refreshMaxSeconds: 86_400,
      },
      web,
    ),
    {
      name: apps.nameWrong(60),
      launchUrl: apps.uriProblems.not_a_url,
      backchannelLogoutUri: apps.uriProblems.needs_https,
      allowedOrigins: words.lineError(1, words.originWrong),
      accessSeconds: 'Enter a whole number from 1 minute to 1 hour.',
      refreshIdleSeconds: 'Enter a whole number from 1 hour to 90 days.',
    },
  )
})

test('shows server errors at their fields', () => {
  const fields = [
    { path: '/redirectUris/1', code: 'wildcard' },
    { path: '/allowedOrigins/0', code: 'custom' },
    { path: '/refreshMaxSeconds', code: 'out_of_range' },
    { path: '/launchUrl', code: 'user_info' },
  ]
  assert.deepEqual(appServerErrors(new AppError('redirect_invalid', { fields })), {
    redirectUris: words.lineError(2, apps.uriProblems.wildcard),
    allowedOrigins: words.lineError(1, words.originWrong),
    refreshMaxSeconds: 'Enter a whole number from 1 hour to 365 days.',
    launchUrl: apps.uriProblems.user_info,
  })
  assert.deepEqual(appServerErrors(new AppError('app_name_taken')), { name: 'Another app has this name' })
})

test('lists the saved values of edited fields', () => {
  const app = {
    ...{ name: 'Wiki', launchUrl: null, backchannelLogoutUri: null, consent: 'always', requirePar: true },
    ...{ redirectUris: ['https://a.example/1', 'https://a.example/2'], postLogoutUris: [], allowedOrigins: [] },
    ...{ scopes: ['openid', 'groups'], accessSeconds: 600 },
  } as unknown as App // what is looked at
  const edits = { name: 'x', redirectUris: '', launchUrl: 'y', consent: 'never', requirePar: false } as const
  assert.deepEqual(savedLines(app, { ...edits, scopes: [], accessSeconds: 60 }), [
    'Name: Wiki',
    'Redirect URIs: https://a.example/1, https://a.example/2',
    'App URL: none',
    'Ask for consent: Every time',
    'Require PAR: yes',
    'Scopes: openid, groups',
    'Access token lifetime: 10 minutes',
  ])
})

test('validates keys before sending, so that a private key stays on the page', () => {
  const errorOf = (jwks: string) => validateApp({ authMethod: 'private_key_jwt', jwks }, web).jwks
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [open, secret] = [publicKey, privateKey].map((key) => key.export({ format: 'jwk' }))
  assert.equal(errorOf(JSON.stringify({ keys: [open] })), undefined)
  assert.equal(errorOf(JSON.stringify({ keys: [secret] })), words.keyError(1, words.keyProblems.private_key))
  assert.equal(errorOf(' '), words.keyProblems.needs_keys)
  assert.equal(errorOf('https://app.example/jwks'), words.keyProblems.not_json)
  assert.equal(errorOf(JSON.stringify({ keys: [open, open] })), words.keyProblems.key_ids)
  assert.deepEqual(validateApp({ authMethod: 'private_key_jwt' }, web), { jwks: words.keyProblems.needs_keys })
  assert.deepEqual(validateApp({ authMethod: 'client_secret_post', jwks: 'x' }, withKey), {})
})

test('shows a server error about keys at their field, with the number of the key', () => {
  const errorFor = (path: string, code: string) =>
    appServerErrors(new AppError('invalid_body', { fields: [{ path, code }] })).jwks
  assert.equal(errorFor('/jwks/1', 'key_broken'), words.keyError(2, words.keyProblems.key_broken))
  assert.equal(errorFor('/jwks', 'too_big'), words.keyProblems.too_long)
  assert.equal(errorFor('/jwks', 'constructor'), words.keyProblems.not_json)
})

test('shows keys in lines, lists their IDs, and sends none along with a secret', () => {
  const app = { ...withKey, jwks: '{"keys":[]}' } as unknown as App // what is looked at
  const jwks = '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","kid":"2026"}]}'
  const lists = {
    redirectUris: [],
    postLogoutUris: [],
    allowedOrigins: [],
    launchUrl: null,
    backchannelLogoutUri: null,
  }
  assert.equal(valuesOfApp({ ...app, ...lists }).jwks, '{\n  "keys": []\n}')
  assert.deepEqual(savedLines({ ...app, ...lists, jwks }, { jwks: '' }), ['Public keys (JWKS): 2026'])
  assert.deepEqual(appBody({ authMethod: 'client_secret_post', jwks: 'x' }), { authMethod: 'client_secret_post' })
  assert.deepEqual(appBody({ jwks: 'x' }), { jwks: 'x' })
})

test('detects a change from secrets to keys and back', () => {
  assert.equal(changesCredentials({ authMethod: 'private_key_jwt' }, web), true)
  assert.equal(changesCredentials({ authMethod: 'client_secret_basic' }, withKey), true)
  assert.equal(changesCredentials({ authMethod: 'client_secret_post' }, web), false)
  assert.equal(changesCredentials({}, withKey), false)
})
