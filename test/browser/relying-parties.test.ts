import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { App } from '@countersign/contract/app.ts'
import { keySet, newKey } from '../support/app-key.ts'
import { forDefaultEngine } from '../support/engines.ts'
import { startExample } from '../support/example-app.ts'
import { freePort } from '../support/free-port.ts'
import { goThrough, jsonOf, setVisits } from '../support/visits.ts'

type Claims = { sub: string; wallet: string }
type Added = { app: App; appUrl: string; environment: Record<string, string> }

forDefaultEngine('third-party relying parties in a real browser', (engine) => {
  const visits = setVisits(engine)

  async function add(name: string, callback: string, bye: string, more: object = {}): Promise<Added> {
    const port = await freePort()
    const appUrl = `http://localhost:${port}`
    const { app, secret } = await visits.product.addApp({
      name,
      kind: 'web',
      preset: 'other',
      redirectUris: [`${appUrl}${callback}`],
      postLogoutUris: [`${appUrl}${bye}`],
      scopes: ['openid', 'profile', 'wallet', 'groups', 'offline_access'],
      authMethod: 'client_secret_basic',
      ...more,
    })
    const secrets = { CLIENT_SECRET: secret, SESSION_SECRET: 'ab'.repeat(32) }
    const environment = { ISSUER: visits.product.issuer, CLIENT_ID: app.clientId, APP_URL: appUrl, PORT: String(port) }
    return { app, appUrl, environment: { ...environment, ...secrets } }
  }

  test('openid-client signs a person in, refreshes, is refused while its key is removed, and signs them out', async () => {
    const [key, other] = [newKey(), newKey()]
    const more = { authMethod: 'private_key_jwt', jwks: keySet(key, other) }
    const { app, appUrl, environment } = await add('Signed', '/callback', '/bye', more)
    const { CLIENT_SECRET: none, ...shown } = environment
    assert.equal(none, null)
    const example = await startExample('node', { ...shown, CLIENT_KEY: JSON.stringify(key.privateJwk) })
    visits.ends.push(() => example.stop())
    const guest = await visits.meet(appUrl)
    const { page, account } = guest
    await page.goto(`${appUrl}/login`)
    await goThrough(page, 'Signed', `${appUrl}/`)
    const { claims } = (await jsonOf(page)) as { claims: Claims }
    assert.equal(claims.wallet, `eip155:0:${account.address}`)
    await page.goto(`${appUrl}/refresh`)
    assert.deepEqual((await jsonOf(page)).claims, claims)
    const without = await visits.product.changeApp(app, { jwks: keySet(other) })
    await page.goto(`${appUrl}/refresh`)
    assert.deepEqual(await jsonOf(page), { error: 'invalid_client' })
    await visits.product.changeApp(without, { jwks: keySet(other, key) })
    await page.goto(`${appUrl}/refresh`)
    assert.deepEqual((await jsonOf(page)).claims, claims)
    await page.goto(`${appUrl}/logout`)
    await page.waitForURL(`${appUrl}/bye`)
    assert.equal(await visits.isOut(guest), true)
  })

  test('express-openid-connect signs a person in, refreshes and signs them out', async () => {
    const { appUrl, environment } = await add('Express', '/callback', '')
    const example = await startExample('express', environment)
    visits.ends.push(() => example.stop())
    const guest = await visits.meet(appUrl)
    const { page, account } = guest
    await page.goto(`${appUrl}/private`)
    await goThrough(page, 'Express', `${appUrl}/private`)
    assert.equal(((await jsonOf(page)) as { claims: Claims }).claims.wallet, `eip155:0:${account.address}`)
    await page.goto(`${appUrl}/refresh`)
    assert.equal((await jsonOf(page)).renewed, true)
    await page.goto(`${appUrl}/logout`)
    await page.waitForURL(`${appUrl}/`)
    assert.deepEqual([await jsonOf(page), await visits.isOut(guest)], [{ signedIn: false }, true])
  })
})
