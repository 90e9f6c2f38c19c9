/** Relying parties without PKCE, in a real browser: cookies and redirects across two sites are the browser's. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clickButton, expectHeading } from '../../support/browser/test-user.ts'
import { readJson, setUpVisitSuite, signInAndAllow } from '../../support/browser/visit-suite.ts'
import { signOut } from '../../support/browser/words.ts'
import { forDefaultEngine } from '../../support/database/engines.ts'
import { omniauth } from '../../support/relying-parties/debian-parties.ts'
import { passportOpenidconnect } from '../../support/relying-parties/node-parties.ts'
import { addParty, type Party } from '../../support/relying-parties/party.ts'
import type { Environment } from '../../support/relying-parties/spawn-app.ts'
import { openAppVisitor } from '../../support/server/product-with-owner.ts'

forDefaultEngine('in Chromium, without PKCE', (engine) => {
  const visits = setUpVisitSuite(engine)

  async function startParty(party: Party, environment: Environment = {}) {
    const added = await addParty(visits.product, party)
    const running = await party.start({ ...added.environment, ...environment })
    visits.cleanups.push(() => running.stop())
    return added
  }

  async function signInToParty(party: Party) {
    const { app, appUrl } = await startParty(party)
    const user = await visits.openUser(appUrl)
    await user.page.goto(`${appUrl}/login`)
    await signInAndAllow(user.page, app.name, `${appUrl}/`)
    const { claims } = await readJson(user.page)
    assert.equal(claims.wallet, `eip155:0:${user.account.address}`)
    return { user, appUrl }
  }

  test('passport-openidconnect signs in and signs out of the app only', async () => {
    const { user, appUrl } = await signInToParty(passportOpenidconnect)
    const { page } = user
    await page.goto(`${appUrl}/logout`)
    assert.deepEqual([page.url(), await readJson(page)], [`${appUrl}/bye`, { bye: true }])
    assert.equal(await visits.isSignedOut(user), false)
    await page.goto(`${appUrl}/login`)
    assert.equal((await readJson(page)).claims.wallet, `eip155:0:${user.account.address}`, 'without a question')
  })

  test('passport-openidconnect is rejected without a nonce', async () => {
    const { appUrl } = await startParty({ ...passportOpenidconnect, name: 'Without nonce' }, { NONCE: 'off' })
    const { url, response } = await openAppVisitor(visits.product, appUrl).visit('/login')
    assert.deepEqual([new URL(url).pathname, response.json], ['/callback', { error: 'invalid_request' }])
  })

  test('OmniAuth signs in, and Countersign asks before signing out', async () => {
    const { user, appUrl } = await signInToParty(omniauth)
    const { page } = user
    await page.goto(`${appUrl}/logout`)
    await expectHeading(page, signOut.confirmTitle)
    assert.equal(await visits.isSignedOut(user), false)
    await clickButton(page, signOut.signOut)
    await expectHeading(page, signOut.doneTitle)
    assert.equal(await visits.isSignedOut(user), true)
    await page.goto(appUrl)
    assert.deepEqual(await readJson(page), { error: 'signed_out' })
  })
})
