import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { postgresEngine } from '../support/database/engines.ts'
import { describeImage } from '../support/deployment/describe-image.ts'
import { openBrowser } from '../support/server/http-browser.ts'
import { expectSession, expectStarted } from '../support/server/responses.ts'
import { inheritedEnvironment, startServerProcess } from '../support/server/server-process.ts'
import { setUpSite, setupCodeIn } from '../support/server/set-up.ts'
import '../support/database/postgres.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const { version, dependencies }: { version: string; dependencies: Record<string, string> } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
)

describe('the package', () => {
  const postgres = postgresEngine()
  let folder: string
  let installed: string
  let command: string

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-package-'))
    npm(ROOT, 'pack', '--pack-destination', folder)
    const tarball = join(folder, `countersign-${version}.tgz`)
    npm(folder, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball)
    installed = join(folder, 'node_modules', 'countersign')
    command = join(folder, 'node_modules', '.bin', 'countersign')
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  describeImage(() => ({ tarball: join(folder, `countersign-${version}.tgz`), version }))

  const run = (words: string[], environment = {}) => {
    const options = { cwd: folder, env: { ...inheritedEnvironment(), ...environment }, encoding: 'utf8' } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], options)
    return { status, stdout, stderr }
  }

  test('contains the page, the server as JavaScript and its dependencies, and nothing else', () => {
    const files = globSync('**', { cwd: installed, exclude: (path) => path.startsWith('node_modules') })
    const isCode = (path: string) => /\.[cm]?[jt]sx?$/.test(path)
    const code = files.filter((path) => isCode(path) && !path.startsWith('dist/web/'))
    assert.deepEqual(
      code.filter((path) => path.endsWith('.ts') || path.includes('.test.')),
      [],
    )
    assert.ok(code.includes('dist/server/src/main.js'))
    assert.ok(existsSync(join(installed, 'dist', 'web', 'dist', 'index.html')))
    assert.deepEqual(
      Object.keys(dependencies).filter((name) => !existsSync(join(installed, 'node_modules', name))),
      [],
    )
    for (const name of ['vite', 'react', 'viem', 'typescript', 'playwright-core'])
      assert.ok(!existsSync(join(installed, 'node_modules', name)), name)
  })

  test('prints its version', () => {
    const { status, stdout, stderr } = run(['--version'])
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
    assert.ok(stdout.startsWith(`Countersign ${version} (`), stdout)
  })

  test('keeps its data in the folder where it is started, and runs commands there', async () => {
    const data = join(folder, 'site')
    mkdirSync(data)
    const environment = { SECRET_KEY: '' }
    const server = await startServerProcess({ databaseUrl: '', environment, program: [command], folder: data })
    const browser = openBrowser(server)
    expectStarted(await setUpSite(browser, { code: setupCodeIn(server.output()) }))
    assert.match(server.output(), /signatures\W+webassembly/)
    expectSession(await browser.get('/api/session'))
    assert.match((await browser.get('/')).text, /<title>/)
    assert.equal((await browser.get('/docs')).status, 200)
    assert.ok(existsSync(join(data, 'data', 'countersign.db')))
    const sessions = run(['sessions'], { DATA_DIR: join(data, 'data') })
    assert.deepEqual({ ...sessions, stdout: '' }, { status: 0, stdout: '', stderr: '' })
    assert.match(sessions.stdout, /0x/)
    assert.equal(await server.stop(), 0)
  })

  test('signs in on PostgreSQL', async () => {
    const databaseUrl = await postgres.createDatabase()
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query("DELETE FROM setting WHERE key = 'owner'")
    await client.end()
    const server = await startServerProcess({ databaseUrl, program: [command], folder })
    const browser = openBrowser(server)
    expectStarted(await setUpSite(browser, { code: setupCodeIn(server.output()) }))
    expectSession(await browser.get('/api/session'))
    assert.equal(await server.stop(), 0)
  })
})

function npm(cwd: string, ...parameters: string[]): void {
  const { status, stderr } = spawnSync('npm', parameters, { cwd, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
}
