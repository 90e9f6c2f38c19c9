import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { interaction } from '../../web/src/words/interaction.ts'
import { giveLogo, seeLogo, seeNoLogo } from '../support/app-logo.ts'
import { startAppSite } from '../support/app-site.ts'
import { main, press, see, seeHeading, seeValue } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { PERMITTED } from '../support/member.ts'
import { blackPng, SVG } from '../support/pictures.ts'
import { confirm, setSite } from '../support/site.ts'
import { admin, site as places, app as words } from '../support/words.ts'

const { logo } = places
const site = setSite()
const { play } = site.stage
const WALLETS = { wallets: [PERMITTED] }
const PNG = { name: 'logo.png', mimeType: 'image/png', buffer: blackPng(512, 256) }

const settingsOf = ({ id }: { id: string }) => `/admin/apps/${id}?part=settings`
const choose = (page: Page, file = PNG) => page.locator('input[type="file"]').setInputFiles(file)
const logoOf = ({ id }: { id: string }) => {
  const [row] = site.read('SELECT logo_asset_id AS logo FROM app WHERE id = ?', id) as { logo: string | null }[] // its one column
  return row?.logo
}

play('an admin uploads a logo, after files that are rejected by name', WALLETS, async (guest) => {
  const { page } = guest
  const [app, bare] = [await startAppSite(site), await startAppSite(site)]
  // The app of these tests has no secret, which an admin could not have saved.
  site.change("UPDATE app SET auth_method = 'client_secret_basic' WHERE id = ?", app.id)
  await site.enter(guest, 'admin', settingsOf(app))
  const address = main(page).getByLabel(words.launchUrl, { exact: true })
  await address.fill('https://typed.example/')
  for (const [mimeType, buffer, why] of [
    ['image/svg+xml', SVG, logo.wrongKind],
    ['image/png', SVG, logo.unreadable],
    ['image/png', Buffer.alloc(2_000_000), logo.tooLarge],
    ['image/png', blackPng(2049, 4), logo.tooWide(2048)],
  ] as const) {
    await choose(page, { name: 'logo.png', mimeType, buffer })
    await see(page, why)
  }
  await inspect(page, 'a logo that is rejected')
  assert.ok(!guest.calls.includes(`PUT /api/admin/apps/${app.id}/logo`))
  await choose(page)
  await confirm(page)
  const src = (await page.getByAltText(words.logoAlt).getAttribute('src')) ?? ''
  assert.match(src, /^\/logo\/[0-9A-Z]{26}$/)
  await seeLogo(page, src, ['', words.logoAlt])
  assert.equal(await main(page).getByText(logo.tooWide(2048)).count(), 0)
  assert.equal(await address.inputValue(), 'https://typed.example/')
  await press(page, words.save)
  await main(page).getByText(words.unsaved).waitFor({ state: 'detached' })
  assert.deepEqual(
    site.read('SELECT launch_url, version FROM app WHERE id = ?', app.id).map((row) => ({ ...(row as object) })), // a row
    [{ launch_url: 'https://typed.example/', version: 3 }],
  )
  await page.goto('/admin/apps')
  await see(page, bare.name)
  await seeLogo(page, src)
})

play('a logo is not saved over a change by someone else, and is gone once it is removed', WALLETS, async (guest) => {
  const { page } = guest
  const app = await startAppSite(site)
  app.welcome(guest)
  const src = giveLogo(site, app)
  await site.enter(guest, 'admin', settingsOf(app))
  await seeLogo(page, src, ['', words.logoAlt])
  site.change("UPDATE app SET consent = 'always', version = 2 WHERE id = ?", app.id)
  await choose(page)
  await confirm(page)
  await see(page, admin.changed)
  assert.equal(`/logo/${logoOf(app)}`, src)
  await seeValue(main(page).getByLabel(words.consent, { exact: true }), 'always')
  await choose(page)
  await page.locator(`img[alt="${words.logoAlt}"]:not([src="${src}"])`).waitFor()
  await press(page, logo.drop)
  await see(page, words.logoNone)
  await seeNoLogo(page)
  assert.equal(logoOf(app), null)
  await app.ask(page)
  await seeHeading(page, `${interaction.allowTitle} ${app.name}?`)
  await seeNoLogo(page)

  await site.enter(guest, 'auditor', settingsOf(app))
  await see(page, words.logoNone)
  assert.equal(await page.locator('input[type="file"]').count(), 0)
  assert.equal(await main(page).getByRole('button', { name: logo.choose }).count(), 0)
})
