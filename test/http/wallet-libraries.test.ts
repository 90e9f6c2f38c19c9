/** The whole server with and without the libraries that an operator may install. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { walletLibraries } from '@countersign/contract/wallet-library.ts'
import { openBrowser } from '../support/server/http-browser.ts'
import { expectProblem } from '../support/server/responses.ts'
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts'
import { INSTALLED_LIBRARIES } from '../support/wallets/wallet-libraries.ts'

const RELAY = /; connect-src 'self'( wss:\/\/relay\.walletconnect\.org)?; /

describe('wallets whose libraries an operator installs', () => {
  let root: string
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'countersign-wallets-'))
  })
  let server: ServerProcess | undefined
  afterEach(() => server?.stop())
  after(() => rmSync(root, { recursive: true, force: true }))

  /** What a visitor is offered, and the warnings at start. */
  async function start(wallets: Record<string, string>, withLibraries: boolean) {
    const folder = mkdtempSync(join(root, 'data-'))
    if (withLibraries) symlinkSync(INSTALLED_LIBRARIES, join(folder, 'node_modules'), 'junction')
    server = await startServerProcess({ databaseUrl: '', environment: { ...wallets, DATA_DIR: folder } })
    const browser = openBrowser(server)
    const page = await browser.get('/sign-in')
    const { walletConnect, baseAccount } = (await browser.get('/api/public')).json as Record<string, unknown>
    const relay = RELAY.exec(String(page.headers['content-security-policy']))?.[1]?.trim()
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":"warn"'))
    const warnings = lines.map((line) => JSON.parse(line)).map(({ message, fix }) => `${message} ${fix}`)
    const files = Object.values(walletLibraries).map(({ path }) => browser.get(path))
    const found = { walletConnect, baseAccount, relay, warnings, files: await Promise.all(files) }
    return { folder, browser, page, ...found }
  }

  const BOTH = { WALLETCONNECT_PROJECT_ID: 'ab'.repeat(16), BASE_ACCOUNT: 'on' }

  test('are left out with one warning each while they are not installed', async () => {
    const { folder, page, files, ...found } = await start(BOTH, false)
    const command = `npm install --prefix ${folder} --ignore-scripts`
    assert.equal(page.status, 200)
    assert.deepEqual([found.walletConnect, found.baseAccount, found.relay], [null, null, undefined])
    assert.deepEqual(found.warnings, [
      `WalletConnect is not offered: @walletconnect/sign-client is not installed. ${command} @walletconnect/sign-client@2.21.8`,
      `Base Account is not offered: @base-org/account is not installed. ${command} @base-org/account@2.5.10 viem@2.57.1`,
    ])
    for (const file of files) expectProblem(file, 'not_found')
  })

  test('are offered when they are installed', async () => {
    const { browser, files, ...found } = await start(BOTH, true)
    assert.deepEqual(
      [found.walletConnect, found.baseAccount, found.relay, found.warnings],
      [
        { projectId: 'ab'.repeat(16), relay: 'wss://relay.walletconnect.org' },
        { url: 'https://keys.coinbase.com/connect' },
        'wss://relay.walletconnect.org',
        [],
      ],
    )
    for (const { status, headers, text } of files) {
      assert.deepEqual([status, headers['content-type']], [200, 'text/javascript; charset=utf-8'])
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
      assert.match(text, /"use strict"/)
    }
    for (const path of [
      '/assets/walletconnect-2.21.8.js.map',
      '/assets/@walletconnect/sign-client/dist/index.umd.js',
      '/assets/node_modules/@walletconnect/sign-client/package.json',
      '/assets/..%2fsecret.key',
      '/assets/walletconnect-2.21.9.js',
    ])
      expectProblem(await browser.get(path), 'not_found')
  })

  test('are not served while they are installed and off', async () => {
    const { files, ...found } = await start({}, true)
    assert.deepEqual([found.walletConnect, found.baseAccount, found.relay, found.warnings], [null, null, undefined, []])
    for (const file of files) expectProblem(file, 'not_found')
  })
})
