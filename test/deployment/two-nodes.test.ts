import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createSharedDatabase } from '../support/database/postgres.ts'
import { type RunningProxy, readExample, startCaddyWith } from '../support/proxies/proxies.ts'
import { newAccount, openBrowser, signIn } from '../support/server/http-browser.ts'
import { expectSession, expectStarted } from '../support/server/responses.ts'
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts'

describe('two nodes on PostgreSQL behind Caddy, as in the Compose file', () => {
  let folder: string
  let nodes: ServerProcess[] = []
  let caddy: RunningProxy
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-nodes-'))
    const files = { secret_key: 'ab'.repeat(32), database_url: await createSharedDatabase() }
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), `${content}\n`)
    const environment = {
      SECRET_KEY: '',
      SECRET_KEY_FILE: join(folder, 'secret_key'),
      DATABASE_URL_FILE: join(folder, 'database_url'),
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'debug',
    }
    const startNode = () => startServerProcess({ databaseUrl: '', environment })
    nodes = await Promise.all([startNode(), startNode()])
    caddy = await startCaddyWith('localhost', (port) =>
      nodes.reduce(
        (text, { url }, index) => text.replace(`countersign-${index + 1}:3000`, new URL(url).host),
        readExample('compose-postgres/Caddyfile').replace('id.example', `http://localhost:${port}`),
      ),
    )
  })
  after(async () => {
    await caddy?.stop()
    for (const node of nodes) await node.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  test('keep people signed in when one of them dies', async () => {
    const [first, second] = nodes
    assert.ok(first && second)
    const browser = openBrowser({ ...first, url: `http://localhost:${caddy.port}` })
    expectStarted(await signIn(browser, newAccount()))
    const readSession = async () => expectSession(await browser.get('/api/session'))
    for (let count = 0; count < 20; count++) await readSession()
    const served = nodes.map((node) => node.output().split('/api/session"').length > 1)
    assert.deepEqual(served, [true, true])
    await first.kill()
    for (let count = 0; count < 5; count++) await readSession()
  })

  test('see the address of the browser, whatever it claims', async () => {
    const [, second] = nodes
    assert.ok(second)
    const browser = openBrowser({ ...second, url: `http://localhost:${caddy.port}` }, { address: '10.9.9.9' })
    expectStarted(await signIn(browser, newAccount()))
    const { text } = await browser.get('/api/me/sessions')
    assert.match(text, /"127\.0\.0\.1"/)
    assert.doesNotMatch(text, /10\.9\.9/)
  })
})
