import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readExample } from '../support/proxies/proxies.ts'
import { headersOfSoftware } from '../support/proxies/software-settings.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'forward-auth.md'), 'utf8')

test('settings that remove host tokens match between documentation and examples', () => {
  const linesWith = (text: string, part: string) => text.split('\n').filter((line) => line.includes(part))
  const trimmed = (lines: string[]) => lines.map((line) => line.trim())
  for (const [file, part] of [
    ['nginx/protected-site.conf', '"~*^'],
    ['caddy/Caddyfile', '@countersign_token'],
  ] as const) {
    const used = trimmed(linesWith(readExample(file), part)).filter((line) => !line.startsWith('"~*^websocket'))
    assert.deepEqual(trimmed(linesWith(page, part)), used)
  }
})

test('settings for software behind a protected host match between documentation and examples', () => {
  const blocks = [...page.matchAll(/^```ini\n(.*?)^```$/gms)].map(([, text]) => text)
  assert.deepEqual(blocks, ['gitea/app.ini', 'grafana/grafana.ini'].map(readExample))
})

test('settings for software behind a protected host use the headers that are sent', () => {
  const sent = { user: 'remote-user', name: 'remote-name' }
  assert.deepEqual(headersOfSoftware(), { Gitea: sent, Grafana: sent })
})
