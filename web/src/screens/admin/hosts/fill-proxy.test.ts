import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fillProxy } from './fill-proxy.ts'

const readExample = (path: string) => readFileSync(new URL(`../../../../../examples/${path}`, import.meta.url), 'utf8')
const examples = ['nginx/protected-site.conf', 'caddy/Caddyfile', 'traefik/dynamic.yaml'].map(readExample)
const site = { host: 'wiki.acme.test', origin: 'https://id.acme.test', checkPath: '/forward-auth/check-abc' }

test('replaces every placeholder', () => {
  for (const text of examples) {
    const filled = fillProxy(text, site)
    assert.match(text, /app\.example\.com/)
    assert.doesNotMatch(filled, /example\.com/)
    assert.match(filled, /wiki\.acme\.test/)
    assert.match(filled, /\/forward-auth\/check-abc\b/)
    assert.doesNotMatch(filled, /SECRET/)
  }
})

test('lists the addresses to check, without values that are filled in', () => {
  for (const text of examples) {
    const head = fillProxy(text, site).split('\n\n')[0] ?? ''
    assert.match(head, /Check these:\n# {3}127\.0\.0\.1:3000 .*\n# {3}127\.0\.0\.1:8080 .*$/)
    assert.doesNotMatch(head, /Replace|wiki\.acme\.test/)
  }
})

test('sets a custom port', () => {
  const [nginx = '', caddy = '', traefik = ''] = examples.map((text) =>
    fillProxy(text, { ...site, host: 'wiki.acme.test:8443' }),
  )
  assert.match(nginx, /listen 8443 ssl;\n {4}server_name wiki\.acme\.test;/)
  assert.match(nginx, /X-Original-URL https:\/\/wiki\.acme\.test:8443\$request_uri;/)
  assert.match(nginx, /proxy_set_header Host wiki\.acme\.test:8443;/)
  assert.match(caddy, /^wiki\.acme\.test:8443 \{$/m)
  assert.match(traefik, /Host\(`wiki\.acme\.test`\)/)
})

test('uses http without a certificate on localhost', () => {
  const [nginx = '', caddy = '', traefik = ''] = examples.map((text) =>
    fillProxy(text, { ...site, host: 'wiki.localhost:8080' }),
  )
  assert.match(nginx, /listen 127\.0\.0\.1:8080;\n {4}server_name wiki\.localhost;\n\n/)
  assert.match(nginx, /X-Original-URL http:\/\/wiki\.localhost:8080\$request_uri;/)
  assert.match(caddy, /^http:\/\/wiki\.localhost:8080 \{$/m)
  assert.match(traefik, /entryPoints: \[web\]\n {6}middlewares/)
  for (const text of [nginx, caddy, traefik]) assert.doesNotMatch(text, /ssl|tls|https/)
  assert.match(fillProxy(examples[0] ?? '', { ...site, host: 'localhost' }), /listen 127\.0\.0\.1:80;/)
})

test('keeps the example server address when the origin uses https', () => {
  const [nginx = ''] = examples
  assert.match(fillProxy(nginx, site), /http:\/\/127\.0\.0\.1:3000\/forward-auth/)
})

test('connects to a local server by IPv4, which is the trusted proxy address', () => {
  for (const origin of ['http://localhost:4100', 'http://127.0.0.1:4100', 'http://[::1]:4100'])
    for (const text of examples) {
      const filled = fillProxy(text, { ...site, origin })
      assert.match(filled, /127\.0\.0\.1:4100/)
      assert.doesNotMatch(filled, /localhost:4100|\[::1\]|127\.0\.0\.1:3000/)
    }
})

test('matches one label of a wildcard and checks the requested host', () => {
  const [nginx = '', caddy = '', traefik = ''] = examples.map((text) =>
    fillProxy(text, { ...site, host: '*.acme.test:8443' }),
  )
  assert.match(
    nginx,
    /listen 8443 ssl;\n {4}server_name "~\^\(\?<countersign_label>\[a-z0-9-\]\+\)\\\.acme\\\.test\$";/,
  )
  assert.match(nginx, /X-Original-URL https:\/\/\$countersign_label\.acme\.test:8443\$request_uri;/)
  assert.match(nginx, /proxy_set_header Host \$countersign_label\.acme\.test:8443;/)
  assert.match(nginx, /proxy_set_header X-Forwarded-Host \$countersign_label\.acme\.test:8443;/)
  assert.match(nginx, /certs\/acme\.test\.pem;/)
  assert.match(caddy, /^\*\.acme\.test:8443 \{$/m)
  assert.match(traefik, /rule: HostRegexp\(`\^\[a-z0-9-\]\+\\\.acme\\\.test\$`\)\n {6}entryPoints/)
  for (const text of [nginx, caddy, traefik]) assert.doesNotMatch(text, /example\.com/)
})

const headers = [
  { header: 'X-WEBAUTH-USER', value: 'id' as const },
  { header: 'Auth-Login-Name', value: 'name' as const },
]
const countOf = (text: string, line: RegExp) => [...text.matchAll(line)].length

test('sets extra headers from the check once', () => {
  const [nginx = '', caddy = '', traefik = ''] = examples.map((text) => fillProxy(text, { ...site, headers }))
  assert.match(nginx, /auth_request_set \$countersign_x_x_webauth_user \$upstream_http_x_webauth_user;/)
  assert.match(nginx, /proxy_set_header X-WEBAUTH-USER \$countersign_x_x_webauth_user;/)
  assert.match(nginx, /proxy_set_header Auth-Login-Name \$countersign_x_auth_login_name;/)
  assert.equal(countOf(nginx, /proxy_set_header X-WEBAUTH-USER /g), 1)
  assert.match(nginx, /proxy_set_header X-WEBAUTH-EMAIL "";/)
  assert.match(caddy, /copy_headers Remote-User .* X-Countersign-Wallet X-WEBAUTH-USER Auth-Login-Name\n/)
  assert.match(traefik, /- X-Countersign-Wallet\n {10}- X-WEBAUTH-USER\n {10}- Auth-Login-Name\n/)
})

test('removes every spelling of extra headers from the request', () => {
  const [, caddy = '', traefik = ''] = examples.map((text) => fillProxy(text, { ...site, headers }))
  for (const name of ['Auth-Login-Name', 'Auth_Login-Name', 'Auth-Login_Name', 'Auth_Login_Name']) {
    assert.equal(countOf(caddy, new RegExp(`^\\t\\trequest_header -${name}$`, 'gm')), 1, name)
    assert.equal(countOf(traefik, new RegExp(`^ {10}${name}: ""$`, 'gm')), 1, name)
  }
  // Names are unique regardless of case.
  for (const name of ['X-Webauth-User', 'X_Webauth_User'])
    assert.equal(countOf(traefik, new RegExp(`^ *${name}: ""$`, 'gim')), 1)
})

test('changes nothing for a host without extra headers', () => {
  for (const text of examples) assert.equal(fillProxy(text, { ...site, headers: [] }), fillProxy(text, site))
})
