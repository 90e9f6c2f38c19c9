import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { interaction } from '../../web/src/words/interaction.ts'
import { apps as connected, home } from '../../web/src/words/own.ts'
import { startAppSite } from '../support/app-site.ts'
import { main, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { PERMITTED } from '../support/member.ts'
import { blackPng, SVG } from '../support/pictures.ts'
import { confirm, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { admin as adminWords, site as places, signIn, signOut, app as words } from '../support/words.ts'

const { logo } = places
const site = setSite({ DEMO_WALLET: 'off' })
const { play } = site.stage
const WALLETS = { wallets: [PERMITTED] }
const PNG = { name: 'logo.png', mimeType: 'image/png', buffer: blackPng(512, 256) }
/** Without a signature of its own. */
const BASICS = { scope: 'openid profile' }

const settingsOf = ({ id }: { id: string }) => `/admin/apps/${id}?part=settings`
const choose = (page: Page, file = PNG) => page.locator('input[type="file"]').setInputFiles(file)

type Shown = { src: string; alt: string; width: number }
const SHOWN = `[...document.querySelectorAll('main img[src^="/logo/"]')].map(({ src, alt, naturalWidth }) => ({ src: new URL(src).pathname, alt, width: naturalWidth }))`

/** Every picture of the screen is this one, drawn, and silent where the name stands beside it. */
async function seeLogo(page: Page, src: string, alts = ['']): Promise<void> {
  const wanted = alts.map((alt) => ({ src, alt, width: 256 }))
  await until(
    () => page.evaluate<Shown[]>(SHOWN),
    (shown) => JSON.stringify(shown) === JSON.stringify(wanted),
    `${alts.length} times the logo ${src}`,
  )
}

async function seeNoLogo(page: Page): Promise<void> {
  await until(
    () => page.evaluate<Shown[]>(SHOWN),
    (shown) => shown.length === 0,
    'no logo',
  )
}

play('an admin gives an app a logo, and people see it wherever the app is named', WALLETS, async (guest) => {
  const { page, account } = guest
  const app = await startAppSite(site, { name: 'Ledger', scopes: ['openid', 'profile', 'wallet_proof'] })
  const bare = await startAppSite(site, { name: 'Bare' })
  await Promise.all([app.welcome(guest), bare.welcome(guest)])
  const admin = await site.stage.guest(WALLETS)
  await site.enter(admin, 'admin', settingsOf(app))
  await see(admin.page, words.logoNone)
  await choose(admin.page)
  await confirm(admin.page)
  await admin.page.getByAltText(words.logoAlt).waitFor()
  const src = (await admin.page.getByAltText(words.logoAlt).getAttribute('src')) ?? ''
  assert.match(src, /^\/logo\/[0-9A-Z]{26}$/)
  await seeLogo(admin.page, src, ['', words.logoAlt])
  await inspect(admin.page, 'settings of an app with a logo')
  await admin.page.goto('/admin/apps')
  await see(admin.page, bare.name)
  await seeLogo(admin.page, src)
  await inspect(admin.page, 'apps, one with a logo')

  await app.ask(page, BASICS)
  await seeHeading(page, interaction.signInTitle(app.name))
  await seeLogo(page, src)
  await inspect(page, 'signing in to an app with a logo')
  await press(page, signIn.continueWith('MetaMask'))
  await seeHeading(page, `${interaction.allowTitle} ${app.name}?`)
  await seeLogo(page, src)
  await inspect(page, 'consent for an app with a logo')
  await press(page, interaction.allow)
  await app.answer(page)
  await app.ask(page, { ...BASICS, prompt: 'select_account' })
  await seeHeading(page, `${interaction.continueTitle} ${app.name}`)
  await seeLogo(page, src)
  await app.ask(page)
  await press(page, interaction.allow)
  await seeHeading(page, `${interaction.proveTitle} ${app.name}`)
  await seeLogo(page, src)
  await bare.ask(page)
  await seeHeading(page, `${interaction.allowTitle} ${bare.name}?`)
  await seeNoLogo(page)
  await press(page, interaction.allow)
  await bare.answer(page)
  await app.askToLeave(page)
  await seeHeading(page, signOut.confirmTitle)
  await seeLogo(page, src)
  await inspect(page, 'an app with a logo asks to sign out')

  await page.goto('/home')
  await page.getByRole('region', { name: home.apps }).getByText(bare.name).waitFor()
  await seeLogo(page, src)
  await inspect(page, 'home with the logo of an app')
  await page.goto('/apps')
  const list = page.getByRole('list', { name: connected.listLabel })
  await list.getByRole('link', { name: bare.name, exact: true }).waitFor()
  await seeLogo(page, src)
  await inspect(page, 'connected apps, one with a logo')
  await list.getByRole('link', { name: app.name, exact: true }).click()
  await seeHeading(page, app.name)
  await seeLogo(page, src)
  await inspect(page, 'a connected app with a logo')

  const [{ id }] = site.read('SELECT person_id AS id FROM wallet WHERE address = ?', account.address.toLowerCase()) as [
    { id: string }, // the guest signed in above
  ]
  await admin.page.goto(`/admin/people/${id}`)
  await admin.page.getByRole('link', { name: bare.name, exact: true }).waitFor()
  await seeLogo(admin.page, src)
  await inspect(admin.page, 'a person with apps, one with a logo')

  await admin.page.goto(settingsOf(app))
  await press(admin.page, logo.drop)
  await see(admin.page, words.logoNone)
  await seeNoLogo(admin.page)
  assert.deepEqual(site.read('SELECT id FROM asset'), [])
  await page.goto('/apps')
  await list.getByRole('link', { name: app.name, exact: true }).waitFor()
  await seeNoLogo(page)
  await app.ask(page, { ...BASICS, prompt: 'consent' })
  await seeHeading(page, `${interaction.allowTitle} ${app.name}?`)
  await seeNoLogo(page)
  assert.deepEqual({ strangers: admin.strangers, complaints: admin.complaints }, { strangers: [], complaints: [] })
  await admin.leave()
})

play('what is no picture is refused by name, and what was typed beside it stays', WALLETS, async (guest) => {
  const { page } = guest
  const app = await startAppSite(site)
  const call = `PUT /api/admin/apps/${app.id}/logo`
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
  await inspect(page, 'a logo that cannot be used')
  assert.ok(!guest.calls.includes(call))
  await choose(page)
  await confirm(page)
  await page.getByAltText(words.logoAlt).waitFor()
  assert.equal(await main(page).getByText(logo.tooWide(2048)).count(), 0)
  assert.equal(await address.inputValue(), 'https://typed.example/')
  await press(page, words.save)
  await main(page).getByText(words.unsaved).waitFor({ state: 'detached' })
  assert.deepEqual(
    site.read('SELECT launch_url, version FROM app WHERE id = ?', app.id).map((row) => ({ ...(row as object) })), // a row
    [{ launch_url: 'https://typed.example/', version: 3 }],
  )
})

play('one chosen while somebody else changed the app is not saved over it', WALLETS, async (guest) => {
  const { page } = guest
  const app = await startAppSite(site)
  await site.enter(guest, 'admin', settingsOf(app))
  await see(page, words.logoNone)
  site.change("UPDATE app SET consent = 'always', version = 2 WHERE id = ?", app.id)
  await choose(page)
  await confirm(page)
  await see(page, adminWords.changed)
  assert.deepEqual(site.read('SELECT id FROM app WHERE id = ? AND logo_asset_id IS NOT NULL', app.id), [])
  await until(
    () => main(page).getByLabel(words.consent, { exact: true }).inputValue(),
    (consent) => consent === 'always',
    'what is there now is shown',
  )
  await choose(page)
  await page.getByAltText(words.logoAlt).waitFor()
})

play('others may look at it', WALLETS, async (guest) => {
  const { page } = guest
  const app = await startAppSite(site)
  await site.enter(guest, 'auditor', settingsOf(app))
  await see(page, words.logoNone)
  assert.equal(await page.locator('input[type="file"]').count(), 0)
  assert.equal(await main(page).getByRole('button', { name: logo.choose }).count(), 0)
})
