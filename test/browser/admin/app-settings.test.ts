import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { confirmByKeyboard, expectFocus } from '../../support/browser/accessibility/keyboard.ts'
import { expectLargeTouchTargets } from '../../support/browser/accessibility/touch-targets.ts'
import { setUpAdminSuite } from '../../support/browser/admin-suite.ts'
import { expectLogo, expectNoLogo } from '../../support/browser/app-logo.ts'
import { addAppWithSecret, countSecrets, readAppRow } from '../../support/browser/app-rows.ts'
import { startAppSite } from '../../support/browser/app-site.ts'
import { confirmStepUp, dialog } from '../../support/browser/dialog.ts'
import { abortNextRequest } from '../../support/browser/next-request.ts'
import {
  clickButton,
  expectHeading,
  expectText,
  expectValue,
  METAMASK,
  main,
  type TestUser,
} from '../../support/browser/test-user.ts'
import { account, admin, app, apps, site as places } from '../../support/browser/words.ts'
import { blackPng } from '../../support/images.ts'
import { assertionClaims, assertionForm, createClientKey, jwkSetOf } from '../../support/oidc/client-key.ts'
import { until } from '../../support/until.ts'

const { logo } = places
const { leaving } = account.form
const site = setUpAdminSuite()
const { testInBrowser } = site.suite
const UNREACHED = wordsForProblem('server/unreachable', '').body
const own = createClientKey('ES256', '2026-11')
const next = createClientKey('RS256', '2027-11')

const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true })
const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })
const openPart = (page: Page, name: string) =>
  main(page).getByRole('navigation', { name: app.partsLabel }).getByRole('link', { name, exact: true }).click()
const chooseLogo = (page: Page, width: number) =>
  page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: blackPng(width, width / 2) })
const waitUntilSaved = (page: Page) => main(page).getByText(account.form.unsaved).waitFor({ state: 'detached' })

testInBrowser(
  'an admin changes the settings, logo and keys of an app, and an auditor can read them',
  { wallets: [METAMASK] },
  async (user) => {
    const { page } = user
    const id = await addAppWithSecret(site, 'Wiki')
    await startAppSite(site, { name: 'Taken' })
    await site.openAs(user, 'admin', `/admin/apps/${id}/settings`)
    await confirmLeaving(page)
    await changeLogo(user, id)
    await refuseSettings(user)
    await saveAfterOthers(page, id)
    await openPart(page, app.parts.people) // nothing is left to be saved
    await page.waitForURL(/\/people$/)
    await openPart(page, app.parts.settings)
    await changeToKeys(user, id)
    await replaceKey(page, id)
    await changeToSecret(page, id)

    site.change("UPDATE app SET auth_method = 'private_key_jwt', jwks = ? WHERE id = ?", jwkSetOf(own), id)
    await site.openAs(user, 'auditor', `/admin/apps/${id}/settings`)
    assert.equal(await field(page, app.jwks).getAttribute('readonly'), '')
    await expectText(page, app.logoNone)
    assert.equal(await page.locator('input[type="file"]').count(), 0)
    assert.deepEqual(await main(page).getByRole('button').allTextContents(), [])
    await openPart(page, app.parts.setup)
    await keyRow(page, '2026-11').waitFor()
    assert.equal(await link(page, app.changeKeys).count(), 0)
  },
)

async function confirmLeaving(page: Page): Promise<void> {
  const confirmation = dialog(page, leaving.title)
  await field(page, apps.name).fill('Meridian')
  await openPart(page, app.parts.people)
  await confirmation.waitFor()
  await checkPart(page, 'leaving without saving')
  await button(confirmation, leaving.stay).click()
  await confirmation.waitFor({ state: 'hidden' })
  assert.match(page.url(), /\/settings$/)
  assert.equal(await field(page, apps.name).inputValue(), 'Meridian')
  await page.getByRole('navigation').locator('[href="/admin/groups"]').click()
  await button(confirmation, leaving.leave).click()
  await expectHeading(page, 'Groups')
  await page.goBack()
  await expectValue(field(page, apps.name), 'Wiki')
}

/** A lost call, a name that is taken and a mistake in a closed section: what was typed stays, beside the reason. */
async function refuseSettings(user: TestUser): Promise<void> {
  const { page } = user
  const name = field(page, apps.name)
  await name.fill('Taken')
  await abortNextRequest(user, '**/api/admin/apps/*', 'PATCH')
  await clickButton(page, account.form.save)
  const reason = main(page).getByRole('alert').getByText(UNREACHED)
  await reason.waitFor()
  const height = page.viewportSize()?.height ?? 0
  await until(
    async () => (await reason.boundingBox())?.y ?? -1,
    (y) => y > 0 && y < height,
    'it is in sight of the button that was pressed',
  )
  await clickButton(page, account.form.save)
  const taken = main(page).getByText(wordsForProblem('app_name_taken', '').title)
  await taken.waitFor()
  await expectFocus(name)
  await name.fill('Free')
  await taken.waitFor({ state: 'hidden' })

  // A refused field in a section that is closed: the section opens, and the field has the focus.
  const advanced = main(page).locator('summary').filter({ hasText: app.advanced })
  await advanced.click()
  const uris = field(page, app.postLogoutUris)
  await uris.fill('nowhere')
  await advanced.click()
  await uris.waitFor({ state: 'hidden' })
  await clickButton(page, account.form.save)
  await uris.waitFor()
  await expectText(page, app.lineError(1, apps.uriProblems.not_a_url))
  await expectFocus(uris)
  await expectLargeTouchTargets(page, 'the settings of an app')
  await uris.fill('')
  await clickButton(page, account.form.save)
  await expectHeading(page, 'Free')
  await waitUntilSaved(page)
}

async function saveAfterOthers(page: Page, id: string): Promise<void> {
  const before = JSON.parse(String(readAppRow(site, id).redirect_uris)).join()
  await field(page, app.redirectUris).fill('https://wiki.example/back\nhttps://wiki.example/again')
  site.change("UPDATE app SET launch_url = 'https://wiki.example/start', version = version + 1 WHERE id = ?", id)
  await clickButton(page, account.form.save)
  await expectText(page, account.form.changed)
  await expectText(page, `${app.fields.redirectUris}: ${before}`)
  await expectValue(field(page, app.launchUrl), 'https://wiki.example/start') // what is there now has been read
  await clickButton(page, account.form.save)
  await page.getByText(app.saved).first().waitFor()
  await waitUntilSaved(page)
  assert.equal(readAppRow(site, id).redirect_uris, '["https://wiki.example/back","https://wiki.example/again"]')
}

/** It is resized, and saved neither with what is typed beside it nor over a change by somebody else. */
async function changeLogo({ page, calls }: TestUser, id: string): Promise<void> {
  const countUploads = () => calls.filter((call) => call === `PUT /api/admin/apps/${id}/logo`).length
  const address = field(page, app.launchUrl)
  await address.fill('https://typed.example/')
  await chooseLogo(page, 2050)
  await expectText(page, logo.tooWide(2048))
  assert.equal(countUploads(), 0)
  await chooseLogo(page, 512)
  await confirmStepUp(page)
  const src = (await page.getByAltText(app.logoAlt).getAttribute('src')) ?? ''
  assert.match(src, /^\/logo\/[0-9A-Z]{26}$/)
  await expectLogo(page, src, ['', app.logoAlt])
  assert.equal(await main(page).getByText(logo.tooWide(2048)).count(), 0)

  site.change("UPDATE app SET consent = 'always', version = version + 1 WHERE id = ?", id)
  await chooseLogo(page, 512)
  await expectText(page, account.form.changed)
  assert.equal(`/logo/${readAppRow(site, id).logo_asset_id}`, src)
  await expectValue(field(page, app.consent), 'always')
  await chooseLogo(page, 512)
  const second = page.locator(`img[alt="${app.logoAlt}"]:not([src="${src}"])`)
  await second.waitFor()
  assert.equal(await address.inputValue(), 'https://typed.example/')
  await clickButton(page, account.form.save)
  await waitUntilSaved(page)
  assert.equal(readAppRow(site, id).launch_url, 'https://typed.example/')

  const shown = (await second.getAttribute('src')) ?? ''
  await link(page, app.crumb).click()
  await expectText(page, 'Taken') // an app without a logo
  await expectLogo(page, shown)
  await page.goBack()
  await clickButton(page, logo.remove)
  await expectText(page, app.logoNone)
  await expectNoLogo(page)
  assert.equal(readAppRow(site, id).logo_asset_id, null)
}

const keyRows = (page: Page) => main(page).getByRole('table', { name: app.keys }).locator('tbody tr')
const keyRow = (page: Page, kid: string) => keyRows(page).filter({ hasText: kid })

/** A private key that was pasted by mistake is not sent. */
async function changeToKeys({ page, context }: TestUser, id: string): Promise<void> {
  const sent: string[] = []
  await context.route('**/api/**', (route) => {
    sent.push(route.request().postData() ?? '')
    return route.fallback()
  })
  await refuseKeys(page, id)
  await changeToKeysByKeyboard(page, id)
  assert.ok(sent.some((body) => body.includes('private_key_jwt')))
  assert.ok(!sent.join().includes(String(own.privateJwk.d)))
  await openPart(page, app.parts.setup)
  await keyRow(page, '2026-11').filter({ hasText: 'ES256' }).waitFor()
  assert.equal(await main(page).getByRole('table', { name: app.secrets }).count(), 0)
  await main(page).getByText('client.PrivateKeyJwt').waitFor()
}

async function refuseKeys(page: Page, id: string): Promise<void> {
  await field(page, app.authMethod).selectOption({ label: app.authMethods.private_key_jwt })
  await clickButton(page, account.form.save)
  await expectText(page, app.keyProblems.needs_keys)
  await field(page, app.jwks).fill(JSON.stringify(own.privateJwk))
  await main(page).locator('summary').filter({ hasText: app.advanced }).click()
  await field(page, app.postLogoutUris).fill('nowhere')
  await chooseLogo(page, 2050)
  await expectText(page, logo.tooWide(2048))
  await clickButton(page, account.form.save)
  await expectText(page, app.keyError(1, app.keyProblems.private_key))
  await main(page).locator('textarea:focus[aria-invalid]').waitFor()
  await checkAccessibility(page, 'the settings of an app, with mistakes')
  await field(page, app.postLogoutUris).fill('')

  // Only the server finds that the point is not on the curve.
  const { x, y, ...rest } = own.publicJwk
  const invalidKeys = JSON.stringify({ keys: [{ ...rest, x: y, y: x }] })
  await field(page, app.jwks).fill(invalidKeys)
  await clickButton(page, account.form.save)
  const confirmation = dialog(page, app.switchToKeyTitle)
  await confirmation.waitFor()
  await checkPart(page, 'changing from secrets to keys')
  await button(confirmation, app.switchToKey).click()
  await confirmStepUp(page)
  await expectText(page, app.keyError(1, app.keyProblems.key_broken))
  assert.deepEqual([await field(page, app.jwks).inputValue(), countSecrets(site, id)], [invalidKeys, 1])
  await clickButton(page, account.form.discard)
  await expectValue(field(page, app.authMethod), 'client_secret_basic')
}

async function changeToKeysByKeyboard(page: Page, id: string): Promise<void> {
  const confirmation = dialog(page, app.switchToKeyTitle)
  await field(page, app.authMethod).focus()
  await page.keyboard.press('End') // letters would have to follow each other within a second
  await field(page, app.jwks).waitFor()
  await page.keyboard.press('Tab')
  await main(page).locator('textarea.mono:focus').waitFor()
  await page.keyboard.insertText(jwkSetOf(own))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await main(page).getByText(app.makeKeyNote).waitFor()
  await button(main(page), account.form.save).focus()
  await page.keyboard.press('Enter')
  await expectFocus(button(confirmation, account.cancel))
  await page.keyboard.press('Escape')
  await confirmation.waitFor({ state: 'hidden' })
  assert.deepEqual([await field(page, app.jwks).inputValue(), countSecrets(site, id)], [jwkSetOf(own), 1])
  await clickButton(page, account.form.save)
  await expectFocus(button(confirmation, account.cancel))
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await confirmByKeyboard(page)
  await waitUntilSaved(page)
  assert.equal(countSecrets(site, id), 0)
}

/** The new key beside the old one; which of them is used is shown. */
async function replaceKey(page: Page, id: string): Promise<void> {
  await keyRow(page, '2026-11').getByRole('cell', { name: admin.never }).waitFor()
  await signWith(own, String(readAppRow(site, id).client_id))
  await until(
    () => site.read('SELECT last_used_at FROM app_key_use').length,
    (uses) => uses === 1,
    'the use of the key is recorded',
  )
  await link(page, app.changeKeys).click()
  await main(page).locator('textarea.mono:focus').waitFor()
  const { keys } = JSON.parse(await field(page, app.jwks).inputValue())
  assert.equal(keys.map(({ kid }: { kid: string }) => kid).join(), '2026-11')
  await field(page, app.jwks).fill(jwkSetOf(own, next))
  await clickButton(page, account.form.save)
  await confirmStepUp(page)
  await waitUntilSaved(page)
  await openPart(page, app.parts.setup)
  await keyRow(page, '2026-11').locator('time').waitFor()
  const added = keyRow(page, '2027-11').filter({ hasText: app.keyBits(2048) })
  await added.getByRole('cell', { name: admin.never }).waitFor()
  assert.deepEqual([await keyRows(page).count(), await added.locator('time').count()], [2, 0])
  await checkAccessibility(page, 'keys and which is in use')
}

/** What the app itself does with its key. */
async function signWith(key: typeof own, clientId: string): Promise<void> {
  const { origin } = site.suite.product
  const claims = assertionClaims({ context: { config: { origin } } }, { app: { clientId } })
  const body = new URLSearchParams({ token: 'x', ...assertionForm(key.token(claims)) })
  assert.equal((await fetch(`${origin}/oidc/introspect`, { method: 'POST', body })).status, 200)
}

async function changeToSecret(page: Page, id: string): Promise<void> {
  await openPart(page, app.parts.settings)
  await field(page, app.authMethod).selectOption({ label: app.authMethods.client_secret_post })
  await clickButton(page, account.form.save)
  const confirmation = dialog(page, app.switchToSecretTitle)
  await confirmation.waitFor()
  await checkPart(page, 'changing from keys to a secret')
  await button(confirmation, app.switchToSecret).click()
  await confirmStepUp(page)
  await expectText(page, app.noSecretYet)
  await clickButton(page, app.addSecret)
  await confirmStepUp(page)
  await button(dialog(page, app.newSecret), account.done).click()
  await main(page).getByRole('table', { name: app.secrets }).waitFor()
  assert.equal(countSecrets(site, id), 1)
}
