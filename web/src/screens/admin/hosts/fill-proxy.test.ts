import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fillProxy } from './fill-proxy.ts'

const example = (path: string) => readFileSync(new URL(`../../../../../examples/${path}`, import.meta.url), 'utf8')
const examples = ['nginx/protected-site.conf', 'caddy/Caddyfile', 'traefik/dynamic.yaml'].map(example)
const site = { host: 'wiki.acme.test', origin: 'https://id.acme.test', checkPath: '/forward-auth/check-abc' }

test('leaves no made-up name in any example', () => {
  for (const text of examples) {
    const filled = fillProxy(text, site)
    assert.match(text, /app\.example\.com/)
    assert.doesNotMatch(filled, /example\.com/)
    assert.match(filled, /wiki\.acme\.test/)
    assert.match(filled, /\/forward-auth\/check-abc\b/)
    assert.doesNotMatch(filled, /SECRET/)
  }
})

test('writes an unusual port where each proxy wants it', () => {
  const [nginx = '', caddy = '', traefik = ''] = examples.map((text) =>
    fillProxy(text, { ...site, host: 'wiki.acme.test:8443' }),
  )
  assert.match(nginx, /listen 8443 ssl;\n {4}server_name wiki\.acme\.test;/)
  assert.match(nginx, /X-Original-URL https:\/\/wiki\.acme\.test:8443\$request_uri;/)
  assert.match(nginx, /proxy_set_header Host wiki\.acme\.test:8443;/)
  assert.match(caddy, /^wiki\.acme\.test:8443 \{$/m)
  assert.match(traefik, /Host\(`wiki\.acme\.test`\)/)
})

test('asks for no certificate on this computer, where people are sent to http', () => {
  const [nginx = '', caddy = '', traefik = ''] = examples.map((text) =>
    fillProxy(text, { ...site, host: 'wiki.localhost:8080' }),
  )
  assert.match(nginx, /listen 8080;\n {4}server_name wiki\.localhost;\n\n/)
  assert.match(nginx, /X-Original-URL http:\/\/wiki\.localhost:8080\$request_uri;/)
  assert.match(caddy, /^http:\/\/wiki\.localhost:8080 \{$/m)
  assert.match(traefik, /entryPoints: \[web\]\n {6}middlewares/)
  for (const text of [nginx, caddy, traefik]) assert.doesNotMatch(text, /ssl|tls|https/)
  assert.match(fillProxy(examples[0] ?? '', { ...site, host: 'localhost' }), /listen 80;/)
})

test('names our own address only where a proxy reaches it, too', () => {
  const [nginx = ''] = examples
  assert.match(fillProxy(nginx, site), /http:\/\/127\.0\.0\.1:3000\/forward-auth/)
})

test('has the proxy connect by IPv4 to a server on localhost, the one address of it that is to be trusted', () => {
  for (const origin of ['http://localhost:4100', 'http://127.0.0.1:4100', 'http://[::1]:4100'])
    for (const text of examples) {
      const filled = fillProxy(text, { ...site, origin })
      assert.match(filled, /127\.0\.0\.1:4100/)
      assert.doesNotMatch(filled, /localhost:4100|\[::1\]|127\.0\.0\.1:3000/)
    }
})
