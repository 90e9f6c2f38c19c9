import assert from 'node:assert/strict'
import { defaultFactories } from '@countersign/contract/factories.ts'
import { LOGO_MAX_BYTES } from '@countersign/contract/limits.ts'
import type { PublicConfig } from '@countersign/contract/public.ts'
import type { Page } from 'playwright-core'
import { heard, META, main, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { blackPng, squarePng } from '../support/pictures.ts'
import { confirm, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { admin, help, site as words } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const { logo, settings } = words
const OWNER = { wallets: [META] }

const publicConfig = (page: Page) => async (): Promise<PublicConfig> => (await page.request.get('/api/public')).json()

const SIZE =
  "(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight].join())(document.querySelector('.logo-field img'))"

/** The title is there before and after. */
const reload = (page: Page) => Promise.all([page.waitForEvent('load'), press(page, settings.reload)])

play('an owner renames the site and decides who may come in', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'owner', '/admin/settings')
  await seeHeading(page, settings.title)
  await inspect(page, 'settings')
  await page.getByLabel(settings.name).fill('Acme\u202e')
  await page.getByLabel(settings.contact).fill('javascript:alert(1)')
  await press(page, settings.save)
  await see(page, settings.nameWrong(64))
  await see(page, settings.contactWrong)
  await inspect(page, 'settings that cannot be used')
  await page.getByLabel(settings.name).fill('Acme')
  await page.getByLabel(settings.contact).fill('ops@acme.example')
  await page.getByLabel(settings.registrations.invite).check()
  await page.getByLabel(settings.sessionMax, { exact: true }).fill('14')
  await press(page, settings.save)
  await confirm(page)
  await see(page, settings.reloadNote)
  await reload(page)
  await page.getByRole('banner').getByText('Acme', { exact: true }).waitFor()
  const { name, contact, registration } = await publicConfig(page)()
  assert.deepEqual(
    { name, contact, registration },
    { name: 'Acme', contact: 'ops@acme.example', registration: 'invite' },
  )
  assert.equal(await page.getByLabel(settings.sessionMax, { exact: true }).inputValue(), '14')
  // The next guests of this file are new here.
  await page.getByLabel(settings.registrations.open).check()
  await press(page, settings.save)
  await until(publicConfig(page), (now) => now.registration === 'open', 'anyone may come in again')
})

play('a colour that cannot be read is refused while it is chosen', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'owner', '/admin/settings')
  const accent = page.getByRole('textbox', { name: settings.accent, exact: true })
  await accent.fill('#ffff00')
  await see(page, settings.accentProblems.too_faint_on_light)
  assert.equal(await accent.getAttribute('aria-invalid'), 'true')
  await press(page, settings.save)
  await until(
    () => heard(page, 'alert'),
    (text) => text === settings.accentProblems.too_faint_on_light,
    'it is refused',
  )
  assert.ok(!guest.calls.includes('PATCH /api/admin/settings'))
  await accent.fill('#0f7c6c')
  await main(page).getByText(settings.accentProblems.too_faint_on_light).waitFor({ state: 'detached' })
  await press(page, settings.save)
  await confirm(page)
  await reload(page)
  await seeHeading(page, settings.title)
  await inspect(page, 'settings in another colour')
  await press(page, settings.accentOwn)
  await press(page, settings.save)
  await until(publicConfig(page), ({ accent: now }) => now === null, 'ours again')
})

play('a logo is drawn anew and small; what is no picture is refused by name', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'owner', '/admin/settings')
  await seeHeading(page, settings.title)
  const choose = page.locator('input[type="file"]')
  const file = (name: string, mimeType: string, buffer: Buffer) => choose.setInputFiles({ name, mimeType, buffer })
  await file('logo.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await see(page, logo.wrongKind)
  await file('logo.png', 'image/png', Buffer.alloc(LOGO_MAX_BYTES + 1))
  await see(page, logo.tooLarge)
  await file('logo.png', 'image/png', Buffer.from('not a picture'))
  await see(page, logo.unreadable)
  await file('logo.png', 'image/png', blackPng(2049, 4))
  await see(page, logo.tooWide(2048))
  assert.ok(!guest.calls.includes('PUT /api/admin/settings/logo'))
  await file('logo.png', 'image/png', blackPng(800, 400))
  await confirm(page)
  await page.getByAltText(settings.logoAlt).waitFor()
  await until(
    () => page.evaluate(SIZE),
    (size) => size === '256,128',
    'the logo is small',
  )
  await reload(page)
  await page.getByRole('banner').locator('img').waitFor()
  await press(page, logo.drop)
  await see(page, settings.logoNone)
})

play('what another owner saved meanwhile is shown, and what was typed stays', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'owner', '/admin/settings')
  await page.getByLabel(settings.name).fill('Mine')
  const second = await guest.context.newPage()
  await second.goto('/admin/settings')
  await second.getByLabel(settings.name).fill('Theirs')
  await press(second, settings.save)
  await confirm(second)
  await see(second, settings.reloadNote)
  await press(page, settings.save)
  await see(page, admin.changed)
  await see(page, settings.changedField(settings.name, 'Theirs'))
  assert.equal(await page.getByLabel(settings.name).inputValue(), 'Mine')
  await press(page, settings.save)
  await until(publicConfig(page), ({ name }) => name === 'Mine', 'saved')
})

play('factories are a list whose wrong line is named, and the default is a click away', OWNER, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'owner', '/admin/settings')
  const list = page.getByLabel(settings.factories, { exact: true })
  const byDefault = defaultFactories.join('\n')
  assert.equal(await list.inputValue(), byDefault)
  const putBack = page.getByRole('button', { name: settings.factoriesDefault })
  assert.equal(await putBack.count(), 0)
  await page.getByText(settings.factoriesKnown).click()
  await see(page, 'Coinbase Smart Wallet 1.1')
  const mine = `0x${'Ab'.repeat(20)}`
  await list.fill(`${mine}\n\nnot an address`)
  await press(page, settings.save)
  await see(page, settings.factoryWrong(3))
  assert.equal(await list.getAttribute('aria-invalid'), 'true')
  assert.ok(!guest.calls.includes('PATCH /api/admin/settings'))
  await inspect(page, 'a list of factories with a wrong line')
  await list.fill(`${mine}\n`)
  await press(page, settings.save)
  await confirm(page)
  await main(page).getByText(settings.unsaved).waitFor({ state: 'detached' })
  await page.reload()
  await until(
    () => list.inputValue(),
    (text) => text === mine.toLowerCase(),
    'the list is kept',
  )
  await putBack.click()
  assert.equal(await list.inputValue(), byDefault)
  await press(page, settings.save)
  await putBack.waitFor({ state: 'detached' })
  await main(page).getByText(settings.unsaved).waitFor({ state: 'detached' })
})

play('ENS names are switched off and on', OWNER, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'owner', '/admin/settings')
  const names = page.getByRole('checkbox', { name: settings.ens })
  assert.equal(await names.isChecked(), true)
  const kept = () => site.read(`SELECT value FROM setting WHERE key = 'settings'`).map((row) => JSON.stringify(row))
  for (const ens of [false, true]) {
    await names.setChecked(ens)
    await press(page, settings.save)
    if (!ens) await confirm(page)
    await main(page).getByText(settings.unsaved).waitFor({ state: 'detached' })
    assert.match(kept().join(), new RegExp(`ens\\\\":${ens}`))
  }
})

play('others may look', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'auditor', '/admin/settings')
  await see(page, settings.readOnly)
  assert.equal(await main(page).getByRole('button').count(), 0)
  assert.equal(await page.getByLabel(settings.name).getAttribute('readonly'), '')
  await inspect(page, 'settings to look at')
})

/** How far the darkest and the lightest point of a picture are apart, as contrast is reckoned. */
const contrastOf = (png: Buffer) => `(async () => {
  const image = new Image()
  image.src = 'data:image/png;base64,${png.toString('base64')}'
  await image.decode()
  const { width, height } = image
  const paper = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
  paper.drawImage(image, 0, 0)
  const { data } = paper.getImageData(0, 0, width, height)
  const part = (at, share) => share * (data[at] / 255) ** 2.2
  const lights = Array.from({ length: width * height }, (_, at) =>
    part(at * 4, 0.2126) + part(at * 4 + 1, 0.7152) + part(at * 4 + 2, 0.0722))
  return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05)
})()`

play('a logo is seen in the light and in the dark, be it black or white', OWNER, async (guest) => {
  const { page } = guest
  for (const grey of [0, 255]) {
    await site.enter(guest, 'owner', '/admin/settings')
    const picture = { name: 'logo.png', mimeType: 'image/png', buffer: squarePng(grey) }
    await page.locator('input[type="file"]').setInputFiles(picture)
    await confirm(page)
    await page.getByAltText(settings.logoAlt).waitFor()
    await page.goto('/wallets/help')
    await seeHeading(page, help.title)
    const image = page.getByRole('banner').locator('img')
    await image.waitFor()
    await page.evaluate('document.querySelector("header img").decode()')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const shown = await image.screenshot()
      const contrast = await page.evaluate<number>(contrastOf(shown))
      assert.ok(contrast >= 3, `${grey} in the ${colorScheme}: ${contrast}`)
    }
    await page.goto('/admin/settings')
    await press(page, logo.drop)
    await see(page, settings.logoNone)
  }
})
