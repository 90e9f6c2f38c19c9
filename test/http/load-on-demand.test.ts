import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { freePort } from '../support/free-port.ts'
import { newAccount, openBrowser, signIn } from '../support/server/http-browser.ts'
import { expectStarted } from '../support/server/responses.ts'
import { startServerProcess } from '../support/server/server-process.ts'
import { setUpSite, setupCodeIn } from '../support/server/set-up.ts'
import { stepUp } from '../support/server/wallets.ts'
import { until } from '../support/until.ts'

/** Prints each package that the server loads. */
const REPORT_PACKAGES = `import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) {
    const name = /node_modules.(@adraffy|oidc-provider|viem|zod|pg)./.exec(url)?.[1]
    if (name) process.stderr.write('loads ' + name + '\\n')
    return next(url, context)
  } })`

describe('the server', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-load-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const start = async (name: string, environment = {}) =>
    startServerProcess({
      databaseUrl: '',
      environment: {
        DATA_DIR: join(folder, name),
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(REPORT_PACKAGES)}`,
        ...environment,
      },
    })
  const packagesIn = (output: string) => [...new Set(output.match(/(?<=^loads )[@\w-]+$/gm))]

  test('does not load the code for apps, PostgreSQL and ENS names, nor does a sign-in', async () => {
    const server = await start('lean', { RPC_1: `http://127.0.0.1:${await freePort()}` })
    expectStarted(await setUpSite(openBrowser(server), { code: setupCodeIn(server.output()) }))
    expectStarted(await signIn(openBrowser(server), newAccount()))
    assert.equal(await server.stop(), 0)
    assert.deepEqual(packagesIn(server.output()), ['zod'])
  })

  test('loads the OpenID provider when the first app is added, and from then on when it starts', async () => {
    const loadsProvider = (server: Awaited<ReturnType<typeof start>>) =>
      until(
        () => packagesIn(server.output()),
        (names) => names.includes('oidc-provider'),
        'the provider is loaded',
      )
    const first = await start('apps')
    const [browser, owner] = [openBrowser(first), newAccount()]
    expectStarted(await setUpSite(browser, { code: setupCodeIn(first.output()), account: owner }))
    await stepUp(browser, owner, 'admin.mode')
    assert.ok(!packagesIn(first.output()).includes('oidc-provider'))
    const redirectUris = ['https://wiki.example/callback']
    const app = { kind: 'web', preset: 'other', name: 'Wiki', redirectUris, access: 'everyone' }
    assert.equal((await browser.post('/api/admin/apps', app)).status, 201)
    await loadsProvider(first)
    assert.equal(await first.stop(), 0)
    const second = await start('apps')
    await loadsProvider(second)
    assert.equal(await second.stop(), 0)
  })
})
