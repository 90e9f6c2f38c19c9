import assert from 'node:assert/strict'
import { scopes } from '@countersign/contract/scope.ts'
import type { Page } from 'playwright-core'
import { shortAddress } from '../../web/src/ui/address-text.ts'
import { appProblem, interaction } from '../../web/src/words/interaction.ts'
import { giveLogo, seeLogo } from '../support/app-logo.ts'
import { type AppSite, startAppSite } from '../support/app-site.ts'
import { arriveAt, type Guest, main, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { meta, PERMITTED } from '../support/member.ts'
import { setSite } from '../support/site.ts'
import { frame, signIn, signOut } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const WALLETS = { wallets: [PERMITTED] }

/** An app of its own for a guest who may go there. */
async function meet(guest: Guest, wishes?: Parameters<typeof startAppSite>[1]): Promise<AppSite> {
  const app = await startAppSite(site, wishes)
  app.welcome(guest)
  return app
}

const seeConsent = (page: Page, app: AppSite) => seeHeading(page, `${interaction.allowTitle} ${app.name}?`)
const labels = (page: Page) => main(page).locator('dt')

play('a visitor signs in to an app, sees what it gets, and returns to it', WALLETS, async (guest) => {
  const { page, account, other } = guest
  const app = await meet(guest, { name: '<b>יומן</b> (2)' }) // from right to left, with brackets: only a name
  const logo = giveLogo(site, app)
  await app.ask(page, { login_hint: `eip155:1:${other.address}` })
  await seeHeading(page, interaction.signInTitle(app.name))
  await see(page, interaction.signInLead(app.host))
  await see(page, interaction.hint)
  await see(page, shortAddress(other.address))
  await seeLogo(page, logo)
  await inspect(page, 'signing in to an app')
  await press(page, signIn.continueWith('MetaMask'))
  await seeConsent(page, app)
  await seeLogo(page, logo)
  assert.equal(await main(page).locator('h1 bdi').textContent(), app.name)
  for (const told of [app.host, interaction.claims.name, interaction.claims.wallet]) await see(page, told)
  assert.equal(await main(page).getByText(interaction.isNew, { exact: true }).count(), 0)
  await main(page).getByText(interaction.exact).click()
  const shown = JSON.parse((await main(page).locator('pre').textContent()) ?? '')
  await press(page, interaction.allow)
  const claims = await app.claims(await app.answer(page))
  assert.equal(claims.wallet, `eip155:0:${account.address}`) // the hint decides nothing
  for (const [name, value] of Object.entries(shown)) assert.deepEqual(claims[name], value, name)
  await app.ask(page)
  const { searchParams } = new URL(page.url())
  assert.equal((await app.claims(searchParams)).sub, claims.sub) // no screen: the browser is back at once

  await page.goto('/sign-out')
  await press(page, signOut.signOut)
  await seeHeading(page, signOut.doneTitle)
  await app.ask(page)
  await see(page, interaction.signInFor(app.name, app.host)) // the heading is about the connected wallet
  await press(page, signIn.continueAs)
  assert.ok((await app.answer(page)).get('code'))
})

play(
  'an app that asks for more is asked about again, and declined when it wants a signature',
  WALLETS,
  async (guest) => {
    const { page, context } = guest
    const name = 'The Extraordinarily Long Documentation and Planning Platform'
    const app = await meet(guest, { name, scopes: [...scopes] })
    const logo = giveLogo(site, app)
    await site.enter(guest, 'member', '/wallets/help')
    const later = ['wallet_proof', 'groups']
    await app.ask(page, { scope: scopes.filter((scope) => !later.includes(scope)).join(' ') })
    await press(page, interaction.allow)
    await app.answer(page)
    await app.ask(page)
    await seeConsent(page, app)
    await see(page, interaction.asksMore)
    const { claims, isNew } = interaction
    assert.deepEqual(
      await labels(page).filter({ hasText: isNew }).allTextContents(),
      [claims.walletProof, claims.groups].map((label) => `${label} ${isNew}`),
    )
    for (const told of [claims.preferred_username, claims.wallets, claims.offline, claims.sub])
      await labels(page).filter({ hasText: told }).waitFor()
    await main(page).getByText(interaction.exact).click()
    await inspect(page, 'consent to everything, exactly as it is sent')
    await press(page, interaction.allow)
    await seeHeading(page, `${interaction.proveTitle} ${name}`)
    await seeLogo(page, logo)
    await context.setOffline(true)
    await see(page, frame.offline)
    await context.setOffline(false)
    await press(page, interaction.deny)
    assert.equal((await app.answer(page)).get('error'), 'access_denied')
    assert.deepEqual(guest.messages, [])
  },
)

play('an app gets a fresh signature, and the account that is chosen for it', WALLETS, async (guest) => {
  const { page, account, other } = guest
  const app = await meet(guest)
  const logo = giveLogo(site, app)
  await site.enter(guest, 'member', '/wallets/help')
  await app.ask(page)
  await press(page, interaction.allow)
  await app.answer(page)
  const walletTold = async () => (await app.claims(await app.answer(page))).wallet

  await app.ask(page, { prompt: 'select_account' })
  await seeHeading(page, `${interaction.continueTitle} ${app.name}`)
  await seeLogo(page, logo)
  await inspect(page, 'choosing an account')
  await press(page, interaction.continueAs(shortAddress(account.address)))
  assert.equal(await walletTold(), `eip155:0:${account.address}`)

  await app.ask(page, { prompt: 'select_account' })
  await meta(guest).switchAccounts([other.address])
  await page.getByRole('link', { name: interaction.another }).click()
  await see(page, interaction.otherWallet)
  await press(page, /^Continue/)
  await seeConsent(page, app)
  await press(page, interaction.allow)
  assert.equal(await walletTold(), `eip155:0:${other.address}`)

  site.change('UPDATE session SET created_at = created_at - 5000') // as if they had signed in earlier
  await app.ask(page, { prompt: 'login', max_age: '0', acr_values: 'urn:countersign:acr:fresh' })
  await see(page, interaction.freshSignature)
  const before = guest.messages.length
  await press(page, /^Continue/)
  assert.equal((await app.claims(await app.answer(page))).acr, 'urn:countersign:acr:fresh')
  assert.equal(guest.messages.length, before + 1) // asked once, although three parameters want it
})

play('a request that cannot be granted says why, without repeating the request', WALLETS, async (guest) => {
  const { page, account } = guest
  const closed = await meet(guest, { groupIds: ['grp_01AAAAAAAAAAAAAAAAAAAAAAAA'] })
  await site.enter(guest, 'member', '/wallets/help')
  await closed.ask(page)
  await seeHeading(page, `${closed.name} ${interaction.accessTitle}`)
  await see(page, shortAddress(account.address))
  await page.getByRole('link', { name: interaction.another }).waitFor()
  await inspect(page, 'no access to an app')
  await press(page, interaction.back)
  assert.equal((await closed.answer(page)).get('error'), 'access_denied')

  await closed.ask(page, { redirect_uri: 'https://evil.example/callback' })
  await arriveAt(page, '/app-problem?code=invalid_redirect_uri')
  await seeHeading(page, appProblem.codes.invalid_redirect_uri.title)
  assert.equal((await page.content()).includes('evil.example'), false)
  await page.goto('/app-problem?code=constructor')
  await seeHeading(page, appProblem.codes.invalid_request.title)
  await page.goto('/oidc/end-session?post_logout_redirect_uri=https://evil.example/&id_token_hint=x')
  await seeHeading(page, appProblem.codes.invalid_sign_out.title)
  await inspect(page, 'a request of an app that was not understood')
  await page.getByRole('link', { name: appProblem.signOut, exact: true }).click()
  await arriveAt(page, '/sign-out')
})
