import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { shortAddress } from '../../web/src/ui/address-text.ts'
import { interaction } from '../../web/src/words/interaction.ts'
import { type AppSite, startAppSite } from '../support/app-site.ts'
import { arriveAt, type Guest, main, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { meta, PERMITTED } from '../support/member.ts'
import { setSite } from '../support/site.ts'
import { frame, signOut } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const WALLETS = { wallets: [PERMITTED] }

/** An app for a guest who is signed in. */
async function enter(guest: Guest, name: string): Promise<AppSite> {
  const app = await startAppSite(site, { name })
  app.welcome(guest)
  await site.enter(guest, 'member', '/wallets/help')
  return app
}

const seeConsent = (page: Page, name: string) => seeHeading(page, `${interaction.allowTitle} ${name}?`)
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

play(
  'an app that changed is read again before it is allowed, and an answered request is over',
  WALLETS,
  async (guest) => {
    const { page } = guest
    const app = await enter(guest, 'Notes')
    const grants = () => site.read('SELECT id FROM app_grant WHERE app_id = ?', app.id).length
    await app.ask(page)
    await see(page, `Notes ${interaction.asks}`)
    site.change("UPDATE app SET name = 'Ledger' WHERE id = ?", app.id)
    await press(page, interaction.allow)
    await see(page, `Ledger ${interaction.asks}`)
    assert.equal(grants(), 0)
    await press(page, interaction.allow)
    assert.ok((await app.answer(page)).get('code'))
    assert.equal(grants(), 1)
    await page.goBack()
    await seeHeading(page, interaction.overTitle)

    await app.ask(page, { prompt: 'consent' })
    await seeConsent(page, 'Ledger')
    const id = idOf(page)
    site.change("UPDATE oidc_item SET expires_at = 1 WHERE model = 'Interaction'")
    await press(page, interaction.allow)
    await seeHeading(page, interaction.overTitle)
    await inspect(page, 'a request that expired')
    await page.goto(`/sign-in?interaction=${id}`)
    await seeHeading(page, interaction.overTitle)
    await page.getByRole('link', { name: interaction.toAccount }).click()
    await arriveAt(page, '/home')
  },
)

play('consent follows the person who is signed in, in this tab and in another', WALLETS, async (guest) => {
  const { page, context, account, other } = guest
  const app = await enter(guest, 'Notes 2')
  await app.ask(page)
  await seeConsent(page, app.name)
  await meta(guest).switchAccounts([other.address])
  await page.getByRole('link', { name: interaction.another }).click()
  await press(page, /^Continue/)
  await seeConsent(page, app.name)
  await see(page, shortAddress(other.address))

  const second = await context.newPage()
  await second.goto('/sign-in?switch=1')
  await press(second, /^Continue/)
  await arriveAt(second, '/home')
  await see(page, shortAddress(account.address))
  await seeConsent(page, app.name)
  await second.goto('/sign-out')
  await press(second, signOut.signOut)
  // Whether the wallet is connected by then decides which of the two the sign-in page says.
  const toApp = page.getByRole('heading', { level: 1, name: interaction.signInTitle(app.name), exact: true })
  await toApp
    .or(main(page).getByText(interaction.signInFor(app.name, app.host)))
    .first()
    .waitFor()
  await second.close()
})

/** Clicks the button the moment it is there, as the second half of a double click would. */
const HASTE = `
  new MutationObserver((_, watcher) => {
    const allow = [...document.querySelectorAll('main button')].find((each) => each.textContent === ${JSON.stringify(interaction.allow)})
    if (!allow) return
    watcher.disconnect()
    allow.click()
    hasty = allow.getAttribute('aria-disabled')
  }).observe(document, { childList: true, subtree: true })`

play('consent is sent by a deliberate click, once the server can be reached', WALLETS, async (guest) => {
  const { page, context } = guest
  const app = await enter(guest, 'Notes 3')
  const answers = () => guest.calls.filter((call) => call.startsWith('POST /api/interactions/')).length
  const allow = main(page).getByRole('button', { name: interaction.allow, exact: true, disabled: false })
  await page.addInitScript(HASTE)
  await context.route('**/api/interactions/*', (route) => route.abort(), { times: 1 })
  await app.ask(page)
  await seeHeading(page, interaction.notReachedTitle)
  await inspect(page, 'a request that could not be loaded')
  await press(page, interaction.tryAgain)
  await seeConsent(page, app.name)
  assert.equal(await page.evaluate('hasty'), 'true')
  await allow.waitFor()
  // A double click on a window in front of this one, which its first half closes: the second is for this page.
  await page.evaluate(`dispatchEvent(new Event('focus')); document.querySelector('.button.primary').click()`)
  await allow.waitFor()
  assert.equal(answers(), 0)

  await context.setOffline(true)
  await see(page, frame.offline)
  await press(page, interaction.allow)
  await page.locator('.notice.bad').waitFor()
  await context.setOffline(false)
  const failed = answers()
  await press(page, interaction.allow)
  assert.ok((await app.answer(page)).get('code'))
  assert.equal(answers(), failed + 1)
})
