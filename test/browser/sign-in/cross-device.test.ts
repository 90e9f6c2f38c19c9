import assert from 'node:assert/strict'
import { ACR_WALLET } from '@countersign/contract/app/scope.ts'
import type { Page } from 'playwright-core'
import { interaction } from '../../../web/src/words/interaction.ts'
import { phonePage } from '../../../web/src/words/phone-page.ts'
import { phoneProblems } from '../../../web/src/words/phone-problems.ts'
import { usePhone } from '../../../web/src/words/use-phone.ts'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { setUpAdminSuite } from '../../support/browser/admin-suite.ts'
import { startAppSite } from '../../support/browser/app-site.ts'
import { signInOnOtherDevice } from '../../support/browser/open-signed-in.ts'
import {
  clickButton,
  expectHeading,
  expectText,
  METAMASK,
  main,
  type TestUser,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { notices, signIn } from '../../support/browser/words.ts'

const site = setUpAdminSuite({ DEMO_WALLET: 'off' })
const { suite } = site
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

const COMPUTER = { browser: { userAgent: WINDOWS, viewport: { width: 1280, height: 720 } } }

/** The browser of a wallet app on a phone. */
const openPhone = (headers: Record<string, string> = {}): Promise<TestUser> =>
  suite.openUser({
    wallets: [METAMASK],
    browser: {
      userAgent: IPHONE,
      hasTouch: true,
      viewport: { width: 375, height: 812 },
      extraHTTPHeaders: headers,
    },
  })

/** What the computer shows. */
async function readCode(page: Page): Promise<{ code: string; number: string }> {
  const [code, number] = await Promise.all([
    page.locator('.wait-code [aria-hidden]').filter({ hasText: /[A-Z]/ }).textContent(),
    page.locator('.wait-number').filter({ hasText: /\d/ }).textContent(),
  ])
  assert.ok(code && number)
  return { code: code.replace('-', ''), number }
}

async function typeNumber(phone: TestUser, { code, number }: { code: string; number: string }): Promise<void> {
  await phone.page.goto(`/phone#${code}`)
  await main(phone.page).getByLabel(phonePage.number).fill(number)
  await clickButton(phone.page, phonePage.continue)
}

/** Six digits, as the phone shows them. */
async function readDigits({ page }: TestUser): Promise<string> {
  const shown = await page.locator('.approval-digits').textContent()
  return (shown ?? '').replace(/\D/g, '')
}

async function signOnPhone(phone: TestUser, computer: Page): Promise<void> {
  await typeNumber(phone, await readCode(computer))
  await clickButton(phone.page, signIn.continueWith('MetaMask'))
}

suite.testInBrowser(
  'a computer without a wallet is signed in by a phone: number, signature, six digits',
  COMPUTER,
  async ({ page }) => {
    const phone = await openPhone()
    await page.goto('/sign-in?return_to=/sessions')
    await page.getByLabel(signIn.keep).check()
    await clickButton(page, signIn.phone)
    const shown = await readCode(page)
    await expectText(page, usePhone.limit(12))
    await checkAccessibility(page, 'waiting for a phone')
    await expectInView(page)
    await phone.page.goto('/phone')
    await checkAccessibility(phone.page, 'the code on the phone')
    await main(phone.page)
      .getByLabel(phonePage.code)
      .fill(`${shown.code.slice(0, 4)} ${shown.code.slice(4)}`.toLowerCase())
    await clickButton(phone.page, phonePage.continue)
    await expectHeading(phone.page, phonePage.titles.sign_in)
    await expectText(phone.page, 'Chrome on Windows')
    await expectText(phone.page, phonePage.otherNetwork)
    await expectHeading(page, usePhone.opened.title)
    await checkAccessibility(phone.page, 'who asks')
    await main(phone.page).getByLabel(phonePage.number).fill(shown.number)
    await clickButton(phone.page, phonePage.continue)
    await expectHeading(page, usePhone.matched.title)
    await declineInWallet(phone)
    await clickButton(phone.page, signIn.continueAs)
    await expectHeading(phone.page, phonePage.digitsTitle)
    const digits = await readDigits(phone)
    assert.match(
      phone.messages[0] ?? '',
      new RegExp(`on another device: Chrome on Windows, code ${shown.code.slice(0, 4)}-`),
    )
    await checkAccessibility(phone.page, 'six digits')
    await page.getByLabel(usePhone.digits, { exact: true }).fill(digits === '000000' ? '000001' : '000000')
    await clickButton(page, usePhone.send)
    await expectText(page, usePhone.digitsWrong(2))
    await checkPart(page, 'wrong digits')
    await page.getByLabel(usePhone.digits, { exact: true }).fill(`${digits.slice(0, 3)} ${digits.slice(3)}`)
    await clickButton(page, usePhone.send)
    await waitForPath(page, '/sessions')
    await expectText(phone.page, phonePage.done.body('Chrome on Windows'))
    await checkAccessibility(phone.page, 'done')
    await phone.page.goto('/home')
    await waitForPath(phone.page, '/sign-in?return_to=%2Fhome')
    await phone.close()
  },
)

async function declineInWallet({ page, wallet }: TestUser): Promise<void> {
  const { answer } = wallet('io.metamask')
  await answer('personal_sign', { code: 4001, message: 'User rejected the request.' })
  await clickButton(page, signIn.continueWith('MetaMask'))
  await expectText(page, notices.declined_approval('MetaMask'))
  assert.match(await page.title(), new RegExp(`^${phonePage.screen} `))
  await checkPart(page, 'declined in the wallet')
  await answer('personal_sign', 'approve')
}

/** The number, the code and Cancel, without scrolling on a small laptop. */
async function expectInView(page: Page): Promise<void> {
  const cancel = await main(page).getByRole('button', { name: signIn.cancel }).boundingBox()
  assert.ok(cancel && cancel.y + cancel.height <= 720, `Cancel ends at ${cancel && cancel.y + cancel.height}`)
}

suite.testInBrowser(
  'a trusted computer in the same network needs one click, and the phone three beside the wallet',
  COMPUTER,
  async (user) => {
    const { page, context } = user
    const sameNetwork = { 'X-Forwarded-For': '203.0.113.50' }
    await context.setExtraHTTPHeaders(sameNetwork)
    const phone = await openPhone(sameNetwork)
    const { personId } = await trustComputer(user, phone)
    await page.goto('/sign-in')
    await clickButton(page, signIn.phone)
    await typeNumber(phone, await readCode(page))
    await clickButton(phone.page, signIn.continueWith('MetaMask'))
    await waitForPath(page, '/home')
    await expectText(phone.page, phonePage.done.body('Chrome on Windows'))
    const [session] = site.read('SELECT phone FROM session WHERE person_id = ? AND ended_at IS NULL', personId)
    assert.deepEqual({ ...(session as object) }, { phone: 'trusted' })
    await phone.close()
  },
)

/** Signs in on it over HTTP, two days ago, and out again. */
async function trustComputer({ context }: TestUser, phone: TestUser): Promise<{ personId: string }> {
  const { account } = phone
  const browser = await signInOnOtherDevice(suite, account)
  const { me } = (await browser.get('/api/session')).json as { me: { id: string } } // of a session that has just started
  site.change('UPDATE device SET first_seen_at = first_seen_at - 172800000 WHERE person_id = ?', me.id)
  assert.equal((await browser.delete('/api/session')).status, 204)
  const url = suite.product.origin
  await context.addCookies([{ name: 'cs_dev', value: browser.cookies.get('cs_dev') ?? '', url }])
  return { personId: me.id }
}

suite.testInBrowser(
  'a request that was declined, got a wrong number, ran out or was canceled says so on both sides, and a new code works',
  COMPUTER,
  async ({ page }) => {
    const phone = await openPhone()
    await page.goto('/sign-in')
    await clickButton(page, signIn.phone)
    await phone.page.goto(`/phone#${(await readCode(page)).code}`)
    await clickButton(phone.page, phonePage.decline)
    await expectHeading(phone.page, phonePage.declined.title)
    await expectHeading(page, usePhone.ended.declined.title)
    await checkPart(page, 'declined')
    await clickButton(page, usePhone.renew)

    const { code, number } = await readCode(page)
    await typeNumber(phone, { code, number: number === '00' ? '01' : '00' })
    await expectHeading(phone.page, phoneProblems.phone_number_wrong.title)
    await checkPart(phone.page, 'wrong number')
    await clickButton(page, usePhone.renew)

    const late = await readCode(page)
    await phone.page.goto('/phone')
    site.change('UPDATE phone_request SET expires_at = 1 WHERE code = ?', late.code)
    await expectHeading(page, usePhone.ended.expired.title)
    await phone.page.goto(`/phone#${late.code}`)
    await expectHeading(phone.page, phoneProblems.phone_expired.title)
    await clickButton(page, usePhone.renew)

    await phone.page.goto(`/phone#${(await readCode(page)).code}`)
    await expectHeading(page, usePhone.opened.title)
    await clickButton(page, signIn.cancel)
    await main(page).getByRole('button', { name: signIn.phone }).waitFor()
    await typeAnyNumber(phone.page)
    await expectHeading(phone.page, phoneProblems.phone_ended.title)

    await clickButton(page, signIn.phone)
    await signOnPhone(phone, page)
    await page.getByLabel(usePhone.digits, { exact: true }).fill(await readDigits(phone))
    await clickButton(page, usePhone.send)
    await waitForPath(page, '/home')
    await phone.close()
  },
)

async function typeAnyNumber(page: Page): Promise<void> {
  await main(page).getByLabel(phonePage.number).fill('12')
  await clickButton(page, phonePage.continue)
}

suite.testInBrowser(
  'an app’s request, and a critical action afterwards, continue on the computer with signatures of the phone',
  COMPUTER,
  async (user) => {
    const { page } = user
    const phone = await openPhone()
    const app = await startAppSite(site, { name: 'Notes' })
    app.allowIn(user)
    await app.requestAuthorization(page)
    await clickButton(page, signIn.phone)
    await signOnPhone(phone, page)
    await page.getByLabel(usePhone.digits, { exact: true }).fill(await readDigits(phone))
    await clickButton(page, usePhone.send)
    await clickButton(page, interaction.allow)
    const { amr } = await app.claims(await app.readCallback(page))
    assert.deepEqual(amr, ['pop', 'mca'])

    await page.goto(`${suite.product.origin}/settings/recovery`)
    await clickButton(page, 'Create recovery codes')
    const asked = page.getByRole('dialog')
    await asked.getByRole('button', { name: signIn.phone }).click()
    await typeNumber(phone, await readCode(page))
    await asked.getByText(usePhone.matched.title, { exact: true }).waitFor()
    // Its wallet is still connected.
    await clickButton(phone.page, signIn.continueAs)
    await expectHeading(phone.page, phonePage.digitsTitle)
    assert.match(phone.messages.at(-1) ?? '', /: create new recovery codes on another device: Chrome on Windows, code /)
    await page.getByLabel(usePhone.digits, { exact: true }).fill(await readDigits(phone))
    await asked.getByRole('button', { name: usePhone.send }).click()
    await page
      .getByText(/^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/)
      .first()
      .waitFor()
    await phone.close()
  },
)

suite.testInBrowser(
  'an app that requires a wallet on this device offers no phone, also not to a person who is signed in with one',
  COMPUTER,
  async (user) => {
    const { page } = user
    const phone = await openPhone()
    const app = await startAppSite(site, { name: 'Vault' })
    app.allowIn(user)
    const onlyWallets = { acr_values: ACR_WALLET }
    const expectNoPhone = async () => {
      await expectHeading(page, interaction.signInTitle('Vault'))
      await expectText(page, interaction.noPhone)
      await expectText(page, signIn.none.title)
      assert.equal(await main(page).getByRole('button', { name: signIn.phone }).count(), 0)
    }
    await app.requestAuthorization(page, onlyWallets)
    await expectNoPhone()
    await checkPart(page, 'an app that requires a wallet')

    await page.goto(`${suite.product.origin}/sign-in`)
    await clickButton(page, signIn.phone)
    await signOnPhone(phone, page)
    await page.getByLabel(usePhone.digits, { exact: true }).fill(await readDigits(phone))
    await clickButton(page, usePhone.send)
    await waitForPath(page, '/home')
    await app.requestAuthorization(page, onlyWallets)
    await expectNoPhone()
    await phone.close()
  },
)

suite.testInBrowser('a computer that leaves the page cancels its request', COMPUTER, async ({ page }) => {
  await page.goto('/sign-in')
  await clickButton(page, signIn.phone)
  const { code } = await readCode(page)
  await page.goto('/about')
  await expectCanceled(code)
})

async function expectCanceled(code: string): Promise<void> {
  const deadline = Date.now() + 5000
  for (;;) {
    const [request] = site.read('SELECT state FROM phone_request WHERE code = ?', code)
    if ((request as { state: string } | undefined)?.state === 'canceled') return // a row of that column
    assert.ok(Date.now() < deadline, 'the request is still open')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
