/** From setup to an app and a second device: the same pages and the same assertions in each browser. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sessions } from '../../../web/src/words/account/sessions.ts'
import { interaction } from '../../../web/src/words/interaction.ts'
import { phonePage } from '../../../web/src/words/phone-page.ts'
import { usePhone } from '../../../web/src/words/use-phone.ts'
import { startAppSite } from '../browser/app-site.ts'
import { account, admin, home, reasons, setup, signIn, signOut, site, stepUp } from '../browser/words.ts'
import { changeDatabase } from '../database/sqlite-file.ts'
import { type Product, startProduct } from '../server/product.ts'
import type { JourneyBrowser, JourneyProfile } from './journey-browser.ts'
import { openVisitor, type Visitor } from './visitor.ts'

const WALLET = 'Demo wallet'
const DEMO_KEY = 'cs.demo-wallet'
const { nav } = account
const TIMEOUT_MS = 600_000

export function testJourney(open: () => Promise<JourneyBrowser>): void {
  test('an owner sets up a site, uses it in two tabs and two profiles, and signs in to an app', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-journey-'))
    const product = await startProduct({ environment: { DATA_DIR: folder, LOG_LEVEL: 'warn' }, withoutOwner: true })
    const profiles: JourneyProfile[] = []
    try {
      const browser = await open()
      const openProfile = async () => {
        const profile = await browser.openProfile()
        profiles.push(profile)
        return () => openVisitor(profile, product.origin)
      }
      const [openTab, openElsewhere] = [await openProfile(), await openProfile()]
      const owner = await openTab()
      await setUpSite(owner, product)
      await visitPages(owner)
      await changeSettings(owner)
      await followInSecondTab(owner, await openTab())
      const elsewhere = await openElsewhere()
      await revokeFromOtherProfile(owner, elsewhere)
      await allowApp(elsewhere, { product, database: join(folder, 'countersign.db') })
      const [openComputer, openPhone] = [await openProfile(), await openProfile()]
      await signInByPhone(await openComputer(), await openPhone())
      const pageErrors = profiles.flatMap((profile) => profile.pageErrors)
      assert.deepEqual(pageErrors, [])
    } finally {
      for (const profile of profiles) await profile.close()
      await product.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

async function setUpSite(owner: Visitor, { setupLink }: Product): Promise<void> {
  await owner.open(setupLink)
  await owner.see(['heading', setup.title])
  await owner.fill(setup.name, 'Acme Docs')
  await connectAndSign(owner)
  await owner.waitForPath('/admin')
  await owner.see(['heading', admin.overview.title])
  await goBackToAccount(owner)
}

async function goBackToAccount(owner: Visitor): Promise<void> {
  await owner.click(['navigation', nav.adminLabel], ['link', nav.back])
  await expectHome(owner)
}

async function connectAndSign(visitor: Visitor): Promise<void> {
  await visitor.click(['main'], ['button', { part: WALLET }])
  await approve(visitor, 'Approve')
  await approve(visitor, 'Approve and sign')
}

const approve = (visitor: Visitor, name: string) => visitor.click(['dialog'], ['button', name])

async function expectHome(visitor: Visitor): Promise<void> {
  await visitor.waitForPath('/home')
  await expectPage(visitor, home.heading)
}

async function visitPages(owner: Visitor): Promise<void> {
  for (const name of [nav.wallets, nav.apps, nav.sessions, nav.activity, nav.settings]) {
    await owner.click(['navigation', nav.label], ['link', name])
    await expectPage(owner, name)
    if (name === nav.activity) await expectAlignedFilters(owner)
  }
  await owner.click(['navigation', nav.label], ['link', nav.admin])
  for (const name of [nav.people, nav.allApps, nav.hosts, nav.groups, nav.health, nav.siteSettings]) {
    await owner.click(['navigation', nav.adminLabel], ['link', name])
    await expectPage(owner, name)
  }
}

async function expectPage(visitor: Visitor, heading: string): Promise<void> {
  await visitor.see(['heading', heading])
  await visitor.waitUntilLoaded()
}

/** Each browser has its own date fields. */
async function expectAlignedFilters({ tab }: Visitor): Promise<void> {
  const controls = "[...document.querySelectorAll('search :is(select, input[type=date])')]"
  const tops = await tab.evaluate<number[]>(`${controls}.map((each) => each.getBoundingClientRect().top)`)
  assert.equal(tops.length, 3)
  assert.equal(new Set(tops).size, 1, `the filters are in line: ${tops}`)
}

/** The window of the wallet opens above the dialog that asks for it. */
async function changeSettings(owner: Visitor): Promise<void> {
  await owner.fill(site.settings.name, 'Acme')
  await owner.click(['button', account.form.save])
  await owner.click(['dialog', stepUp.title], ['button', stepUp.sign])
  await approve(owner, 'Approve and sign')
  await owner.read(site.settings.reloadNote)
  await goBackToAccount(owner)
}

async function followInSecondTab(owner: Visitor, second: Visitor): Promise<void> {
  await second.open('/home')
  await expectHome(second)
  await owner.click(['navigation', nav.label], ['button', account.signOut])
  await owner.see(['heading', signOut.doneTitle])
  await second.see(['heading', signOut.doneTitle])
  await owner.click(['button', signOut.again])
  await approve(owner, 'Approve and sign')
  await expectHome(owner)
  await expectHome(second)
}

/** Another device of the same person: the demo wallet has the same key there. */
async function revokeFromOtherProfile(owner: Visitor, elsewhere: Visitor): Promise<void> {
  const key = await owner.tab.evaluate<string>(`localStorage.getItem('${DEMO_KEY}')`)
  await elsewhere.open('/sign-in')
  await elsewhere.tab.evaluate(`localStorage.setItem('${DEMO_KEY}', ${JSON.stringify(key)})`)
  await elsewhere.open('/home')
  await elsewhere.see(['heading', signIn.title])
  await connectAndSign(elsewhere)
  await expectHome(elsewhere)
  await owner.click(['navigation', nav.label], ['link', nav.sessions])
  await owner.click(['main'], ['button', sessions.endOthers])
  await owner.click(['dialog', sessions.endOthersTitle], ['button', sessions.endOthers])
  await owner.read(sessions.only)
  await elsewhere.read(reasons.ended)
}

/** Two devices of a new person, whose wallet is on the phone. */
async function signInByPhone(computer: Visitor, phone: Visitor): Promise<void> {
  await computer.open('/sign-in')
  await computer.click(['main'], ['button', signIn.phone])
  await computer.read(usePhone.waiting.created)
  const [code, number] = await computer.tab.evaluate<string[]>(
    "['.wait-code [aria-hidden]', '.wait-number'].map((each) => document.querySelector(each).textContent)",
  )
  await phone.open(`/phone#${code?.replace('-', '')}`)
  await phone.fill(phonePage.number, number ?? '')
  await phone.click(['main'], ['button', phonePage.continue])
  await computer.see(['heading', usePhone.matched.title])
  await connectAndSign(phone)
  await phone.see(['heading', phonePage.digitsTitle])
  const digits = await phone.tab.evaluate<string>("document.querySelector('.approval-digits').textContent")
  await computer.fill(usePhone.digits, digits)
  await computer.click(['button', usePhone.send])
  await expectHome(computer)
  await phone.see(['heading', phonePage.done.title])
}

type AppHost = { product: Product; database: string }

async function allowApp(visitor: Visitor, { product, database }: AppHost): Promise<void> {
  const app = await startAppSite({
    suite: { product },
    change: (sql, ...values) => changeDatabase(database, sql, ...values),
  })
  await visitor.open(app.authorizationUrl())
  await visitor.read(app.host)
  await visitor.click(['button', signIn.continueAs])
  await approve(visitor, 'Approve and sign')
  await visitor.see(['heading', `${interaction.allowTitle} ${app.name}?`])
  await visitor.click(['button', interaction.allow])
  await visitor.see(['heading', 'Back at the app'])
  const claims = await app.claims((await visitor.url()).searchParams)
  assert.equal(typeof claims.sub, 'string')
}
