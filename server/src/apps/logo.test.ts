import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from '@countersign/contract/limits.ts'
import type { App } from '@countersign/contract/routes/admin/app.ts'
import type { Grant, GrantDetails } from '@countersign/contract/routes/grant.ts'
import { appSchema } from '@countersign/contract/schemas/admin/app.ts'
import { forDefaultEngine } from '../../../test/support/database/engines.ts'
import { readRows } from '../../../test/support/database/rows.ts'
import { GIF, jpeg, png, SVG, webp } from '../../../test/support/images.ts'
import { getTokens } from '../../../test/support/oidc/app-sign-in.ts'
import {
  authorizeRequest,
  interactionIdOf,
  locationOf,
  type RelyingParty,
  registerApp,
} from '../../../test/support/oidc/relying-party.ts'
import { type HttpResponse, openBrowser } from '../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../test/support/server/people.ts'
import { expectProblem } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { newId } from '../platform/crypto/id.ts'

const ADDRESS = /^\/logo\/[0-9A-HJKMNP-TV-Z]{26}$/

forDefaultEngine('the logo of an app', (engine) => {
  let server: TestServer
  let admin: TestPerson
  let party: RelyingParty
  before(async () => {
    server = await startServer(engine)
  })
  beforeEach(async () => {
    admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
    party = await registerApp(server)
  })
  after(() => server.close())

  const pathOf = ({ app }: RelyingParty) => `/api/admin/apps/${app.id}`
  const putImage = (image: unknown, version = 1) => admin.change('PUT', `${pathOf(party)}/logo`, { image }, version)
  const putLogo = (file: Buffer | null, version = 1) => putImage(file?.toString('base64') ?? null, version)
  async function logoOf(response: Promise<HttpResponse>): Promise<string> {
    const { status, text, json } = await response
    assert.equal(status, 200, text)
    const { logo } = appSchema.parse(json)
    assert.match(logo ?? '', ADDRESS)
    return logo ?? ''
  }
  const listAssets = () => readRows(server, 'SELECT id FROM asset ORDER BY id')
  const statusOf = async (path: string) => (await openBrowser(server).get(path)).status

  test('is served publicly with its type, a strict CSP and an immutable URL', async () => {
    const logo = await logoOf(putLogo(webp('VP8L', 256, 256)))
    const served = await openBrowser(server).get(logo)
    const { 'content-type': type, 'cache-control': cache, 'content-security-policy': policy } = served.headers
    assert.deepEqual(
      [served.status, type, cache, policy, served.headers['x-content-type-options']],
      [
        200,
        'image/webp',
        'public, max-age=31536000, immutable',
        "default-src 'none'; frame-ancestors 'none'",
        'nosniff',
      ],
    )
    assert.equal(served.headers['content-length'], '40')
    assert.equal(served.headers['cross-origin-resource-policy'], 'cross-origin')
    assert.equal(served.headers['set-cookie'], undefined)
    const unknown = await openBrowser(server).get(`/logo/${'0'.repeat(26)}`)
    expectProblem(unknown, 'not_found')
    assert.equal(unknown.headers['cache-control'], 'no-store')
    assert.equal(unknown.headers['cross-origin-resource-policy'], 'same-origin')
  })

  test('is part of every representation of the app, and null without a logo', async () => {
    const person = (await addPerson(server)).browser
    await getTokens(person, party)
    const { clientId: client_id, postLogoutUris } = party.app
    const leaving = new URLSearchParams({ client_id, post_logout_redirect_uri: postLogoutUris[0] ?? '' })
    const logoAt = async (path: string) => ((await person.get(path)).json as { app: Pick<App, 'logo'> }).app.logo // compared below
    // One interaction at a time: the test browser ignores cookie paths.
    const readConsentLogo = async () => {
      const response = await person.get(authorizeRequest(party, { prompt: 'consent' }).path)
      return logoAt(`/api/interactions/${interactionIdOf(response)}`)
    }
    const readSignOutLogo = async () => {
      const response = await person.get(`/oidc/end-session?${leaving}`, { accept: 'text/html' })
      return logoAt(`/api/sign-outs/${locationOf(response).split('=').at(-1)}`)
    }
    const readLogos = async () => {
      const [grant] = ((await person.get('/api/me/apps')).json as { items: Grant[] }).items // compared below
      const details = (await person.get(`/api/me/apps/${grant?.id}`)).json as GrantDetails // the same
      const listed = (await admin.browser.get('/api/admin/apps')).json as { items: App[] } // the same
      return {
        grants: grant?.app.logo,
        grant: details.grant.app.logo,
        list: listed.items.find(({ id }) => id === party.app.id)?.logo,
        app: appSchema.parse((await admin.browser.get(pathOf(party))).json).logo,
        consent: await readConsentLogo(),
        signOut: await readSignOutLogo(),
      }
    }
    const logosOf = (logo: string | null) => {
      const [grants, grant, list, app, consent, signOut] = Array<string | null>(6).fill(logo)
      return { grants, grant, list, app, consent, signOut }
    }
    assert.deepEqual(await readLogos(), logosOf(null))
    const logo = await logoOf(putLogo(png(64, 64)))
    assert.deepEqual(await readLogos(), logosOf(logo))
  })

  test('is deleted when it is replaced or removed, and the change is audited', async () => {
    const before = await listAssets()
    const first = await logoOf(putLogo(png(1, 1)))
    const second = await logoOf(putLogo(jpeg(2, 2), 2))
    assert.equal(await statusOf(first), 404)
    assert.equal((await openBrowser(server).get(second)).headers['content-type'], 'image/jpeg')
    const without = appSchema.parse((await putLogo(null, 3)).json)
    assert.deepEqual(without, { ...party.app, secrets: without.secrets, version: 4 })
    assert.equal(await statusOf(second), 404)
    assert.deepEqual(await listAssets(), before)
    assert.equal((await putLogo(null, 4)).status, 200)
    const events = (await readEvents(server, 'app.updated')).filter(({ data }) => data.appId === party.app.id)
    const by = { outcome: 'ok', code: null, actor: 'person', actor_id: admin.id, person_id: null }
    const event = { kind: 'app.updated', ...by, session_id: admin.sessionId }
    const data = { app: party.app.name, appId: party.app.id, fields: 'logo' }
    assert.deepEqual(events, Array(3).fill({ ...event, data }))
  })

  test('stays when other fields change, and cannot be set to a URL', async () => {
    const logo = await logoOf(putLogo(png(1, 1)))
    const renamed = await admin.change('PATCH', pathOf(party), { launchUrl: 'https://app.example/' }, 2)
    assert.equal(appSchema.parse(renamed.json).logo, logo)
    for (const field of ['logo', 'logoId'])
      expectProblem(
        await admin.change('PATCH', pathOf(party), { [field]: 'https://evil.example/x.png' }, 3),
        'invalid_body',
      )
    assert.equal(await statusOf(logo), 200)
  })

  test('is deleted with the app', async () => {
    const before = await listAssets()
    const logo = await logoOf(putLogo(png(1, 1)))
    await grantStepUp(server, admin, `apps.delete:${party.app.id}`)
    const deleted = await admin.change('DELETE', pathOf(party), undefined, 2)
    assert.equal(deleted.status, 204, deleted.text)
    assert.equal(await statusOf(logo), 404)
    assert.deepEqual(await listAssets(), before)
    await grantStepUp(server, admin, 'admin.mode')
    expectProblem(await putLogo(png(1, 1), 2), 'not_found')
    assert.deepEqual(await listAssets(), before)
  })

  for (const [title, file, code] of [
    ['an SVG', SVG, 'not_png_jpeg_webp'],
    ['a GIF', GIF, 'not_png_jpeg_webp'],
    ['an HTML page', Buffer.from('<!doctype html><title>PNG</title>'), 'not_png_jpeg_webp'],
    ['a picture that is too wide', png(LOGO_MAX_PIXELS + 1, 1), 'too_many_pixels'],
    ['a file that is one byte too large', png(1, 1, LOGO_MAX_BYTES + 1), 'too_many_bytes'],
  ] as const) {
    test(`is not ${title}, and the one before stays`, async () => {
      const logo = await logoOf(putLogo(png(1, 1)))
      const before = await listAssets()
      assert.deepEqual(expectProblem(await putLogo(file, 2), 'logo_invalid').fields, [{ path: '/image', code }])
      assert.deepEqual(await listAssets(), before)
      assert.equal(await statusOf(logo), 200)
    })
  }

  test('cannot be a URL, data URL or form, and ten megabytes are not read', async () => {
    const before = await listAssets()
    const data = `data:image/png;base64,${png(1, 1).toString('base64')}`
    for (const image of ['https://evil.example/logo.png', data, 7]) expectProblem(await putImage(image), 'invalid_body')
    const form = { method: 'PUT', path: `${pathOf(party)}/logo`, raw: png(1, 1).toString('latin1') }
    const headers = { 'if-match': '"1"', 'content-type': 'multipart/form-data; boundary=x' }
    expectProblem(await admin.browser.call({ ...form, headers }), 'unsupported_media_type')
    expectProblem(await putLogo(png(1, 1, 10 * 1024 * 1024)), 'payload_too_large')
    assert.equal((await putLogo(png(LOGO_MAX_PIXELS, LOGO_MAX_PIXELS, LOGO_MAX_BYTES))).status, 200)
    assert.equal((await listAssets()).length, before.length + 1)
  })

  test('is changed by admins with a step-up and a version, for an existing app', async () => {
    const before = await listAssets()
    const image = png(1, 1).toString('base64')
    const path = `${pathOf(party)}/logo`
    for (const role of ['member', 'auditor'] as const)
      expectProblem(await (await addPerson(server, role)).change('PUT', path, { image }), 'forbidden')
    expectProblem(await (await addPerson(server, 'admin')).change('PUT', path, { image }), 'step_up_required')
    expectProblem(await admin.browser.call({ method: 'PUT', path, body: { image } }), 'precondition_required')
    expectProblem(await putLogo(png(1, 1), 9), 'version_conflict')
    const missing = `/api/admin/apps/${newId(server.context, 'app')}/logo`
    expectProblem(await admin.change('PUT', missing, { image }), 'not_found')
    assert.deepEqual(await listAssets(), before)
    const responses = await Promise.all([png(1, 1), png(2, 2), png(3, 3)].map((file) => putLogo(file)))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412, 412])
    assert.equal((await listAssets()).length, before.length + 1)
  })
})
