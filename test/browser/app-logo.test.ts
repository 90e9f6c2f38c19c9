import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { interaction } from '../../web/src/words/interaction.ts'
import { apps as connected, home } from '../../web/src/words/own.ts'
import { type AppSite, startAppSite } from '../support/app-site.ts'
import { type Guest, main, press, see, seeHeading } from '../support/guest.ts'
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
const idOf = ({ account }: Guest) => {
  const found = site.read('SELECT person_id AS id FROM wallet WHERE address = ?', account.address.toLowerCase())
  return (found as [{ id: string }])[0].id // the guest has signed in
}
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

/** Whoever runs the site gives this app a logo, which is returned with them. */
async function giveLogo(app: AppSite): Promise<{ admin: Guest; src: string }> {
  const admin = await site.stage.guest(WALLETS)
  await site.enter(admin, 'admin', settingsOf(app))
  await see(admin.page, words.logoNone)
  await choose(admin.page)
  await confirm(admin.page)
  const src = (await admin.page.getByAltText(words.logoAlt).getAttribute('src')) ?? ''
  assert.match(src, /^\/logo\/[0-9A-Z]{26}$/)
  return { admin, src }
}

async function leaveQuietly({ strangers, complaints, leave }: Guest): Promise<void> {
  assert.deepEqual({ strangers, complaints }, { strangers: [], complaints: [] })
  await leave()
}

/** The guest is signed in and known to these. */
async function connect(guest: Guest, ...apps: AppSite[]): Promise<void> {
  await site.enter(guest, 'member', '/wallets/help')
  for (const app of apps) {
    await app.welcome(guest)
    await app.ask(guest.page)
    await press(guest.page, interaction.allow)
    await app.answer(guest.page)
  }
}

play('an admin gives an app a logo, and takes it away again', WALLETS, async () => {
  const app = await startAppSite(site)
  const bare = await startAppSite(site)
  const { admin, src } = await giveLogo(app)
  const { page } = admin
  await seeLogo(page, src, ['', words.logoAlt])
  await inspect(page, 'settings of an app with a logo')
  await page.goto('/admin/apps')
  await see(page, bare.name)
  await seeLogo(page, src)
  await inspect(page, 'apps, one with a logo')
  await page.goto(settingsOf(app))
  await press(page, logo.drop)
  await see(page, words.logoNone)
  await seeNoLogo(page)
  assert.deepEqual(site.read('SELECT id FROM asset'), [])
  await leaveQuietly(admin)
})

play('people see the logo of an app that asks for something', WALLETS, async (guest) => {
  const { page } = guest
  const app = await startAppSite(site, { scopes: ['openid', 'profile', 'wallet_proof'] })
  const bare = await startAppSite(site)
  await Promise.all([app.welcome(guest), bare.welcome(guest)])
  const { admin, src } = await giveLogo(app)
  await leaveQuietly(admin)
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
  await app.askToLeave(page)
  await seeHeading(page, signOut.confirmTitle)
  await seeLogo(page, src)
  await inspect(page, 'an app with a logo asks to sign out')
})

play('people see the logo of an app that they use, until it is taken away', WALLETS, async (guest) => {
  const { page } = guest
  const app = await startAppSite(site)
  const bare = await startAppSite(site)
  const { admin, src } = await giveLogo(app)
  await connect(guest, app, bare)
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

  await admin.page.goto(`/admin/people/${idOf(guest)}`)
  await admin.page.getByRole('link', { name: bare.name, exact: true }).waitFor()
  await seeLogo(admin.page, src)
  await inspect(admin.page, 'a person with apps, one with a logo')

  await admin.page.goto(settingsOf(app))
  await press(admin.page, logo.drop)
  await see(admin.page, words.logoNone)
  await leaveQuietly(admin)
  await page.goto('/apps')
  await list.getByRole('link', { name: app.name, exact: true }).waitFor()
  await seeNoLogo(page)
  await app.ask(page, { prompt: 'consent' })
  await seeHeading(page, `${interaction.allowTitle} ${app.name}?`)
  await seeNoLogo(page)
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
