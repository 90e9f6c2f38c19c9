import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { openBrowser } from '../../../../test/support/server/http-browser.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { loadFiles } from './static-files.ts'

forDefaultEngine('static files', (engine) => {
  let server: TestServer
  let folder: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-files-'))
    for (const name of ['assets', 'docs/examples']) mkdirSync(join(folder, name), { recursive: true })
    const files = {
      'assets/a-1.js': 'plain',
      'assets/a-1.js.br': 'brotli',
      'assets/a-1.js.gz': gzipSync('plain'),
      'assets/mark-1.svg': 'mark',
      'robots.txt': 'none',
      'favicon.svg': 'icon',
      'apple-touch-icon.png': 'icon',
      'site.webmanifest': '{}',
      'docs/index.html': 'first page',
      'docs/apps.html': 'apps',
      'docs/examples/app.js.html': 'an example',
      'docs/search.json': '[]',
    }
    const hidden = { 'index.html': 'page', 'files.json': '[]', '.env': 'secret', 'assets/a-1.js.map': 'map' }
    for (const [name, text] of Object.entries({ ...files, ...hidden })) writeFileSync(join(folder, name), text)
    server = await startServer(engine, { files: loadFiles(folder) })
  })
  after(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('are cached forever when their name contains a hash, and revalidated otherwise', async () => {
    const asset = await openBrowser(server).get('/assets/a-1.js')
    assert.deepEqual(
      [asset.status, asset.text, asset.headers['content-type'], asset.headers['cache-control'], asset.headers.vary],
      [200, 'plain', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', 'Accept-Encoding'],
    )
    assert.equal(asset.headers['x-content-type-options'], 'nosniff')
    assert.equal(asset.headers['set-cookie'], undefined)
    const robots = await openBrowser(server).get('/robots.txt')
    assert.deepEqual([robots.text, robots.headers['cache-control']], ['none', 'public, max-age=3600'])
  })

  test('allow cross-origin use of icons only', async () => {
    const policyOf = async (path: string) =>
      (await openBrowser(server).get(path)).headers['cross-origin-resource-policy']
    for (const path of ['/favicon.svg', '/apple-touch-icon.png', '/site.webmanifest'])
      assert.equal(await policyOf(path), 'cross-origin', path)
    for (const path of [
      '/assets/a-1.js',
      '/assets/mark-1.svg',
      '/robots.txt',
      '/sign-in',
      '/api/public',
      '/theme/x.css',
    ])
      assert.equal(await policyOf(path), 'same-origin', path)
  })

  test('are served with the best encoding the browser accepts', async () => {
    const as = async (accepted: string) => {
      const { text, headers } = await openBrowser(server).get('/assets/a-1.js', { 'accept-encoding': accepted })
      return [text, headers['content-encoding'], headers['content-length']]
    }
    assert.deepEqual(await as('gzip, deflate, br, zstd'), ['brotli', 'br', '6'])
    assert.deepEqual((await as('gzip')).slice(1), ['gzip', String(gzipSync('plain').length)])
    for (let round = 0; round < 2; round++) assert.deepEqual(await as('identity'), ['plain', undefined, '5'])
    assert.deepEqual((await as('BR ; Q=0, GZIP'))[1], 'gzip')
    assert.deepEqual(await as('br;q=0, gzip;q=0'), ['plain', undefined, '5'])
  })

  test('do not include other files in or outside the folder', async () => {
    const browser = openBrowser(server)
    for (const path of [
      '/index.html',
      '/files.json',
      '/docs/index',
      '/docs/apps.html',
      '/docs/none',
      '/.env',
      '/assets/../.env',
      '/..%2f..%2fetc/passwd',
      '/assets',
      '/assets/a-1.js/',
    ])
      assert.equal((await browser.get(path)).status, 404, path)
    for (const path of [
      '/assets/a-1.js.map',
      '/assets/a-1.js.br',
      '/assets/',
      '/assets/%2e%2e/.env',
      '/assets/a-1.js\\..',
    ])
      expectProblem(await browser.get(path), 'not_found')
  })

  test('include the documentation, with the policy of pages and without a session', async () => {
    const policy = (await openBrowser(server).get('/sign-in')).headers['content-security-policy']
    for (const [path, text] of [
      ['/docs', 'first page'],
      ['/docs/', 'first page'],
      ['/docs/apps', 'apps'],
      ['/docs/examples/app.js', 'an example'],
    ] as const) {
      const { status, text: sent, headers } = await openBrowser(server).get(path)
      assert.deepEqual([status, sent, headers['content-type']], [200, text, 'text/html; charset=utf-8'])
      assert.equal(headers['content-security-policy'], policy)
      assert.equal(headers['cache-control'], 'no-cache')
      assert.equal(headers['set-cookie'], undefined)
    }
    const index = await openBrowser(server).get('/docs/search.json')
    assert.deepEqual([index.status, index.headers['content-type']], [200, 'application/json; charset=utf-8'])
  })

  test('of the documentation are sent again only when they changed', async () => {
    const browser = openBrowser(server)
    const { etag = '' } = (await browser.get('/docs/apps')).headers
    const same = await browser.get('/docs/apps', { 'if-none-match': String(etag) })
    assert.deepEqual([same.status, same.text, same.headers.etag], [304, '', etag])
    const other = await browser.get('/docs', { 'if-none-match': String(etag) })
    assert.deepEqual([other.status, other.text], [200, 'first page'])
    assert.equal((await browser.get('/robots.txt')).headers.etag, undefined)
  })

  test('accept GET and HEAD only', async () => {
    expectProblem(await openBrowser(server).call({ method: 'PUT', path: '/assets/a-1.js' }), 'method_not_allowed')
    const head = await openBrowser(server).call({ method: 'HEAD', path: '/assets/a-1.js' })
    assert.deepEqual([head.status, head.text, head.headers['content-length']], [200, '', '5'])
  })
})
