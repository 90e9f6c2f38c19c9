import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readExample } from '../support/proxies/proxies.ts'
import { headersOfSoftware } from '../support/proxies/software-settings.ts'

test('settings for software behind a protected host match between documentation and examples', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'forward-auth.md'), 'utf8')
  const blocks = [...page.matchAll(/^```ini\n(.*?)^```$/gms)].map(([, text]) => text)
  assert.deepEqual(blocks, ['gitea/app.ini', 'grafana/grafana.ini'].map(readExample))
})

test('settings for software behind a protected host use the headers that are sent', () => {
  const sent = { user: 'remote-user', name: 'remote-name' }
  assert.deepEqual(headersOfSoftware(), { Gitea: sent, Grafana: sent })
})
