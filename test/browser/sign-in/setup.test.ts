import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { checkAccessibility } from '../../support/browser/accessibility/accessibility.ts'
import { setUpSuiteWith } from '../../support/browser/suite.ts'
import {
  clickButton,
  expectHeading,
  expectText,
  expectValue,
  type TestUser,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { admin, notSetUp, setup, signIn } from '../../support/browser/words.ts'
import { startProduct } from '../../support/server/product.ts'
import { until } from '../../support/until.ts'

const suite = setUpSuiteWith((options) => startProduct({ ...options, withoutOwner: true }))
const WRONG = 'WRONG-WRONG-WRONG-WRONG'

async function approveRequest({ page }: TestUser, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}

suite.testInBrowser('before setup every entry says how to set the site up', {}, async ({ page }) => {
  for (const entry of ['/', '/sign-in?interaction=unknown', `/invite/${'a'.repeat(27)}`, '/admin', '/recover']) {
    await page.goto(entry)
    await expectHeading(page, notSetUp.title)
  }
  await expectText(page, notSetUp.command)
  await checkAccessibility(page, 'not set up')
  await page.getByRole('link', { name: notSetUp.enterCode }).click()
  await expectHeading(page, setup.title)
  await clickButton(page, signIn.continueWith('Demo wallet'))
  await expectText(page, setup.codeMissing)
  await checkAccessibility(page, 'setup')
})

suite.testInBrowser(
  'setup validates the name, rejects a wrong code, makes the demo wallet the owner with the same signature, and works once',
  { browser: { viewport: { width: 1280, height: 800 } } },
  async (user) => {
    const { page, context } = user
    const link = suite.product.setupLink
    await page.goto(`/setup#code=${WRONG}`)
    await checkName(user)
    await changeNameAfterFailure(user)
    await rejectCode(user)

    // Pasted over the open page, which is not loaded again.
    await page.goto(link)
    await until(
      () => page.getByLabel(setup.code).inputValue(),
      (code) => link.endsWith(code) && code !== '' && code !== WRONG,
      'the code is filled in',
    )
    await page.waitForURL(({ hash }) => hash === '')
    await clickButton(page, wordsForProblem('setup_code_invalid', 'Demo wallet').action) // the wallet, which would ask, is not asked again
    await waitForPath(page, '/admin')
    await page.getByRole('banner').getByText('Acme Docs').waitFor()
    await until(
      () => page.title(),
      (title) => title === `${admin.overview.title} · Acme Docs`,
      'the tab is named',
    )
    await followChecklist(user)

    await page.evaluate('localStorage.clear()') // somebody else, who has no wallet connected
    await context.clearCookies()
    const response = await page.goto(link)
    assert.equal(response?.status(), 404)
    await expectHeading(page, setup.doneTitle)
    await page.getByRole('link', { name: setup.signIn }).click()
    await expectText(page, signIn.lead('Acme Docs'))
  },
)

/** The link carried the code. An error appears beside the field before a wallet is asked. */
async function checkName({ page }: TestUser): Promise<void> {
  await page.waitForURL(({ hash }) => hash === '')
  await expectHeading(page, setup.title)
  assert.equal(await page.getByLabel(setup.code).count(), 0)
  const button = page.getByRole('button', { name: signIn.continueWith('Demo wallet'), exact: true })
  const { y = 0, height = 0 } = (await button.boundingBox()) ?? {}
  assert.ok(y > 0 && y + height <= 800, `the button ends at ${y + height}`)
  await clickButton(page, signIn.continueWith('Demo wallet'))
  await expectText(page, setup.nameMissing)
  await page.getByLabel(setup.name).and(page.locator(':focus')).waitFor()
  await page.getByLabel(setup.name).fill('Acme\u202E')
  await clickButton(page, signIn.continueWith('Demo wallet'))
  await expectText(page, setup.nameLetters)
  assert.equal(await page.getByRole('dialog').count(), 0)
}

/** Nothing was signed, so the name can still be changed, and is checked again. */
async function changeNameAfterFailure(user: TestUser): Promise<void> {
  const { page, context } = user
  const { title, action } = wordsForProblem('server/unreachable', '')
  await context.route('**/api/challenges', (route) => route.abort())
  await page.getByLabel(setup.name).fill('Acme')
  await clickButton(page, signIn.continueWith('Demo wallet'))
  await approveRequest(user, 'Approve')
  await expectHeading(page, title)
  await page.getByLabel(setup.name).fill('')
  await clickButton(page, action)
  await expectText(page, setup.nameMissing)
  await context.unroute('**/api/challenges')
  await page.getByLabel(setup.name).fill('Acme Docs')
  await clickButton(page, action)
}

/** The signed text names the site. The error is beside the field, which appears with it. */
async function rejectCode(user: TestUser): Promise<void> {
  const { page } = user
  const { title } = wordsForProblem('setup_code_invalid', '')
  await page.getByRole('dialog').getByText('Become the owner of Acme Docs.').waitFor()
  await approveRequest(user, 'Approve and sign')
  await expectHeading(page, title)
  const field = page.getByLabel(setup.code)
  await expectValue(field, WRONG)
  assert.equal(await page.getByLabel(setup.name).getAttribute('readonly'), '')
  const described = (await field.getAttribute('aria-describedby')) ?? ''
  const texts = await Promise.all(described.split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()))
  assert.ok(
    texts.some((text) => text?.includes(title)),
    JSON.stringify(texts),
  )
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
}

/** Sign-up was chosen at the setup. The rest is dismissed, after which the list is gone and Health reports what it replaced. */
async function followChecklist({ page }: TestUser): Promise<void> {
  const { title, items, progress, dismissItem } = admin.checklist
  await page.getByRole('heading', { name: title }).waitFor()
  await expectText(page, progress(1, 5))
  assert.equal(await page.getByText(admin.overview.problems).count(), 0)
  const created = page.locator('.figures > div', { hasText: admin.overview.newPeople(30) })
  assert.equal(await created.getByRole('definition').textContent(), '1', 'the owner is counted at once')
  await checkAccessibility(page, 'checklist')
  await expectTextAboveButtons(page)
  await page.getByRole('link', { name: items.app.title }).click()
  await waitForPath(page, '/admin/apps/new')
  await page.goBack()
  for (const item of ['host', 'app', 'backup', 'recovery'] as const) {
    const button = page.getByRole('button', { name: dismissItem(items[item].title) })
    await button.click()
    await button.waitFor({ state: 'detached' })
    const focused = item === 'recovery' ? admin.overview.title : title
    await until(
      () => page.evaluate('document.activeElement.textContent'),
      (text) => text === focused,
      `the heading ${focused} has the focus`,
    )
  }
  await page.reload()
  await expectText(page, admin.overview.problems)
  assert.equal(await page.getByRole('heading', { name: title }).count(), 0)
}

/** On a narrow screen, the text of an entry is as wide as it can be. */
async function expectTextAboveButtons(page: Page): Promise<void> {
  const { items, dismissItem } = admin.checklist
  await page.setViewportSize({ width: 320, height: 800 })
  const note = await page.getByText(items.host.note).boundingBox()
  const button = await page.getByRole('button', { name: dismissItem(items.host.title) }).boundingBox()
  assert.ok(note && button && button.y >= note.y + note.height, JSON.stringify({ note, button }))
  await page.setViewportSize({ width: 1280, height: 800 })
}
