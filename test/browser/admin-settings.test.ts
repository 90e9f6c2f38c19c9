import assert from 'node:assert/strict'
import { defaultFactories } from '@countersign/contract/factories.ts'
import { LOGO_MAX_BYTES } from '@countersign/contract/limits.ts'
import type { PublicConfig } from '@countersign/contract/public.ts'
import type { Page } from 'playwright-core'
import { type Guest, heard, META, main, press, see, seeHeading, seeValue } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { blackPng, squarePng } from '../support/pictures.ts'
import { confirm, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { admin, site as words } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const { logo, settings } = words
const OWNER = { wallets: [META] }

const publicConfig = (page: Page) => async (): Promise<PublicConfig> => (await page.request.get('/api/public')).json()

const SIZE =
  "(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight].join())(document.querySelector('.logo-field img'))"

const kept = () => JSON.stringify(site.read(`SELECT value FROM setting WHERE key = 'settings'`))

/** The title is there before and after. */
const reload = (page: Page) => Promise.all([page.waitForEvent('load'), press(page, settings.reload)])

play('an owner changes the settings of the site', OWNER, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'owner', '/admin/settings')
  await seeHeading(page, settings.title)
  await refuseSettings(guest)
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
  await press(page, settings.save)
  await confirm(page)
  await see(page, settings.reloadNote)
  await reload(page)
  await page.getByRole('banner').getByText('Acme', { exact: true }).waitFor()
  const { name, contact, registration, accent: shown } = await publicConfig(page)()
  assert.deepEqual(
    { name, contact, registration, shown },
    { name: 'Acme', contact: 'ops@acme.example', registration: 'invite', shown: '#0f7c6c' },
  )
  await seeValue(page.getByLabel(settings.sessionMax, { exact: true }), '14')
  await seeValue(list, mine.toLowerCase())
  assert.equal(await accent.inputValue(), '#0f7c6c')
  assert.equal(await names.isChecked(), false)
  assert.match(kept(), /ens\\":false/)

  await putBack.click()
  assert.equal(await list.inputValue(), defaultFactories.join('\n'))
  await names.setChecked(true)
  await press(page, settings.accentOwn)
  await page.getByLabel(settings.registrations.open).check()
  await press(page, settings.save)
  await putBack.waitFor({ state: 'detached' })
  await main(page).getByText(settings.unsaved).waitFor({ state: 'detached' })
  assert.match(kept(), /ens\\":true/)
  const now = await publicConfig(page)()
  assert.deepEqual([now.registration, now.accent], ['open', null])
  await saveAfterOthers(guest)
})

/** What cannot be used is said at its field, before the server is asked. */
async function refuseSettings(guest: Guest): Promise<void> {
  const { page } = guest
  const accent = page.getByRole('textbox', { name: settings.accent, exact: true })
  const list = page.getByLabel(settings.factories, { exact: true })
  await accent.fill('#ffff00')
  await see(page, settings.accentProblems.too_faint_on_light)
  assert.equal(await accent.getAttribute('aria-invalid'), 'true')
  await press(page, settings.save)
  await until(
    () => heard(page, 'alert'),
    (text) => text === settings.accentProblems.too_faint_on_light,
    'it is refused',
  )
  assert.equal(await list.inputValue(), defaultFactories.join('\n'))
  assert.equal(await page.getByRole('button', { name: settings.factoriesDefault }).count(), 0)
  await page.getByText(settings.factoriesKnown).click()
  await see(page, 'Coinbase Smart Wallet 1.1')
  await page.getByLabel(settings.name).fill('Acme\u202e')
  await page.getByLabel(settings.contact).fill('javascript:alert(1)')
  await list.fill(`0x${'Ab'.repeat(20)}\n\nnot an address`)
  await press(page, settings.save)
  await see(page, settings.nameWrong(64))
  await see(page, settings.contactWrong)
  await see(page, settings.factoryWrong(3))
  assert.equal(await list.getAttribute('aria-invalid'), 'true')
  assert.ok(!guest.calls.includes('PATCH /api/admin/settings'))
  await inspect(page, 'settings, with mistakes')
  await accent.fill('#0f7c6c')
  await main(page).getByText(settings.accentProblems.too_faint_on_light).waitFor({ state: 'detached' })
}

/** What another owner saved meanwhile is shown, and what was typed stays. */
async function saveAfterOthers({ page, context }: Guest): Promise<void> {
  await page.getByLabel(settings.name).fill('Mine')
  const second = await context.newPage()
  await second.goto('/admin/settings')
  await second.getByLabel(settings.name).fill('Theirs')
  await press(second, settings.save)
  await see(second, settings.reloadNote)
  await press(page, settings.save)
  await see(page, admin.changed)
  await see(page, settings.changedField(settings.name, 'Theirs'))
  assert.equal(await page.getByLabel(settings.name).inputValue(), 'Mine')
  await press(page, settings.save)
  await until(publicConfig(page), ({ name }) => name === 'Mine', 'saved')
}

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

play('an owner sets a logo, which is resized and visible in both themes', OWNER, async (guest) => {
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
  const image = page.getByRole('banner').locator('img')
  for (const grey of [0, 255]) {
    const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
    await file('logo.png', 'image/png', squarePng(grey))
    await stored
    await page.reload()
    await image.waitFor()
    await page.evaluate('document.querySelector("header img").decode()')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const contrast = await page.evaluate<number>(contrastOf(await image.screenshot()))
      assert.ok(contrast >= 3, `${grey} in the ${colorScheme}: ${contrast}`)
    }
  }
  await press(page, logo.drop)
  await see(page, settings.logoNone)
})
