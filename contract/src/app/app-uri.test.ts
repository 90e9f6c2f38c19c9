import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APP_URI_MAX } from '../limits/app-limits.ts'
import {
  type AppKind,
  isAudience,
  isOrigin,
  isPrivateHost,
  isRegistered,
  isRegisteredPostLogout,
  launchProblem,
  redirectProblem,
} from './app-uri.ts'

const REFUSED: [string, AppKind, string][] = [
  ['', 'web', 'not_a_url'],
  ['/callback', 'web', 'not_a_url'],
  ['https:app.example/cb', 'web', 'not_a_url'],
  ['https:///app.example/cb', 'web', 'not_a_url'],
  ['HTTPS:app.example/cb', 'web', 'not_a_url'],
  ['http:app.example/cb', 'web', 'not_a_url'],
  ['https:////me@app.example/cb', 'web', 'not_a_url'],
  ['https://app.example/a b', 'web', 'not_a_url'],
  ['https:\\\\app.example\\cb', 'web', 'not_a_url'],
  ['https://app.example/\0', 'web', 'not_a_url'],
  ['\u0001https://app.example/cb', 'web', 'not_a_url'],
  ['https://app.example/c\u007fb', 'spa', 'not_a_url'],
  ['https://app.ex\u00adample/cb', 'web', 'not_a_url'],
  ['https://app.example/\u202ebc', 'native', 'not_a_url'],
  ['https://app.example/\ud800', 'web', 'not_a_url'],
  [`https://app.example/${'a'.repeat(APP_URI_MAX)}`, 'web', 'too_long'],
  ['https://app.example/cb#here', 'web', 'fragment'],
  ['https://app.example/cb#', 'spa', 'fragment'],
  ['https://me:pass@app.example/cb', 'web', 'user_info'],
  ['https://@app.example/cb', 'web', 'user_info'],
  ['com.example.app://me@host/cb', 'native', 'user_info'],
  ['https://*.example/cb', 'web', 'wildcard'],
  ['http://app.example/cb', 'web', 'needs_https'],
  ['http://localhost.evil.example/cb', 'native', 'needs_https'],
  ['com.example.app:/cb', 'web', 'scheme'],
  ['com.example.app:/cb', 'spa', 'scheme'],
  ['myapp:/cb', 'native', 'scheme'],
  ['javascript:alert(1)', 'native', 'scheme'],
  ['https://localhost/cb', 'native', 'scheme'],
  ['https://127.0.0.1/cb', 'native', 'scheme'],
  ['https://[::1]/cb', 'native', 'scheme'],
  ['com.example.:/cb', 'native', 'scheme'],
  ['com.example..app:/cb', 'native', 'scheme'],
  ['com..example.app:/cb', 'native', 'scheme'],
  ['http://me@localhost/cb', 'native', 'user_info'],
]

test('redirectProblem rejects ambiguous URIs and schemes that other apps can claim', () => {
  for (const [uri, kind, problem] of REFUSED) assert.equal(redirectProblem(uri, { kind }), problem, `${kind} ${uri}`)
})

test('redirectProblem accepts https, http on loopback and a private-use scheme', () => {
  const taken: [string, AppKind][] = [
    ['https://app.example/cb?tenant=1', 'web'],
    ['http://localhost:3000/cb', 'spa'],
    ['http://127.0.0.1/cb', 'native'],
    ['http://[::1]:9/cb', 'native'],
    ['com.example.app:/cb', 'native'],
    ['a.b:/cb', 'native'],
    ['co1m+x.ex-a2mple.a+p-p:/cb', 'native'],
    ['https://localhost/cb', 'web'],
    [`https://app.example/${'a'.repeat(APP_URI_MAX - 20)}`, 'web'],
    ['com.example.app:/https:x', 'native'],
    ['com.example.app:/cb/x//me@y', 'native'],
    ['https://app.example/cb?x=//me@y', 'web'],
    ['https://app.example/cb', 'native'],
    ['https://app.example/@me?to=a@b', 'web'],
    ['https://bücher.example/cb', 'web'],
  ]
  for (const [uri, kind] of taken) assert.equal(redirectProblem(uri, { kind }), undefined, `${kind} ${uri}`)
})

test('redirectProblem accepts http on a private network for web apps when it is allowed', () => {
  const hosts = [
    '10.0.0.5',
    '172.16.0.1',
    '172.31.9.9',
    '192.168.1.1',
    'nextcloud',
    'nas.local',
    'git.lan',
    'a.internal',
  ]
  for (const host of [...hosts, 'nas.home.arpa', '[fd12::1]', '[fc00::1]:8080']) {
    const uri = `http://${host}/cb`
    assert.equal(redirectProblem(uri, { kind: 'web' }), 'private_http', uri)
    assert.equal(redirectProblem(uri, { kind: 'web', allowHttp: true }), undefined, uri)
    for (const kind of ['spa', 'native'] as const)
      assert.equal(redirectProblem(uri, { kind, allowHttp: true }), 'needs_https', uri)
  }
})

test('redirectProblem rejects http on public hosts even when http is allowed', () => {
  const hosts = ['app.example', '8.8.8.8', '172.32.0.1', '172.15.0.1', '11.0.0.1', '192.169.0.1', '169.254.1.1']
  const lookalikes = [
    '10.0.0.5.evil.example',
    'local.evil.example',
    'xlan.example',
    '[2001:db8::1]',
    '[fe80::1]',
    '[::2]',
  ]
  for (const host of [...hosts, ...lookalikes, 'nextcloud.', 'lan.'])
    assert.equal(redirectProblem(`http://${host}/cb`, { kind: 'web', allowHttp: true }), 'needs_https', host)
})

test('isPrivateHost accepts private ranges, names without public DNS, and nothing that contains them', () => {
  const hosts = ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.254', '192.168.0.1', '192.168.100.200']
  for (const host of [...hosts, '[fc00::1]', '[fdab::1]', 'nas', 'nas.local', 'a.b.home.arpa'])
    assert.equal(isPrivateHost(host), true, host)
  const others = ['8.16.0.1', '173.20.0.1', '171.31.0.1', '8.168.0.1', '191.168.0.1', '193.168.0.1', '172.168.0.1']
  for (const host of [...others, 'a.10.0.0.1', '1.10.0.0.1', '[fe80::1]', '[2001:db8::fc00]', 'nas.local.example'])
    assert.equal(isPrivateHost(host), false, host)
})

test('isAudience accepts absolute URIs without a fragment', () => {
  for (const uri of ['https://api.example', 'https://api.example/v1?x=1', 'urn:example:api'])
    assert.equal(isAudience(uri), true, uri)
  for (const text of ['', 'api', '/api', 'https://api.example/#x', 'https://api.example#', 'urn:a b', 'urn:a\nb'])
    assert.equal(isAudience(text), false, text)
})

test('isRegisteredPostLogout ignores the slash of an empty path only', () => {
  const registered = [
    'https://app.example',
    'https://b.example/',
    'https://c.example/bye',
    'https://d.example/bye/',
    'http://nas',
  ]
  for (const uri of [
    'http://nas/',
    'https://app.example',
    'https://app.example/',
    'https://b.example',
    'https://c.example/bye',
  ])
    assert.equal(isRegisteredPostLogout(uri, registered, 'web'), true, uri)
  for (const uri of [
    'https://c.example/bye/',
    'https://d.example/bye',
    'https://app.example/?x',
    'https://app.example.evil',
  ])
    assert.equal(isRegisteredPostLogout(uri, registered, 'web'), false, uri)
})

test('launchProblem accepts web URLs with any path', () => {
  assert.equal(launchProblem('http://intranet/app#/home'), undefined)
  assert.equal(launchProblem('javascript:alert(1)'), 'not_a_url')
  assert.equal(launchProblem('https://me@app.example/'), 'user_info')
  assert.equal(launchProblem('https://app.example/\0'), 'not_a_url')
  assert.equal(launchProblem('HTTPS://app.example'), undefined)
  assert.equal(launchProblem('https:///app.example'), 'not_a_url')
  assert.equal(launchProblem('https:app.example'), 'not_a_url')
  assert.equal(launchProblem('xhttps://app.example'), 'not_a_url')
  assert.equal(launchProblem('https://app.example:99999'), 'not_a_url')
  assert.equal(launchProblem(`https://app.example/${'a'.repeat(APP_URI_MAX - 20)}`), undefined)
  assert.equal(launchProblem(`https://app.example/${'a'.repeat(APP_URI_MAX)}`), 'too_long')
})

test('isOrigin accepts scheme, host and port only', () => {
  for (const origin of [
    'https://app.example',
    'http://localhost:5173',
    'http://127.0.0.1',
    'http://[::1]:1',
    'https://app.example:8443',
  ])
    assert.equal(isOrigin(origin), true, origin)
  for (const other of ['https://app.example/', 'http://app.example', 'ftp://localhost', 'null', 'app.example', ''])
    assert.equal(isOrigin(other), false, other)
})

test('isRegistered requires an exact match, except for the loopback port of a native app', () => {
  const registered = ['http://127.0.0.1/cb', 'http://[::1]:9/cb', 'com.example.app:/cb', 'https://app.example/cb']
  const taken = [...registered, 'http://127.0.0.1:5123/cb', 'http://[::1]/cb']
  for (const uri of taken) assert.equal(isRegistered(uri, registered, 'native'), true, uri)
  const others = [
    'http://127.0.0.1:1/cb/',
    'http://127.0.0.1:1/cb?x',
    'http://127.0.0.1:1@evil.example/cb',
    'http://127.0.0.1.evil.example/cb',
    'http://localhost:1/cb',
    'http://127.1:1/cb',
    'HTTP://127.0.0.1:1/cb',
    'http://127.0.0.1:1/cb\n',
    'https://app.example:444/cb',
  ]
  for (const uri of others) assert.equal(isRegistered(uri, registered, 'native'), false, uri)
  assert.equal(isRegistered('http://127.0.0.1:5123/cb', registered, 'web'), false)
  const local = ['http://localhost', 'http://localhost/?a']
  for (const uri of ['http://localhost:1', 'http://localhost:65535', 'http://localhost:1/?a'])
    assert.equal(isRegistered(uri, local, 'native'), true, uri)
  for (const uri of ['http://localhost:', 'http://localhost:123456', 'http://localhost:1x', 'xhttp://localhost:1', 'x'])
    assert.equal(isRegistered(uri, local, 'native'), false, uri)
  assert.equal(isRegistered('com.example:/a', ['com.example:/b'], 'native'), false)
})
