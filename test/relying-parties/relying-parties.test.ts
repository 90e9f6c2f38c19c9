import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { forDefaultEngine } from '../support/database/engines.ts'
import { freePort } from '../support/free-port.ts'
import { createClientKey, jwkSetOf } from '../support/oidc/client-key.ts'
import { startExample } from '../support/relying-parties/example-app.ts'
import { expectWrongSecretEvent } from '../support/relying-parties/party.ts'
import { openAppVisitor, type ProductWithOwner, startProductWithOwner } from '../support/server/product-with-owner.ts'
import { until } from '../support/until.ts'

type Claims = { sub: string; preferred_username: string; wallet: string }

test('the examples use the library versions of the tests', () => {
  const requiredPackages = (folder: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', folder, 'package.json'), 'utf8')).dependencies
  const installed = requiredPackages('test/relying-parties')
  for (const example of ['examples/node', 'examples/express'])
    for (const [name, version] of Object.entries(requiredPackages(example)))
      assert.equal(version, installed[name], name)
})

forDefaultEngine('third-party relying parties', (engine) => {
  let product: ProductWithOwner
  const cleanups: (() => Promise<void>)[] = []
  before(async () => {
    product = await startProductWithOwner(engine)
    cleanups.push(() => product.stop())
  })
  after(async () => {
    for (const end of cleanups.reverse()) await end()
  })

  type More = { postLogoutPath: string; backchannel?: string; jwks?: ReturnType<typeof jwkSetOf> }

  async function addApp(name: string, callback: string, more: More) {
    const port = await freePort()
    const appUrl = `http://localhost:${port}`
    const { app, secret } = await product.addApp({
      name,
      kind: 'web',
      access: 'everyone',
      preset: 'other',
      redirectUris: [`${appUrl}${callback}`],
      postLogoutUris: [`${appUrl}${more.postLogoutPath}`],
      backchannelLogoutUri: more.backchannel ? `${appUrl}${more.backchannel}` : null,
      scopes: ['openid', 'profile', 'wallet', 'groups', 'offline_access'],
      ...(more.jwks ? { authMethod: 'private_key_jwt', jwks: more.jwks } : { authMethod: 'client_secret_basic' }),
    })
    const environment = {
      ISSUER: product.issuer,
      CLIENT_ID: app.clientId,
      CLIENT_SECRET: secret,
      APP_URL: appUrl,
      SESSION_SECRET: 'ab'.repeat(32),
      PORT: String(port),
    }
    return { app, appUrl, environment }
  }

  test('openid-client signs in, refreshes and signs out', async () => {
    const { appUrl, environment } = await addApp('Node', '/callback', {
      postLogoutPath: '/',
      backchannel: '/backchannel-logout',
    })
    const example = await startExample('node', environment)
    cleanups.push(() => example.stop())
    const person = openAppVisitor(product, appUrl)
    assert.equal((await person.visit('/')).response.status, 401)
    const home = await person.visit('/login')
    const { claims } = home.response.json as { claims: Claims }
    assert.deepEqual(person.completedSteps, ['sign_in', 'consent'])
    assert.equal(claims.wallet, `eip155:0:${person.account.address}`)
    const renewed = await person.visit('/refresh')
    assert.deepEqual((renewed.response.json as { claims: Claims }).claims, claims)
    const again = await person.visit('/login')
    assert.deepEqual([person.completedSteps.length, (again.response.json as { claims: Claims }).claims], [2, claims])

    const cookie = `app=${person.appBrowser.cookies.get('app')}`
    assert.equal((await person.appBrowser.get('/', { cookie })).status, 200)
    const leaving = await person.appBrowser.get('/logout')
    assert.equal((await person.appBrowser.get('/', { cookie })).status, 401, 'the session before it ended at once')
    const signedOut = await person.visit(String(leaving.headers.location))
    assert.deepEqual([signedOut.url, signedOut.response.json], [`${appUrl}/`, { signIn: '/login' }])
    assert.equal((await person.productBrowser.get('/api/session')).status, 401)
    assert.equal((await person.visit('/')).response.status, 401)
  })

  test('openid-client signs in and refreshes with a private key, and not while that key is removed', async () => {
    const [key, other] = [createClientKey(), createClientKey()]
    const { app, appUrl, environment } = await addApp('Signed', '/callback', {
      postLogoutPath: '/',
      jwks: jwkSetOf(key, other),
    })
    const { CLIENT_SECRET: none, ...shown } = environment
    assert.equal(none, null)
    const example = await startExample('node', { ...shown, CLIENT_KEY: JSON.stringify(key.privateJwk) })
    cleanups.push(() => example.stop())
    const person = openAppVisitor(product, appUrl)
    const { claims } = (await person.visit('/login')).response.json as { claims: Claims }
    assert.equal(claims.wallet, `eip155:0:${person.account.address}`)
    const refresh = async () => (await person.visit('/refresh')).response.json as { claims?: Claims; error?: string }
    assert.deepEqual((await refresh()).claims, claims)
    const without = await product.changeApp(app, { jwks: jwkSetOf(other) })
    assert.deepEqual(await refresh(), { error: 'invalid_client' })
    await product.changeApp(without, { jwks: jwkSetOf(other, key) })
    assert.deepEqual((await refresh()).claims, claims)
    assert.equal((await person.visit('/logout')).url, `${appUrl}/`)
    assert.equal((await person.productBrowser.get('/api/session')).status, 401)
  })

  test('openid-client ends its session on a back-channel logout, and its tokens are rejected', async () => {
    const { appUrl, environment } = await addApp('Told', '/callback', {
      postLogoutPath: '/',
      backchannel: '/backchannel-logout',
    })
    const example = await startExample('node', environment)
    cleanups.push(() => example.stop())
    const person = openAppVisitor(product, appUrl)
    assert.equal((await person.visit('/login')).response.status, 200)
    await person.productBrowser.delete('/api/session')
    assert.deepEqual((await person.visit('/refresh')).response.json, { error: 'invalid_grant' })
    const readStatus = async () => (await person.visit('/')).response.status
    assert.equal(await until(readStatus, (status) => status !== 200, 'the app is notified'), 401)
  })

  test('express-openid-connect signs in, refreshes and signs out', async () => {
    const { appUrl, environment } = await addApp('Express', '/callback', { postLogoutPath: '' })
    const example = await startExample('express', environment)
    cleanups.push(() => example.stop())
    const person = openAppVisitor(product, appUrl)
    assert.deepEqual((await person.visit('/')).response.json, { signedIn: false })
    const inside = await person.visit('/private')
    assert.equal(inside.url, `${appUrl}/private`)
    const { claims } = inside.response.json as { claims: Claims }
    assert.deepEqual(
      [person.completedSteps, claims.wallet, claims.preferred_username],
      [['sign_in', 'consent'], `eip155:0:${person.account.address}`, person.account.address.toLowerCase()],
    )
    const renewed = (await person.visit('/refresh')).response.json as { renewed: boolean; claims: Claims }
    assert.deepEqual([renewed.renewed, renewed.claims.sub], [true, claims.sub])
    const signedOut = await person.visit('/logout')
    assert.deepEqual(signedOut.response.json, { signedIn: false })
    assert.equal((await person.productBrowser.get('/api/session')).status, 401)
  })

  for (const { example, library, path } of [
    { example: 'node', library: 'openid-client', path: '/login' },
    { example: 'express', library: 'express-openid-connect', path: '/private' },
  ])
    test(`${library} fails with a wrong client secret`, async () => {
      const { app, appUrl, environment } = await addApp(`Wrong ${example}`, '/callback', { postLogoutPath: '/' })
      const wrong = { ...environment, CLIENT_SECRET: `${environment.CLIENT_SECRET}x` }
      const running = await startExample(example, wrong)
      cleanups.push(() => running.stop())
      const { url, response } = await openAppVisitor(product, appUrl).visit(path)
      assert.equal(new URL(url).pathname, '/callback')
      assert.ok(response.status >= 400, response.text)
      await expectWrongSecretEvent(product, app)
    })
})
