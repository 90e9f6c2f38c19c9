import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { algorithmsOf, type PublicKey, readKeySet } from '@countersign/contract/app/app-keys.ts'
import { presets } from '@countersign/contract/app/preset.ts'
import type { App, AppKey, Preset } from '@countersign/contract/routes/admin/app.ts'
import { redirectFor } from '../new/new-app.ts'
import { MAKE_KEY } from './javascript.ts'
import { apacheValue, envValue, iniValue, scriptString, shellWord } from './quote.ts'
import { setupFiles } from './setup.ts'

const SITE = { origin: 'https://id.example', name: 'Acme', secret: 'sEcr-et_1' }
const all = Object.keys(presets) as Preset[] // the keys of a const object are its key type

function appOf(preset: Preset): App {
  const { kind, authMethod, scopes, idTokenAlg } = presets[preset]
  const redirectUri = redirectFor(preset, 'https://a.example') || 'https://a.example/back'
  return {
    ...{ preset, kind, authMethod, scopes, idTokenAlg, clientId: 'c0ffee', keys: [] },
    ...{ redirectUris: [redirectUri], postLogoutUris: ['https://a.example/'], launchUrl: 'https://a.example' },
  } as unknown as App // all that a setup looks at
}

const textOf = (preset: Preset) =>
  setupFiles(appOf(preset), SITE)
    .map(({ file, text }) => `## ${file}\n${text}`)
    .join('\n')

test('contains the values of the app for every preset', () => {
  for (const preset of all) {
    const text = textOf(preset)
    assert.match(text, /c0ffee/, preset)
    assert.match(text, /https:\/\/id\.example\/oidc/, preset)
    if (presets[preset].authMethod !== 'none') assert.match(text, /sEcr-et_1/, preset)
    else assert.doesNotMatch(text, /sEcr-et_1/, preset)
  }
})

test('enables PKCE where that is a setting', () => {
  assert.match(textOf('grafana'), /^use_pkce = true$/m)
  assert.match(textOf('apache'), /^OIDCPKCEMethod S256$/m)
  assert.match(textOf('oauth2_proxy'), /--code-challenge-method=S256/)
  assert.match(textOf('outline'), /^OIDC_ISSUER_URL=https:\/\/id\.example\/oidc$/m)
})

test('writes a complete grafana.ini', () => {
  assert.equal(
    textOf('grafana'),
    `## grafana.ini
[server]
root_url = https://a.example

[auth.generic_oauth]
enabled = true
name = Acme
client_id = c0ffee
client_secret = sEcr-et_1
scopes = openid profile email groups
auth_url = https://id.example/oidc/authorize
token_url = https://id.example/oidc/token
api_url = https://id.example/oidc/userinfo
use_pkce = true
auth_style = InHeader
login_attribute_path = preferred_username
name_attribute_path = name
groups_attribute_path = groups
allow_sign_up = true
skip_org_role_sync = true
signout_redirect_url = https://id.example/oidc/end-session?post_logout_redirect_uri=https%3A%2F%2Fa.example%2F`,
  )
})

test('takes the provider name of Forgejo from the redirect URI', () => {
  const app = { ...appOf('gitea'), redirectUris: ['https://a.example/user/oauth2/Our%20Site/callback'] }
  assert.match(setupFiles(app, SITE)[0]?.text ?? '', /--name='Our Site' /)
})

test('passes values to Forgejo as --name=value, so that a secret may start with a dash', () => {
  const app = appOf('gitea')
  const [command] = setupFiles(app, { ...SITE, secret: '-dash' })
  const script = `forgejo() { for word; do printf '%s\\n' "$word"; done; }\n${command?.text}`
  assert.deepEqual(execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n'), [
    'admin',
    'auth',
    'add-oauth',
    '--provider=openidConnect',
    '--name=countersign',
    '--key=c0ffee',
    '--secret=-dash',
    '--auto-discover-url=https://id.example/oidc/.well-known/openid-configuration',
    '--scopes=openid profile email groups',
    '--group-claim-name=groups',
  ])
})

test('sets AUTH_URL and the person ID in the session of Auth.js', () => {
  assert.match(textOf('authjs'), /^AUTH_URL=https:\/\/a\.example\/api\/auth$/m)
  assert.match(textOf('authjs'), /id: token\.sub, wallet: token\.wallet/)
  const app = { ...appOf('authjs'), scopes: ['openid'] as App['scopes'] }
  assert.doesNotMatch(setupFiles(app, SITE)[0]?.text ?? '', /wallet/)
})

test('allows http for openid-client only when the issuer uses it', () => {
  const app = appOf('other')
  const [local] = setupFiles(app, { ...SITE, origin: 'http://localhost:3000' })
  assert.match(local?.text ?? '', /allowInsecureRequests/)
  assert.doesNotMatch(textOf('other'), /allowInsecureRequests/)
})

test('uses a placeholder for a secret that cannot be shown again', () => {
  const app = appOf('grafana')
  assert.match(setupFiles(app, { ...SITE, secret: null })[0]?.text ?? '', /^client_secret = THE_SECRET_OF_THIS_APP$/m)
})

test('has no files for native apps', () => {
  assert.deepEqual(setupFiles({ ...appOf('other'), kind: 'native' }, SITE), [])
  assert.equal(setupFiles({ ...appOf('other'), kind: 'spa' }, SITE)[0]?.file, 'sign-in.ts')
})

const HOSTILE = `O'Neill "& Sons" $(id) \`id\` #1; \\ %`

test('quotes the name of the site in commands', () => {
  assert.equal(execFileSync('sh', ['-c', `printf %s ${shellWord(HOSTILE)}`], { encoding: 'utf8' }), HOSTILE)
  const app = appOf('oauth2_proxy')
  const [, command] = setupFiles(app, { ...SITE, name: HOSTILE })
  const script = `oauth2-proxy() { for word; do printf '%s\\n' "$word"; done; }; COOKIE_SECRET=x\n${command?.text}`
  const words = execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n')
  assert.deepEqual(words.slice(0, 2), ['--provider=oidc', `--provider-display-name=${HOSTILE}`])
  assert.equal(words.length, 13)
})

test('quotes for JavaScript, .env, INI and Apache', () => {
  assert.equal(new Function(`return ${scriptString(HOSTILE)}`)(), HOSTILE)
  assert.equal(envValue(HOSTILE), `'${HOSTILE.replace("'", '’')}'`)
  assert.equal(iniValue('Acme #1'), '"""Acme #1"""')
  assert.equal(apacheValue('openid "x" \\'), '"openid \\"x\\" \\\\"')
  assert.deepEqual(
    [shellWord('a/b:1'), envValue('a/b:1'), iniValue('a b'), apacheValue('a?b=1')],
    ['a/b:1', 'a/b:1', 'a b', 'a?b=1'],
  )
})

test('authenticates with the key type of the app', () => {
  const of = (key: Pick<AppKey, 'kid' | 'type' | 'algorithms'>) => {
    const app = {
      ...appOf('other'),
      authMethod: 'private_key_jwt' as const,
      keys: [{ ...key, bits: null, thumbprint: '', lastUsedAt: null }],
    }
    const files = setupFiles(app, { ...SITE, secret: null })
    assert.deepEqual(files[1], { file: '.env', text: "COUNTERSIGN_KEY='THE_PRIVATE_KEY_OF_THIS_APP'" })
    return /client\.PrivateKeyJwt.*(?=,$)|(?<=^ {2})\{ name.*(?=,$)/gm[Symbol.match](files[0]?.text ?? '')
  }
  assert.deepEqual(of({ kid: 'a', type: 'P-384', algorithms: ['ES384'] }), [
    "{ name: 'ECDSA', namedCurve: 'P-384' }",
    "client.PrivateKeyJwt({ key, kid: 'a' })",
  ])
  assert.deepEqual(of({ kid: null, type: 'Ed25519', algorithms: ['EdDSA', 'Ed25519'] }), [
    "{ name: 'Ed25519' }",
    'client.PrivateKeyJwt(key)',
  ])
  assert.deepEqual(of({ kid: "it's", type: 'RSA', algorithms: ['RS256', 'PS256'] }), [
    "{ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }",
    "client.PrivateKeyJwt({ key, kid: 'it\\'s' })",
  ])
  assert.deepEqual(of({ kid: 'a', type: 'RSA', algorithms: ['PS256'] })?.[0], "{ name: 'RSA-PSS', hash: 'SHA-256' }")
})

test('has no files for presets when the app authenticates with a key', () => {
  const key: AppKey = { kid: 'a', type: 'P-256', bits: null, algorithms: ['ES256'], thumbprint: '', lastUsedAt: null }
  for (const preset of all.filter((each) => each !== 'other')) {
    const app = { ...appOf(preset), keys: [key] }
    assert.deepEqual(setupFiles(app, SITE), [], preset)
  }
})

test('generates a public key set that is accepted and a private key that is refused', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', MAKE_KEY], { encoding: 'utf8' })
  const [, open = '', secret = ''] =
    /^Public key set to paste: (.*)\nPrivate key for the app: (.*)\n$/s.exec(printed) ?? []
  const read = readKeySet(open)
  assert.ok('keys' in read)
  assert.deepEqual([read.keys.length, algorithmsOf(read.keys[0] as PublicKey)], [1, ['ES256']]) // there is one
  assert.deepEqual(readKeySet(secret), { problem: 'private_key', at: 0 })
})
