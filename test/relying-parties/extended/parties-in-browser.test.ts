/** Relying parties without PKCE, in a real browser: cookies and redirects across two sites are the browser's. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { press, seeHeading } from '../../support/browser/test-user.ts'
import { goThrough, jsonOf, setVisits } from '../../support/browser/visit-suite.ts'
import { signOut } from '../../support/browser/words.ts'
import { forDefaultEngine } from '../../support/database/engines.ts'
import { omniauth } from '../../support/relying-parties/debian-parties.ts'
import { passportOpenidconnect } from '../../support/relying-parties/node-parties.ts'
import { addParty, type Party } from '../../support/relying-parties/party.ts'
import type { Environment } from '../../support/relying-parties/spawn-app.ts'
import { openWanderer } from '../../support/server/product-with-owner.ts'

forDefaultEngine('in Chromium, without PKCE', (engine) => {
  const visits = setVisits(engine)

  async function add(party: Party, environment: Environment = {}) {
    const added = await addParty(visits.product, party)
    const running = await party.start({ ...added.environment, ...environment })
    visits.ends.push(() => running.stop())
    return added
  }

  async function enter(party: Party) {
    const { app, appUrl } = await add(party)
    const guest = await visits.meet(appUrl)
    await guest.page.goto(`${appUrl}/login`)
    await goThrough(guest.page, app.name, `${appUrl}/`)
    const { claims } = await jsonOf(guest.page)
    assert.equal(claims.wallet, `eip155:0:${guest.account.address}`)
    return { guest, appUrl }
  }

  test('passport-openidconnect signs in and signs out of the app only', async () => {
    const { guest, appUrl } = await enter(passportOpenidconnect)
    const { page } = guest
    await page.goto(`${appUrl}/logout`)
    assert.deepEqual([page.url(), await jsonOf(page)], [`${appUrl}/bye`, { bye: true }])
    assert.equal(await visits.isOut(guest), false)
    await page.goto(`${appUrl}/login`)
    assert.equal((await jsonOf(page)).claims.wallet, `eip155:0:${guest.account.address}`, 'without a question')
  })

  test('passport-openidconnect is rejected without a nonce', async () => {
    const { appUrl } = await add({ ...passportOpenidconnect, name: 'Without nonce' }, { NONCE: 'off' })
    const { url, answer } = await openWanderer(visits.product, appUrl).visit('/login')
    assert.deepEqual([new URL(url).pathname, answer.json], ['/callback', { error: 'invalid_request' }])
  })

  test('OmniAuth signs in, and Countersign asks before signing out', async () => {
    const { guest, appUrl } = await enter(omniauth)
    const { page } = guest
    await page.goto(`${appUrl}/logout`)
    await seeHeading(page, signOut.confirmTitle)
    assert.equal(await visits.isOut(guest), false)
    await press(page, signOut.signOut)
    await seeHeading(page, signOut.doneTitle)
    assert.equal(await visits.isOut(guest), true)
    await page.goto(appUrl)
    assert.deepEqual(await jsonOf(page), { error: 'signed_out' })
  })
})
