import assert from 'node:assert/strict'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { accountButton, chooseWallet } from '../support/browser/choose-wallet.ts'
import { setUpSuite } from '../support/browser/suite.ts'
import {
  clickButton,
  expectHeading,
  expectText,
  expectValue,
  type TestUser,
  waitForPath,
} from '../support/browser/test-user.ts'
import { home, setup, signIn } from '../support/browser/words.ts'
import { until } from '../support/until.ts'

const suite = setUpSuite()
const WRONG = 'WRONG-WRONG-WRONG-WRONG'

async function approveRequest({ page }: TestUser, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}

suite.testInBrowser(
  'setup validates the fields, rejects a wrong code, makes the demo wallet the owner with the same signature, and works once',
  {},
  async (user) => {
    const { page, context } = user
    const link = suite.product.setupLink
    await page.goto(`/setup#code=${WRONG}`)
    await expectValue(page.getByLabel(setup.code), WRONG)
    await checkFields(user)
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
    await waitForPath(page, '/home')
    await expectText(page, home.roles.owner)
    await page.getByRole('banner').getByText('Acme Docs').waitFor()
    await until(
      () => page.title(),
      (title) => title === `${home.title} · Acme Docs`,
      'the tab is named',
    )

    await page.evaluate('localStorage.clear()') // somebody else, who has no wallet connected
    await context.clearCookies()
    const response = await page.goto(link)
    assert.equal(response?.status(), 404)
    await expectHeading(page, setup.doneTitle)
    await page.getByRole('link', { name: setup.signIn }).click()
    await expectText(page, signIn.lead('Acme Docs'))
  },
)

/** Errors appear beside the fields before a wallet is asked. */
async function checkFields({ page }: TestUser): Promise<void> {
  await page.waitForURL(({ hash }) => hash === '')
  await expectHeading(page, setup.title)
  await page.getByLabel(setup.code).fill('')
  await chooseWallet(page, 'Demo wallet', 'Ethereum')
  await expectText(page, setup.codeMissing)
  await expectText(page, setup.nameMissing)
  await page.getByLabel(setup.name).fill('Acme\u202E')
  await page.getByLabel(setup.code).fill(WRONG)
  await accountButton(page, 'Ethereum').click()
  await expectText(page, setup.nameLetters)
  assert.equal(await page.getByRole('dialog').count(), 0)
}

/** The error is beside the field and belongs to it. */
async function rejectCode(user: TestUser): Promise<void> {
  const { page } = user
  const { title } = wordsForProblem('setup_code_invalid', '')
  await page.getByLabel(setup.name).fill('Acme Docs')
  await accountButton(page, 'Ethereum').click()
  await approveRequest(user, 'Approve')
  await approveRequest(user, 'Approve and sign')
  await expectHeading(page, title)
  const field = page.getByLabel(setup.code)
  const described = (await field.getAttribute('aria-describedby')) ?? ''
  const texts = await Promise.all(described.split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()))
  assert.ok(
    texts.some((text) => text?.includes(title)),
    JSON.stringify(texts),
  )
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
}
