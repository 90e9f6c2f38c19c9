import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { ADMIN_MODE_MS, LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from '@countersign/contract/limits.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { GIF, jpeg, png, SVG, webp } from '../../../../test/support/images.ts'
import { openBrowser } from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

const PATH = '/api/admin/settings/logo'

forEachEngine('site logo', (engine, testOnce) => {
  let server: TestServer
  let owner: TestPerson
  beforeEach(async () => {
    server = await startServer(engine)
    owner = await addPerson(server, 'owner')
    await grantStepUp(server, owner, 'admin.mode')
  })
  afterEach(() => server.close())

  const putLogo = (file: Buffer | null, version = 1) =>
    owner.change('PUT', PATH, { image: file?.toString('base64') ?? null }, version)
  const logoOf = (answer: { json: unknown }) => (answer.json as { logo: string | null }).logo // what is asserted next

  testOnce('is served with its type and a strict policy, cached forever', async () => {
    const response = await putLogo(png(256, 256))
    assert.equal(response.status, 200, response.text)
    const logo = logoOf(response) ?? ''
    assert.match(logo, /^\/logo\/[0-9A-HJKMNP-TV-Z]{26}$/)
    assert.equal(logoOf(await openBrowser(server).get('/api/public')), logo)
    const served = await openBrowser(server).get(logo)
    const { 'content-type': type, 'cache-control': cache, 'content-security-policy': policy } = served.headers
    assert.deepEqual(
      [served.status, type, cache, policy, served.headers['x-content-type-options']],
      [
        200,
        'image/png',
        'public, max-age=31536000, immutable',
        "default-src 'none'; frame-ancestors 'none'",
        'nosniff',
      ],
    )
    assert.equal(served.headers['content-length'], '64')
  })

  test('returns 404 after it is replaced or removed', async () => {
    const first = logoOf(await putLogo(png(1, 1))) ?? ''
    const second = logoOf(await putLogo(jpeg(2, 2), 2)) ?? ''
    assert.equal((await openBrowser(server).get(first)).status, 404)
    assert.equal((await openBrowser(server).get(second)).headers['content-type'], 'image/jpeg')
    assert.equal(logoOf(await putLogo(null, 3)), null)
    assert.equal((await openBrowser(server).get(second)).status, 404)
    assert.deepEqual(await readRows(server, 'SELECT id FROM asset'), [])
    const events = await readEvents(server, 'setting.changed')
    assert.deepEqual(
      events.map(({ data }) => data),
      Array(3).fill({ fields: 'logo' }),
    )
  })

  for (const [title, file, code] of [
    ['an SVG', SVG, 'not_png_jpeg_webp'],
    ['a GIF', GIF, 'not_png_jpeg_webp'],
    ['an empty file', Buffer.alloc(0), 'not_png_jpeg_webp'],
    ['an image that is too wide', png(LOGO_MAX_PIXELS + 1, 1), 'too_many_pixels'],
    ['an image that is too tall', webp('VP8X', 1, LOGO_MAX_PIXELS + 1), 'too_many_pixels'],
    ['a file one byte too large', png(1, 1, LOGO_MAX_BYTES + 1), 'too_many_bytes'],
  ] as const) {
    testOnce(`rejects ${title}`, async () => {
      assert.deepEqual(expectProblem(await putLogo(file), 'logo_invalid').fields, [{ path: '/image', code }])
      assert.deepEqual(await readRows(server, 'SELECT id FROM asset'), [])
    })
  }

  testOnce('accepts the maximum size, and rejects ten megabytes without reading them', async () => {
    assert.equal((await putLogo(png(LOGO_MAX_PIXELS, LOGO_MAX_PIXELS, LOGO_MAX_BYTES))).status, 200)
    expectProblem(await putLogo(png(1, 1, 10 * 1024 * 1024), 2), 'payload_too_large')
  })

  test('requires a fresh signature', async () => {
    server.clock.now += ADMIN_MODE_MS + 1
    const { stepUp } = expectProblem(await putLogo(png(1, 1)), 'step_up_required')
    assert.deepEqual(stepUp, { action: 'admin.mode' })
    assert.deepEqual(await readRows(server, 'SELECT id FROM asset'), [])
  })

  test('rejects an outdated version without changing anything', async () => {
    expectProblem(await putLogo(png(1, 1), 9), 'version_conflict')
    assert.deepEqual(await readRows(server, 'SELECT id FROM asset'), [])
  })
})
