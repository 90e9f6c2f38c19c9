import assert from 'node:assert/strict'
import { defaultFactories } from '@countersign/contract/factories.ts'
import { LOGO_MAX_BYTES } from '@countersign/contract/limits.ts'
import type { PublicConfig } from '@countersign/contract/routes/public.ts'
import type { Page } from 'playwright-core'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { contrastOf } from '../../support/browser/accessibility/image-contrast.ts'
import { setUpAdminSuite } from '../../support/browser/admin-suite.ts'
import { confirmStepUp, dialog } from '../../support/browser/dialog.ts'
import {
  clickButton,
  expectHeading,
  expectText,
  expectValue,
  METAMASK,
  main,
  pauseClock,
  readAnnouncement,
  readCopied,
  type TestUser,
} from '../../support/browser/test-user.ts'
import { account, admin, apps, keys, site as places } from '../../support/browser/words.ts'
import { blackPng, SVG, squarePng } from '../../support/images.ts'
import { until } from '../../support/until.ts'

const site = setUpAdminSuite()
const { testInBrowser } = site.suite
const { logo, settings } = places
const { person: words } = admin

const confirmDialog = (page: Page, title: string, button: string) =>
  dialog(page, title).getByRole('button', { name: button, exact: true }).click()
const openSection = (page: Page, path: string) => page.getByRole('navigation').locator(`[href="${path}"]`).click()
const publicConfig = (page: Page) => async (): Promise<PublicConfig> => (await page.request.get('/api/public')).json()
const personOf = (id: string) => ({
  ...(site.read('SELECT status, role FROM person WHERE id = ?', id)[0] as { status: string; role: string }), // a row has no prototype
})
const readStoredSettings = () => JSON.stringify(site.read(`SELECT value FROM setting WHERE key = 'settings'`))

testInBrowser(
  'an owner promotes and deletes a person, rotates signing keys, and changes the site settings and logo',
  { wallets: [METAMASK], clock: true },
  async (user) => {
    const { page } = user
    const person = await site.addPerson('Carol')
    await site.openAs(user, 'owner', `/admin/people/${person.id}`)
    await clickButton(page, words.changeRole)
    await page.getByRole('dialog').getByLabel(words.role).selectOption('admin')
    await checkPart(page, 'role')
    await confirmDialog(page, words.changeRole, account.form.save)
    await confirmStepUp(page)
    await expectText(page, `${admin.roles.member} → ${admin.roles.admin}`)
    assert.deepEqual(personOf(person.id), { status: 'active', role: 'admin' })

    await clickButton(page, words.link)
    await confirmDialog(page, words.linkTitle, words.link)
    await confirmStepUp(page)
    const link = (await page.locator('.shown-once').textContent()) ?? ''
    assert.match(link, new RegExp(`^${site.suite.product.origin}/recover#link=[A-Za-z0-9_-]{27}$`))
    await confirmDialog(page, words.linkMade, admin.done)

    // What can be undone is not red.
    assert.deepEqual(await main(page).locator('.button.danger').allTextContents(), [words.remove])
    await clickButton(page, words.remove)
    await confirmDialog(page, words.removeTitle, words.remove)
    await dialog(page, words.removeTitle).getByText(account.confirm.mismatch(words.removePhrase)).waitFor()
    await checkPart(page, 'delete')
    await page.getByLabel(account.confirm.type(words.removePhrase)).fill(words.removePhrase)
    await confirmDialog(page, words.removeTitle, words.remove)
    await confirmStepUp(page)
    await expectText(page, admin.statuses.deleting)
    assert.deepEqual(personOf(person.id), { status: 'deleting', role: 'admin' })

    await openSection(page, '/admin/keys')
    await rotateKeys(user)
    await openSection(page, '/admin/settings')
    await changeSettings(user)
    await page.goto(`/admin/people/${person.id}`)
    await expectText(page, words.deletionBy)
    await clickButton(page, words.keep)
    await confirmDialog(page, words.keepTitle, words.keep) // admin mode is open
    await until(
      () => personOf(person.id),
      ({ status }) => status === 'active',
      'the deletion is canceled',
    )
    await main(page).getByText(words.deletionBy).waitFor({ state: 'detached' })
    // The page asks for a signature before it calls.
    assert.deepEqual(site.read("SELECT data FROM activity WHERE code = 'step_up_required'"), [])
  },
)

const table = (page: Page, alg: string) => main(page).getByRole('table', { name: `${keys.title}: ${alg}` })
const signingRow = (page: Page, alg: string) =>
  table(page, alg).getByRole('row').filter({ hasText: keys.statuses.active }).getByRole('rowheader')

async function readPublishedKids(): Promise<string[]> {
  const response = await fetch(`${site.suite.product.origin}/oidc/jwks`)
  const set = (await response.json()) as { keys: { kid: string }[] } // RFC 7517
  return set.keys.map(({ kid }) => kid)
}

async function rotateKeys(user: TestUser): Promise<void> {
  const { page, context } = user
  const before = (await signingRow(page, 'ES256').textContent()) ?? ''
  const other = (await signingRow(page, 'RS256').textContent()) ?? ''
  await table(page, 'ES256').getByText(keys.validity.active).waitFor()
  await clickButton(page, keys.rotateOf('ES256'))
  await confirmDialog(page, keys.rotateTitle('ES256'), keys.rotate)
  await confirmStepUp(page)
  await page.getByText(keys.rotated).first().waitFor()
  await table(page, 'ES256').getByText(keys.validity.retiring).waitFor()
  assert.notEqual(await signingRow(page, 'ES256').textContent(), before)
  assert.equal(await signingRow(page, 'RS256').textContent(), other)
  assert.ok((await readPublishedKids()).includes(before))
  await checkAccessibility(page, 'signing keys, one of them retiring')
  await distrustKey(user, other)

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const address = `${site.suite.product.origin}/oidc/jwks`
  await pauseClock(page) // the button says for two seconds what it did
  assert.equal(await readCopied(page, apps.copyOf(keys.jwksUri)), address)
  await main(page).getByRole('button', { name: apps.copied, exact: true }).waitFor()
  await page.clock.resume()
  const newPage = context.waitForEvent('page')
  await main(page).getByRole('link', { name: keys.openJwks }).click()
  const opened = await newPage
  await opened.waitForURL(address)
  const set = JSON.parse((await opened.locator('body').textContent()) ?? '')
  assert.deepEqual(
    set.keys.map(({ kid }: { kid: string }) => kid),
    await readPublishedKids(),
  )
  await opened.close()
}

/** A key that others may know is no longer published. The first attempt does not reach the server. */
async function distrustKey({ page, context }: TestUser, before: string): Promise<void> {
  await clickButton(page, keys.rotateOf('RS256'))
  const rotateDialog = dialog(page, keys.rotateTitle('RS256'))
  const rotate = rotateDialog.getByRole('button', { name: keys.rotate, exact: true })
  await rotateDialog.getByLabel(keys.revokeOld).check()
  await rotateDialog.getByText(keys.revokeOldBody).waitFor()
  await context.route('**/api/admin/keys/**', (route) => route.abort(), { times: 1 })
  await rotate.click()
  await confirmStepUp(page)
  await rotateDialog.getByRole('alert').getByText(wordsForProblem('server/unreachable', '').body).waitFor()
  assert.ok(await rotateDialog.getByLabel(keys.revokeOld).isChecked())
  await checkPart(page, 'rotating a key')
  await rotate.click()
  await confirmStepUp(page)
  await page.getByText(keys.rotatedAndRevoked).first().waitFor()
  assert.equal(await table(page, 'RS256').getByText(before, { exact: true }).count(), 0)
  assert.ok(!(await readPublishedKids()).includes(before))
}

async function changeSettings(user: TestUser): Promise<void> {
  const { page } = user
  await expectHeading(page, settings.title)
  await refuseSettings(user)
  await uploadLogo(user)
  const mine = `0x${'Ab'.repeat(20)}`
  const accent = page.getByRole('textbox', { name: settings.accent, exact: true })
  const list = page.getByLabel(settings.factories, { exact: true })
  const putBack = page.getByRole('button', { name: settings.factoriesDefault })
  const names = page.getByRole('checkbox', { name: settings.ens })
  await page.getByLabel(settings.name).fill('Acme')
  await page.getByLabel(settings.contact).fill('ops@acme.example')
  await page.getByLabel(settings.registrations.invite).check()
  await page.getByLabel(settings.sessionMax, { exact: true }).fill('14')
  await list.fill(`${mine}\n`)
  await names.setChecked(false)
  await clickButton(page, account.form.save)
  await confirmStepUp(page) // because of the factories
  await expectText(page, settings.reloadNote)
  await Promise.all([page.waitForEvent('load'), clickButton(page, settings.reload)]) // the title is there before and after
  await page.getByRole('banner').getByText('Acme', { exact: true }).waitFor()
  await expectLogoInBothThemes(page)
  const { name, contact, registration, accent: shown } = await publicConfig(page)()
  assert.deepEqual(
    { name, contact, registration, shown },
    { name: 'Acme', contact: 'ops@acme.example', registration: 'invite', shown: '#0f7c6c' },
  )
  await expectValue(page.getByLabel(settings.sessionMax, { exact: true }), '14')
  await expectValue(list, mine.toLowerCase())
  assert.equal(await accent.inputValue(), '#0f7c6c')
  assert.equal(await names.isChecked(), false)
  assert.match(readStoredSettings(), /ens\\":false/)

  await putBack.click()
  assert.equal(await list.inputValue(), defaultFactories.join('\n'))
  await names.setChecked(true)
  await clickButton(page, settings.accentDefault)
  await page.getByLabel(settings.registrations.open).check()
  await clickButton(page, account.form.save)
  await confirmStepUp(page)
  await putBack.waitFor({ state: 'detached' })
  await main(page).getByText(account.form.unsaved).waitFor({ state: 'detached' })
  assert.match(readStoredSettings(), /ens\\":true/)
  const now = await publicConfig(page)()
  assert.deepEqual([now.registration, now.accent], ['open', null])
  await saveAfterOthers(page)
  await replaceLogo(page)
}

/** The preview shows the theme of the page and the other one. */
async function expectBothThemes(page: Page): Promise<void> {
  const [light, dark] = await Promise.all(
    ['.theme-light', '.theme-dark'].map((theme) =>
      main(page)
        .locator(theme)
        .evaluate((each) => each.ownerDocument.defaultView.getComputedStyle(each).backgroundColor),
    ),
  )
  assert.deepEqual([light, dark], ['rgb(255, 253, 248)', 'rgb(31, 28, 24)'])
}

/** What cannot be used is said at its field, before the server is asked. */
async function refuseSettings(user: TestUser): Promise<void> {
  const { page } = user
  const accent = page.getByRole('textbox', { name: settings.accent, exact: true })
  const list = page.getByLabel(settings.factories, { exact: true })
  await expectText(page, settings.accentDefaultHint)
  await expectBothThemes(page)
  await accent.fill('#ffff00')
  await expectText(page, settings.accentProblems.too_faint_on_light)
  assert.equal(await accent.getAttribute('aria-invalid'), 'true')
  await clickButton(page, account.form.save)
  await until(
    () => readAnnouncement(page, 'alert'),
    (text) => text === settings.accentProblems.too_faint_on_light,
    'it is refused',
  )
  assert.equal(await list.inputValue(), defaultFactories.join('\n'))
  assert.equal(await page.getByRole('button', { name: settings.factoriesDefault }).count(), 0)
  await page.getByText(settings.defaultFactories).click()
  await expectText(page, 'Coinbase Smart Wallet 1.1')
  await page.getByLabel(settings.name).fill('Acme\u202e')
  await page.getByLabel(settings.contact).fill('javascript:alert(1)')
  await list.fill(`0x${'Ab'.repeat(20)}\n\nnot an address`)
  await clickButton(page, account.form.save)
  await expectText(page, settings.nameWrong(64))
  await expectText(page, settings.contactWrong)
  await expectText(page, settings.factoryWrong(3))
  assert.equal(await list.getAttribute('aria-invalid'), 'true')
  assert.ok(!user.calls.includes('PATCH /api/admin/settings'))
  await checkAccessibility(page, 'settings, with mistakes')
  await accent.fill('#0f7c6c')
  await main(page).getByText(settings.accentProblems.too_faint_on_light).waitFor({ state: 'detached' })
}

/** What another owner saved meanwhile is shown, and what was typed stays. */
async function saveAfterOthers(page: Page): Promise<void> {
  await page.getByLabel(settings.name).fill('Mine')
  const status = await page.evaluate<number>(`(async () => {
    const { version } = await (await fetch('/api/admin/settings')).json()
    const headers = { 'content-type': 'application/json', 'x-countersign': '1', 'if-match': '"' + version + '"' }
    const body = JSON.stringify({ name: 'Theirs' })
    return (await fetch('/api/admin/settings', { method: 'PATCH', headers, body })).status
  })()`)
  assert.equal(status, 200)
  await clickButton(page, account.form.save)
  await expectText(page, account.form.changed)
  await expectText(page, settings.changedField(settings.name, 'Theirs'))
  assert.equal(await page.getByLabel(settings.name).inputValue(), 'Mine')
  await clickButton(page, account.form.save)
  await main(page).getByText(account.form.unsaved).waitFor({ state: 'detached' })
  assert.equal((await publicConfig(page)()).name, 'Mine')
}

const chooseLogo = (page: Page, buffer: Buffer, mimeType = 'image/png') =>
  page.locator('input[type="file"]').setInputFiles({ name: 'logo.png', mimeType, buffer })

const LOGO_SIZE =
  "(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight].join())(document.querySelector('.logo-field img'))"

async function storeLogo(page: Page, gray: number): Promise<void> {
  const stored = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await chooseLogo(page, squarePng(gray))
  await stored
}

/** What cannot be used is said before the server is asked; a large one is resized. */
async function uploadLogo({ page, calls }: TestUser): Promise<void> {
  for (const [mimeType, buffer, reason] of [
    ['image/svg+xml', SVG, logo.wrongKind],
    ['image/png', Buffer.alloc(LOGO_MAX_BYTES + 1), logo.tooLarge],
    ['image/png', Buffer.from('not a picture'), logo.unreadable],
    ['image/png', blackPng(2049, 4), logo.tooWide(2048)],
  ] as const) {
    await chooseLogo(page, buffer, mimeType)
    await expectText(page, reason)
  }
  assert.ok(!calls.includes('PUT /api/admin/settings/logo'))
  await chooseLogo(page, blackPng(800, 400))
  await confirmStepUp(page)
  await page.getByAltText(settings.logoAlt).waitFor()
  await expectLogoSize(page, '256,128')
  await storeLogo(page, 0)
  await expectLogoSize(page, '64,64') // the page knows the version that this made
}

async function expectLogoSize(page: Page, expected: string): Promise<void> {
  await until(
    () => page.evaluate(LOGO_SIZE),
    (size) => size === expected,
    `the logo is ${expected} pixels`,
  )
}

async function replaceLogo(page: Page): Promise<void> {
  await storeLogo(page, 255)
  await page.reload()
  await expectLogoInBothThemes(page)
  await clickButton(page, logo.remove)
  await expectText(page, settings.logoNone)
}

async function expectLogoInBothThemes(page: Page): Promise<void> {
  const image = page.getByRole('banner').locator('img')
  await image.waitFor()
  await page.evaluate('document.querySelector("header img").decode()')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const contrast = await page.evaluate<number>(contrastOf(await image.screenshot()))
    assert.ok(contrast >= 3, `in the ${colorScheme}: ${contrast}`)
  }
}
