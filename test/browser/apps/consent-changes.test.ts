import assert from 'node:assert/strict'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { Page } from 'playwright-core'
import { appProblem, interaction } from '../../../web/src/words/interaction.ts'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { PERMITTED } from '../../support/browser/account-suite.ts'
import { setUpAdminSuite } from '../../support/browser/admin-suite.ts'
import { type AppSite, startAppSite } from '../../support/browser/app-site.ts'
import {
  clickButton,
  expectHeading,
  expectText,
  main,
  type TestUser,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { frame, requestAccess } from '../../support/browser/words.ts'

const site = setUpAdminSuite()
const { testInBrowser } = site.suite

const expectConsent = (page: Page, name: string) => expectHeading(page, `${interaction.allowTitle} ${name}?`)
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

/** Clicks the button the moment it is there, as the second half of a double click would. */
const CLICK_AT_ONCE = `
  new MutationObserver((_, watcher) => {
    const allow = [...document.querySelectorAll('main button')].find((each) => each.textContent === ${JSON.stringify(interaction.allow)})
    if (!allow) return
    watcher.disconnect()
    allow.click()
    hasty = allow.getAttribute('aria-disabled')
  }).observe(document, { childList: true, subtree: true })`

/** What is clicked before a person could have read the request is not sent. */
async function clickTooEarly({ page, context }: TestUser, app: AppSite): Promise<void> {
  const allow = main(page).getByRole('button', { name: interaction.allow, exact: true, disabled: false })
  await page.addInitScript(CLICK_AT_ONCE)
  await context.route('**/api/interactions/*', (route) => route.abort(), { times: 1 })
  await app.requestAuthorization(page)
  await expectHeading(page, interaction.notReachedTitle)
  await checkAccessibility(page, 'a request that could not be loaded')
  await clickButton(page, interaction.tryAgain)
  await expectConsent(page, 'Notes')
  assert.equal(await page.evaluate('hasty'), 'true')
  await allow.waitFor()
  // A double click on a window in front of this one, which its first half closes: the second is for this page.
  await page.evaluate(`dispatchEvent(new Event('focus')); document.querySelector('.button.primary').click()`)
  await allow.waitFor()
}

testInBrowser(
  'a consent request requires a deliberate click, shows the current app, and closes once answered or expired',
  { wallets: [PERMITTED] },
  async (user) => {
    const { page, context } = user
    const app = await startAppSite(site, { name: 'Notes' })
    app.allowIn(user)
    await site.openAs(user, 'member', '/readyz')
    const countGrants = () => site.read('SELECT id FROM app_grant WHERE app_id = ?', app.id).length
    const countDecisions = () => user.calls.filter((call) => call.startsWith('POST /api/interactions/')).length
    await clickTooEarly(user, app)
    assert.equal(countDecisions(), 0)

    site.change("UPDATE app SET name = 'Ledger' WHERE id = ?", app.id)
    await clickButton(page, interaction.allow)
    await expectText(page, `Ledger ${interaction.asks}`)
    assert.equal(countGrants(), 0)
    await context.setOffline(true)
    await expectText(page, frame.offline)
    await clickButton(page, interaction.allow)
    await page.locator('.notice.bad').waitFor()
    await context.setOffline(false)
    const failed = countDecisions()
    await clickButton(page, interaction.allow)
    assert.ok((await app.readCallback(page)).get('code'))
    assert.deepEqual([countGrants(), countDecisions()], [1, failed + 1])
    await page.goBack()
    await expectHeading(page, interaction.expiredTitle)

    await app.requestAuthorization(page, { prompt: 'consent' })
    await expectConsent(page, 'Ledger')
    const id = idOf(page)
    site.change("UPDATE oidc_item SET expires_at = 1 WHERE model = 'Interaction'")
    await clickButton(page, interaction.allow)
    await expectHeading(page, interaction.expiredTitle)
    await checkPart(page, 'a request that expired')
    await page.goto(`/sign-in?interaction=${id}`)
    await expectHeading(page, interaction.expiredTitle)
    await page.getByRole('link', { name: interaction.toAccount }).click()
    await waitForPath(page, '/home')
    await expectRefusals(user)
  },
)

/** Requests that cannot be granted say why, without repeating the request. */
async function expectRefusals(user: TestUser): Promise<void> {
  const { page, account } = user
  const closed = await startAppSite(site, { groupIds: ['grp_01AAAAAAAAAAAAAAAAAAAAAAAA'] })
  closed.allowIn(user)
  await closed.requestAuthorization(page)
  await expectHeading(page, `${requestAccess.deniedTitle} ${closed.name}`)
  await expectText(page, shortAddress(account.address))
  await page.getByRole('link', { name: interaction.another }).waitFor()
  await checkAccessibility(page, 'no access to an app')
  await clickButton(page, interaction.back)
  assert.equal((await closed.readCallback(page)).get('error'), 'access_denied')

  await closed.requestAuthorization(page, { redirect_uri: 'https://evil.example/callback' })
  await waitForPath(page, `/app-problem?code=invalid_redirect_uri&app=${closed.id}`)
  await expectHeading(page, appProblem.codes.invalid_redirect_uri.title)
  assert.equal((await page.content()).includes('evil.example'), false)
  // As the back button would lead there, without another load.
  await page.evaluate(`
    history.pushState(null, '', '/app-problem?code=constructor')
    dispatchEvent(new PopStateEvent('popstate'))`)
  await expectHeading(page, appProblem.codes.invalid_request.title)
  await page.goto('/oidc/end-session?post_logout_redirect_uri=https://evil.example/&id_token_hint=x')
  await expectHeading(page, appProblem.codes.invalid_sign_out.title)
  await checkPart(page, 'a request of an app that was not understood')
  await page.getByRole('link', { name: appProblem.signOut, exact: true }).click()
  await waitForPath(page, '/sign-out')
}
