import assert from 'node:assert/strict'
import { scopes } from '@countersign/contract/scope.ts'
import type { Page } from 'playwright-core'
import { shortAddress } from '../../web/src/ui/address-text.ts'
import { interaction } from '../../web/src/words/interaction.ts'
import { type AppSite, startAppSite } from '../support/app-site.ts'
import { arriveAt, type Guest, main, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { meta, PERMITTED } from '../support/member.ts'
import { setSite } from '../support/site.ts'
import { frame, signIn, signOut } from '../support/words.ts'

const site = setSite({ DEMO_WALLET: 'off' })
const { play } = site.stage
const WALLETS = { wallets: [PERMITTED] }

/** An app of its own for a guest who may go there. */
async function meet(guest: Guest, wishes?: Parameters<typeof startAppSite>[1]): Promise<AppSite> {
  const app = await startAppSite(site, wishes)
  await app.welcome(guest)
  return app
}

const sign = (page: Page) => press(page, signIn.continueWith('MetaMask'))
const seeConsent = (page: Page, app: AppSite) => seeHeading(page, `${interaction.allowTitle} ${app.name}?`)
const seeChoice = (page: Page, app: AppSite) => seeHeading(page, `${interaction.continueTitle} ${app.name}`)
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

/** Signed in and known to the app. */
async function connect(guest: Guest, app: AppSite): Promise<void> {
  await site.enter(guest, 'member', '/wallets/help')
  await app.ask(guest.page)
  await press(guest.page, interaction.allow)
  await app.answer(guest.page)
}

/** As if they had signed in earlier. */
const ageSession = () => site.change('UPDATE session SET created_at = created_at - 5000')

play('a visitor signs in for an app, sees what it gets, and comes back to it', WALLETS, async (guest) => {
  const { page, account } = guest
  const app = await meet(guest)
  await app.ask(page)
  await seeHeading(page, interaction.signInTitle(app.name))
  await see(page, interaction.signInLead(app.host))
  await inspect(page, 'signing in to an app')
  await sign(page)
  await seeConsent(page, app)
  for (const told of [app.host, interaction.claims.name, interaction.claims.wallet]) await see(page, told)
  assert.equal(await main(page).getByText(interaction.isNew, { exact: true }).count(), 0)
  await inspect(page, 'consent')
  await main(page).getByText(interaction.exact).click()
  await inspect(page, 'consent, exactly as it is sent')
  const shown = JSON.parse((await main(page).locator('pre').textContent()) ?? '')
  await press(page, interaction.allow)
  const answer = await app.answer(page)
  const claims = await app.claims(answer)
  assert.equal(claims.wallet, `eip155:0:${account.address}`)
  for (const [name, value] of Object.entries(shown)) assert.deepEqual(claims[name], value, name)
  await app.ask(page)
  const { searchParams } = new URL(page.url())
  assert.equal((await app.claims(searchParams)).sub, claims.sub) // no screen: the browser is back at once
})

play('names the app also to somebody whose wallet is still connected', WALLETS, async (guest) => {
  const { page } = guest
  const app = await meet(guest)
  await app.ask(page)
  await sign(page)
  await press(page, interaction.allow)
  await app.answer(page)
  await page.goto('/sign-out')
  await press(page, signOut.signOut)
  await seeHeading(page, signOut.doneTitle)
  await app.ask(page)
  await main(page).getByRole('button', { name: signIn.continueAs, exact: true }).waitFor()
  await see(page, interaction.signInFor(app.name, app.host))
  await inspect(page, 'signing in to an app with a connected wallet')
  await press(page, signIn.continueAs)
  assert.ok((await app.answer(page)).get('code'))
})

play('saying no leads back to the app, and nothing was told', WALLETS, async (guest) => {
  const { page } = guest
  const app = await meet(guest)
  await site.enter(guest, 'member', '/wallets/help')
  await app.ask(page)
  await press(page, interaction.deny)
  assert.equal((await app.answer(page)).get('error'), 'access_denied')
  assert.deepEqual(site.read('SELECT id FROM app_grant WHERE app_id = ?', app.id), [])
})

play('an app never seen gets nothing without a screen', WALLETS, async (guest) => {
  const { page } = guest
  const app = await meet(guest)
  await app.ask(page, { prompt: 'none' })
  assert.equal((await app.answer(page)).get('error'), 'login_required')
  await site.enter(guest, 'member', '/wallets/help')
  await app.ask(page, { prompt: 'none' })
  assert.equal((await app.answer(page)).get('error'), 'consent_required')
  assert.equal(guest.calls.filter((call) => call.includes('/api/interactions/')).length, 0)
})

play('asks once more for what an app wants besides, and marks it', WALLETS, async (guest) => {
  const { page } = guest
  const app = await meet(guest, { scopes: ['openid', 'profile', 'wallet', 'groups'] })
  await site.enter(guest, 'member', '/wallets/help')
  await app.ask(page, { scope: 'openid wallet' })
  await press(page, interaction.allow)
  await app.answer(page)
  await app.ask(page, { scope: 'openid wallet groups' })
  await see(page, interaction.asksMore)
  const marked = main(page).locator('dt').filter({ hasText: interaction.isNew })
  assert.deepEqual(await marked.allTextContents(), [`${interaction.claims.groups} ${interaction.isNew}`])
  await inspect(page, 'consent to more')
  await press(page, interaction.allow)
  assert.ok((await app.answer(page)).get('code'))
})

play('prompt=consent asks every time, and once each time', WALLETS, async (guest) => {
  const { page } = guest
  const app = await meet(guest)
  await connect(guest, app)
  await app.ask(page, { prompt: 'consent' })
  await seeConsent(page, app)
  await press(page, interaction.allow)
  assert.ok((await app.answer(page)).get('code'))
})

play('prompt=login wants a fresh signature from somebody who is signed in', WALLETS, async (guest) => {
  const { page } = guest
  const app = await meet(guest)
  await connect(guest, app)
  ageSession()
  await app.ask(page, { prompt: 'login' })
  await seeHeading(page, interaction.signInTitle(app.name))
  await see(page, interaction.freshSignature)
  await inspect(page, 'signing again for an app')
  const before = Math.floor(Date.now() / 1000)
  await sign(page)
  const { auth_time } = await app.claims(await app.answer(page))
  assert.equal(guest.messages.length, 1)
  assert.ok(Number(auth_time) >= before, `signed in at ${auth_time}, asked at ${before}`)
})

play('an account the app asks for is named, and decides nothing', WALLETS, async (guest) => {
  const { page, account, other } = guest
  const app = await meet(guest)
  await app.ask(page, { login_hint: `eip155:1:${other.address}` })
  await main(page).getByText(shortAddress(other.address)).waitFor()
  await see(page, interaction.hint)
  await inspect(page, 'signing in with a hint')
  await sign(page)
  await press(page, interaction.allow)
  assert.equal((await app.claims(await app.answer(page))).wallet, `eip155:0:${account.address}`)
})

play('prompt=login with max_age and a fresh context ask once, not twice', WALLETS, async (guest) => {
  const { page } = guest
  const app = await meet(guest)
  await connect(guest, app)
  ageSession()
  await app.ask(page, { prompt: 'login', max_age: '0', acr_values: 'urn:countersign:acr:fresh' })
  await see(page, interaction.freshSignature)
  await sign(page)
  const claims = await app.claims(await app.answer(page))
  assert.equal(claims.acr, 'urn:countersign:acr:fresh')
})

play('prompt=select_account goes on as one is, or as somebody else', WALLETS, async (guest) => {
  const { page, account, other } = guest
  const app = await meet(guest)
  await connect(guest, app)
  await app.ask(page, { prompt: 'select_account' })
  await seeChoice(page, app)
  await inspect(page, 'choosing an account')
  await press(page, interaction.continueAs(shortAddress(account.address)))
  assert.equal((await app.claims(await app.answer(page))).wallet, `eip155:0:${account.address}`)

  await app.ask(page, { prompt: 'select_account' })
  await meta(guest).switchAccounts([other.address])
  await page.getByRole('link', { name: interaction.another }).click()
  await see(page, interaction.otherWallet)
  await inspect(page, 'choosing another wallet for an app')
  await press(page, /^Continue/)
  await seeConsent(page, app)
  await press(page, interaction.allow)
  assert.equal((await app.claims(await app.answer(page))).wallet, `eip155:0:${other.address}`)
})

play('another wallet can be chosen while consent is asked for', WALLETS, async (guest) => {
  const { page, other } = guest
  const app = await meet(guest)
  await site.enter(guest, 'member', '/wallets/help')
  await app.ask(page)
  await seeConsent(page, app)
  await meta(guest).switchAccounts([other.address])
  await page.getByRole('link', { name: interaction.another }).click()
  await press(page, /^Continue/)
  await seeConsent(page, app)
  await see(page, shortAddress(other.address))
  await press(page, interaction.allow)
  assert.equal((await app.claims(await app.answer(page))).wallet, `eip155:0:${other.address}`)
})

play('what is asked follows whoever is signed in in this browser', WALLETS, async (guest) => {
  const { page, context, other } = guest
  const app = await meet(guest)
  await site.enter(guest, 'member', '/wallets/help')
  await app.ask(page)
  await seeConsent(page, app)
  const second = await context.newPage()
  await second.goto('/sign-in?switch=1')
  await meta(guest, second).switchAccounts([other.address])
  await press(second, /^Continue/)
  await arriveAt(second, '/home')
  await see(page, shortAddress(other.address))
  await seeConsent(page, app)
  await second.goto('/sign-out')
  await press(second, signOut.signOut)
  await seeHeading(page, interaction.signInTitle(app.name))
  await second.close()
})

play('whoever may not enter is told so, and goes back', WALLETS, async (guest) => {
  const { page, account } = guest
  const app = await meet(guest, { groupIds: ['grp_01AAAAAAAAAAAAAAAAAAAAAAAA'] })
  await site.enter(guest, 'member', '/wallets/help')
  await app.ask(page)
  await seeHeading(page, `${app.name} ${interaction.accessTitle}`)
  await see(page, shortAddress(account.address))
  await page.getByRole('link', { name: interaction.another }).waitFor()
  await inspect(page, 'not let in')
  await press(page, interaction.back)
  assert.equal((await app.answer(page)).get('error'), 'access_denied')
})

play('a request that ran out says so, before and after the click', WALLETS, async (guest) => {
  const { page } = guest
  const app = await meet(guest)
  await site.enter(guest, 'member', '/wallets/help')
  await app.ask(page)
  await seeConsent(page, app)
  site.change("UPDATE oidc_item SET expires_at = 1 WHERE model = 'Interaction'")
  await press(page, interaction.allow)
  await seeHeading(page, interaction.overTitle)
  await page.reload()
  await seeHeading(page, interaction.overTitle)
  await inspect(page, 'a request that ran out')
  await page.getByRole('link', { name: interaction.toAccount }).click()
  await arriveAt(page, '/home')
})

play('the address of a request is nothing in another browser', WALLETS, async (guest) => {
  const { page } = guest
  const app = await meet(guest)
  await site.enter(guest, 'member', '/wallets/help')
  await app.ask(page)
  await seeConsent(page, app)
  const stranger = await site.stage.guest(WALLETS)
  try {
    for (const path of [`/consent/${idOf(page)}`, `/sign-in?interaction=${idOf(page)}`]) {
      await stranger.page.goto(path)
      await seeHeading(stranger.page, interaction.overTitle)
    }
    assert.deepEqual(stranger.complaints, [])
  } finally {
    await stranger.leave()
  }
  await press(page, interaction.allow)
  assert.ok((await app.answer(page)).get('code'))
})

play('back from the app, what was answered is not asked again', WALLETS, async (guest) => {
  const { page } = guest
  const app = await meet(guest)
  await site.enter(guest, 'member', '/wallets/help')
  await app.ask(page)
  await press(page, interaction.allow)
  await app.answer(page)
  await page.goBack()
  await seeHeading(page, interaction.overTitle)
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

play('takes no click in its first moment, and works by keyboard', WALLETS, async (guest) => {
  const { page } = guest
  const app = await meet(guest)
  await site.enter(guest, 'member', '/wallets/help')
  await page.addInitScript(HASTE)
  await app.ask(page)
  await seeConsent(page, app)
  assert.equal(await page.evaluate('hasty'), 'true')
  const allow = main(page).getByRole('button', { name: interaction.allow, exact: true, disabled: false })
  await allow.waitFor()
  assert.equal(guest.calls.filter((call) => call.startsWith('POST /api/interactions/')).length, 0)
  await page.locator('h1:focus').waitFor()
  for (let presses = 0; presses < 8 && !(await allow.evaluate((each) => each.matches(':focus'))); presses++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  assert.ok((await app.answer(page)).get('code'))
  assert.equal(guest.calls.filter((call) => call.startsWith('POST /api/interactions/')).length, 1)
})

play('takes no click in the moment it comes to the front', WALLETS, async (guest) => {
  const { page } = guest
  const app = await meet(guest)
  await site.enter(guest, 'member', '/wallets/help')
  await app.ask(page)
  await seeConsent(page, app)
  const allow = main(page).getByRole('button', { name: interaction.allow, exact: true, disabled: false })
  await allow.waitFor()
  // A double click on a window in front of this one, which its first half closes: the second is for this page.
  await page.evaluate(`dispatchEvent(new Event('focus')); document.querySelector('.button.primary').click()`)
  await allow.waitFor()
  assert.equal(guest.calls.filter((call) => call.startsWith('POST /api/interactions/')).length, 0)
  await press(page, interaction.allow)
  assert.ok((await app.answer(page)).get('code'))
})

play('says when the server cannot be reached, and can try again', WALLETS, async (guest) => {
  const { page, context } = guest
  const app = await meet(guest)
  await site.enter(guest, 'member', '/wallets/help')
  await context.route('**/api/interactions/*', (route) => route.abort(), { times: 1 })
  await app.ask(page)
  await seeHeading(page, interaction.notReachedTitle)
  await inspect(page, 'a request that could not be looked at')
  await press(page, interaction.tryAgain)
  await seeConsent(page, app)
  await context.setOffline(true)
  await see(page, frame.offline)
  await press(page, interaction.allow)
  await page.locator('.notice.bad').waitFor()
  await inspect(page, 'an answer that could not be sent')
  await context.setOffline(false)
  await press(page, interaction.allow)
  assert.ok((await app.answer(page)).get('code'))
})

play('a long name that asks for everything is read and answered at every width', WALLETS, async (guest) => {
  const { page } = guest
  const name = 'The Extraordinarily Long Documentation and Planning Platform'
  const app = await meet(guest, { name, scopes: [...scopes] })
  await site.enter(guest, 'member', '/wallets/help')
  await app.ask(page)
  await seeConsent(page, app)
  const { claims } = interaction
  for (const told of [
    claims.preferred_username,
    claims.wallets,
    claims.walletProof,
    claims.groups,
    claims.offline,
    claims.sub,
  ])
    await main(page).locator('dt').filter({ hasText: told }).waitFor()
  await inspect(page, 'consent to everything')
  await press(page, interaction.allow)
  await seeHeading(page, `${interaction.proveTitle} ${name}`)
  await inspect(page, 'signing for an app with a long name')
  await press(page, interaction.deny)
  assert.equal((await app.answer(page)).get('error'), 'access_denied')
})

play('a name from right to left, with marks and brackets, is only a name', WALLETS, async (guest) => {
  const { page } = guest
  const app = await meet(guest, { name: '<b>יומן</b> (2)' })
  await app.ask(page)
  await seeHeading(page, interaction.signInTitle(app.name))
  await sign(page)
  await seeConsent(page, app)
  assert.equal(await main(page).locator('h1 bdi').textContent(), app.name)
  await press(page, interaction.allow)
  await app.answer(page)
})
