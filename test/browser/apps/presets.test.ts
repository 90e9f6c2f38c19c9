import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import type { App } from '@countersign/contract/routes/admin/app.ts'
import { UNKNOWN_KEY } from '../../../web/src/screens/admin/apps/software/setup-values.ts'
import { interaction } from '../../../web/src/words/interaction.ts'
import { clickButton, expectHeading, type TestUser } from '../../support/browser/test-user.ts'
import { readJson, setUpVisitSuite, signInAndAllow } from '../../support/browser/visit-suite.ts'
import { forDefaultEngine } from '../../support/database/engines.ts'
import { freePort } from '../../support/free-port.ts'
import { createClientKey, jwkSetOf } from '../../support/oidc/client-key.ts'
import { startApache } from '../../support/relying-parties/apache.ts'
import { startApp } from '../../support/relying-parties/example-app.ts'
import { AUTH_JS, addByPreset, CUSTOM_CODE, startStaticPage } from '../../support/relying-parties/preset-app.ts'
import { openAppVisitor } from '../../support/server/product-with-owner.ts'
import { until } from '../../support/until.ts'

forDefaultEngine('preset settings work as copied', (engine) => {
  const visits = setUpVisitSuite(engine)

  const walletOf = ({ account }: Pick<TestUser, 'account'>) => `eip155:0:${account.address}`

  test('in Apache, including back-channel logout', async () => {
    const port = await freePort()
    const address = `http://localhost:${port}`
    const { textOf } = await addByPreset(visits.product, 'apache', { name: 'Apache', address })
    const apache = await startApache({ port, text: textOf('Virtual host') })
    visits.cleanups.push(() => apache.stop())
    const person = openAppVisitor(visits.product, address)
    const { url, response } = await person.visit('/private/?x=1')
    assert.deepEqual([url, response.text], [`${address}/private/?x=1`, 'only for people'], apache.log())
    assert.equal(response.headers['x-seen-wallet'], walletOf(person))
    assert.match(String(response.headers['x-seen-user']), /^[\w-]{20,}$/)
    assert.equal((await person.appBrowser.get('/private/')).status, 200)
    await person.productBrowser.delete('/api/session')
    const statusOf = async () => (await person.appBrowser.get('/private/')).status
    await until(statusOf, (status) => status !== 200, 'Apache ended its session')
  })

  async function startAuthJs(): Promise<{ app: App; address: string }> {
    const port = await freePort()
    const address = `http://localhost:${port}`
    const { app, textOf } = await addByPreset(visits.product, 'authjs', { name: 'Next', address })
    const settings = Object.entries(parseEnv(textOf('.env.local'))).map(([name, value]) => [name, value ?? ''])
    const environment = { ...Object.fromEntries(settings), NODE_ENV: 'production', PORT: String(port) }
    const running = await startApp('authjs', { ...AUTH_JS, 'auth.js': textOf('auth.ts') }, environment)
    visits.cleanups.push(() => running.stop())
    return { app, address }
  }

  async function startSpa(): Promise<{ app: App; address: string }> {
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    const typed = { name: 'Notes', address, redirect: `${address}/back` }
    const { app, textOf } = await addByPreset(visits.product, 'spa', typed)
    const running = await startStaticPage(port, textOf('sign-in.ts'))
    visits.cleanups.push(() => running.stop())
    return { app, address }
  }

  test('in Auth.js, and in a single-page app on another origin', async () => {
    const [next, notes] = [await startAuthJs(), await startSpa()]
    const user = await visits.openUser(next.address)
    user.allowOrigin(notes.address)
    const { page } = user
    const signInWithAuthJs = async () => {
      await page.goto(`${next.address}/api/auth/signin`)
      await page.getByRole('button', { name: 'Sign in with Acme' }).click()
    }
    await signInWithAuthJs()
    await signInAndAllow(page, next.app.name, `${next.address}/`)
    const { user: profile } = await readJson(page)
    assert.equal(profile.wallet, walletOf(user))
    assert.match(profile.id, /^[\w-]{20,}$/)
    await page.context().clearCookies({ name: /^authjs/ })
    await signInWithAuthJs()
    await page.waitForURL(`${next.address}/`)
    assert.deepEqual((await readJson(page)).user, profile)

    const readOutput = () => page.locator('output:not(:empty)').innerText()
    await page.goto(`${notes.address}/`)
    assert.equal(await readOutput(), '"nobody"')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expectHeading(page, `${interaction.allowTitle} ${notes.app.name}?`)
    await clickButton(page, interaction.allow)
    await page.waitForURL(/\/back\?/)
    const { claims, userinfo } = JSON.parse(await readOutput())
    assert.equal(claims.wallet, walletOf(user))
    assert.deepEqual([userinfo.sub, userinfo.wallet], [claims.sub, claims.wallet])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${notes.address}/`)
    assert.deepEqual([await readOutput(), await visits.isSignedOut(user)], ['"nobody"', true])
  })

  /** Without a browser: this is about the code. `kept` replaces the private key in what is copied, which only the app has. */
  async function runCustomCode(name: string, more: Parameters<typeof addByPreset>[3] = {}, kept = ''): Promise<void> {
    const port = await freePort()
    const address = `http://localhost:${port}`
    const typed = { name, address, redirect: `${address}/back` }
    const { app, textOf } = await addByPreset(visits.product, 'other', typed, more)
    const settings = parseEnv(textOf('.env').replace(UNKNOWN_KEY, kept))
    const environment = { ...settings, APP_URL: address, PORT: String(port) }
    const running = await startApp(name, { ...CUSTOM_CODE, 'sign-in.js': textOf('sign-in.js') }, environment)
    visits.cleanups.push(() => running.stop())
    const person = openAppVisitor(visits.product, address)
    const { response } = await person.visit('/login')
    assert.equal((response.json as { wallet: string }).wallet, walletOf(person), app.name)
  }

  test('in custom code with a secret', () => runCustomCode('own'))

  test('in custom code with a private key', async () => {
    const key = createClientKey('EdDSA')
    await runCustomCode(
      'signing',
      { authMethod: 'private_key_jwt', jwks: jwkSetOf(key) },
      JSON.stringify(key.privateJwk),
    )
  })
})
