import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forDefaultEngine } from '../support/database/engines.ts'
import { freePort } from '../support/free-port.ts'
import { type Apache, startApache } from '../support/relying-parties/apache.ts'
import { expectWrongSecretEvent } from '../support/relying-parties/party.ts'
import { openAppVisitor, type ProductWithOwner, startProductWithOwner } from '../support/server/product-with-owner.ts'
import { until } from '../support/until.ts'

forDefaultEngine('Apache with mod_auth_openidc', (engine) => {
  let product: ProductWithOwner
  let apache: Apache
  let appUrl = ''
  before(async () => {
    product = await startProductWithOwner(engine)
    ;({ apache, appUrl } = await startApp('Apache'))
  })
  after(async () => {
    await apache?.stop()
    await product.stop()
  })

  async function startApp(name: string, changeSecret = (secret: string) => secret) {
    const port = await freePort()
    const appUrl = `http://localhost:${port}`
    const { app, secret } = await product.addApp({
      name,
      kind: 'web',
      access: 'everyone',
      preset: 'apache',
      redirectUris: [`${appUrl}/redirect_uri`],
      postLogoutUris: [`${appUrl}/bye.html`],
      backchannelLogoutUri: `${appUrl}/redirect_uri?logout=backchannel`,
      scopes: ['openid', 'profile', 'wallet', 'groups', 'offline_access'],
      authMethod: 'client_secret_basic',
    })
    const apache = await startApache({
      port,
      environment: {
        ISSUER: product.issuer,
        CLIENT_ID: app.clientId,
        CLIENT_SECRET: changeSecret(secret),
        APP_URL: appUrl,
        CRYPTO_PASSPHRASE: 'ab'.repeat(32),
      },
    })
    return { app, appUrl, apache }
  }

  const headersSeen = (headers: Record<string, unknown>) => [headers['x-seen-user'], headers['x-seen-wallet']]

  test('signs people in to the requested page and passes their identity', async () => {
    const person = openAppVisitor(product, appUrl)
    const { url, response } = await person.visit('/private/')
    assert.deepEqual(
      [url, response.status, response.text],
      [`${appUrl}/private/`, 200, 'only for people'],
      apache.log(),
    )
    assert.deepEqual(person.completedSteps, ['sign_in', 'consent'])
    const [user, wallet] = headersSeen(response.headers)
    assert.equal(wallet, `eip155:0:${person.account.address}`)
    // What software keeps accounts by: an ENS name can change hands, and an address is another's on another chain.
    assert.match(String(user), /^[\w-]{43}$/)
  })

  test('refreshes its tokens', async () => {
    const person = openAppVisitor(product, appUrl)
    const before = (await person.visit('/private/')).response.headers['x-seen-token']
    const params = new URLSearchParams({ refresh: `${appUrl}/private/`, access_token: String(before) })
    const { url, response } = await person.visit(`/redirect_uri?${params}`)
    assert.deepEqual([url, response.status], [`${appUrl}/private/`, 200], apache.log())
    assert.notEqual(response.headers['x-seen-token'], before)
  })

  test('signs people out of both and redirects back', async () => {
    const person = openAppVisitor(product, appUrl)
    await person.visit('/private/')
    const params = new URLSearchParams({ logout: `${appUrl}/bye.html` })
    const { url, response } = await person.visit(`/redirect_uri?${params}`)
    assert.deepEqual([url, response.text], [`${appUrl}/bye.html`, 'bye'], apache.log())
    assert.equal((await person.productBrowser.get('/api/session')).status, 401)
    await person.visit('/private/')
    assert.deepEqual(person.completedSteps, ['sign_in', 'consent', 'sign_in'])
  })

  test('receives back-channel logout', async () => {
    const person = openAppVisitor(product, appUrl)
    await person.visit('/private/')
    assert.equal((await person.appBrowser.get('/private/')).status, 200)
    await person.productBrowser.delete('/api/session')
    const readStatus = async () => (await person.appBrowser.get('/private/')).status
    assert.equal(await until(readStatus, (status) => status !== 200, 'Apache is notified'), 401, apache.log())
  })

  test('signs nobody in with a wrong client secret', async () => {
    const wrong = await startApp('Wrong', (secret) => `${secret}x`)
    try {
      const person = openAppVisitor(product, wrong.appUrl)
      const { url, response } = await person.visit('/private/')
      assert.equal(new URL(url).pathname, '/redirect_uri')
      assert.match(response.text, /OpenID Connect Provider error/)
      assert.notEqual((await person.appBrowser.get('/private/')).status, 200)
      assert.match(wrong.apache.log(), /invalid_client/)
      await expectWrongSecretEvent(product, wrong.app)
    } finally {
      await wrong.apache.stop()
    }
  })
})
