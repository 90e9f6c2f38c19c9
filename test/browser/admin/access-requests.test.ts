/** The proof of a refused sign-in is held by the page alone, so only a page can show that it asks with it. */

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { checkAccessibility } from '../../support/browser/accessibility/accessibility.ts'
import { setUpAdminSuite } from '../../support/browser/admin-suite.ts'
import { confirmStepUp } from '../../support/browser/dialog.ts'
import { openSignedIn } from '../../support/browser/open-signed-in.ts'
import { clickButton, expectHeading, expectText, METAMASK, main, waitForPath } from '../../support/browser/test-user.ts'
import { about, frame, requestAccess, requests, signIn } from '../../support/browser/words.ts'

const site = setUpAdminSuite()
const { testInBrowser } = site.suite

const CONTACT = 'admin@example.org'

/** By invitation only, with a contact. */
function closeSignUp(): void {
  const value = JSON.stringify({ registration: 'invite', contact: CONTACT, version: 1 })
  site.change("INSERT INTO setting (key, value, changed_at) VALUES ('settings', ?, 0)", value)
}

/** However long the message beside them is. */
async function expectButtonsInOneRow(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  const boxes = [/^Accept the request from 0x/, /^Decline the request from 0x/].map((name) =>
    page.getByRole('button', { name }).boundingBox(),
  )
  const [accept, decline] = await Promise.all(boxes)
  assert.ok(accept && decline)
  assert.equal(accept.y, decline.y, `at ${width} px`)
  const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth')
  assert.ok(fits, `nothing beyond ${width} px`)
}

testInBrowser(
  'a person without an invitation requests access, and signs up with the same wallet after an admin approves',
  { wallets: [METAMASK] },
  async (user) => {
    const { page, context, account } = user
    const admin = await site.addPerson('Grace', 'admin')
    closeSignUp()
    await page.goto('/sign-in')
    await clickButton(page, signIn.continueWith('MetaMask'))
    await expectHeading(page, wordsForProblem('invite_required', '').title)
    const contact = main(page).getByRole('link', { name: requestAccess.contact })
    assert.equal(await contact.getAttribute('href'), `mailto:${CONTACT}`)
    await checkAccessibility(page, 'not invited')
    await page.getByLabel(requestAccess.message).fill('I am\nAda')
    await expectText(page, requestAccess.messageWrong(280))
    await page.getByLabel(requestAccess.message).fill(`I am Ada${' Lovelace'.repeat(20)}`)
    await clickButton(page, requestAccess.ask)
    await expectText(page, requestAccess.sent)
    await expectText(page, /You asked for access on .+ sign in again with this wallet\./)
    assert.equal(user.messages.length, 1, 'the refused signature asks, and no other')

    await page.reload()
    await clickButton(page, /MetaMask/)
    await expectText(page, /You asked for access on/)

    await context.clearCookies()
    await openSignedIn(site.suite, user, '/admin/requests', { account: admin.account })
    user.signAs(admin.account)
    await user.wallet('io.metamask').switchAccounts([admin.account.address])
    await expectText(page, 'I am Ada')
    await checkAccessibility(page, 'access requests')
    for (const width of [1024, 375, 1280]) await expectButtonsInOneRow(page, width)
    const target = await page.getByText(requests.kinds.site, { exact: true }).boundingBox()
    assert.ok(target && target.width >= 128, `a column of ${target?.width} px breaks words`)
    await clickButton(page, /^Accept the request from 0x/)
    await page.getByRole('dialog').getByRole('button', { name: requests.accept, exact: true }).click()
    await confirmStepUp(page)
    await expectText(page, requests.empty)

    await context.clearCookies()
    user.signAs(undefined)
    await user.wallet('io.metamask').switchAccounts([account.address])
    await page.goto('/sign-in')
    await clickButton(page, /MetaMask/)
    await waitForPath(page, '/home')
    await page.getByRole('link', { name: frame.about }).click()
    await expectHeading(page, about.title('Countersign'))
    await checkAccessibility(page, 'about')
  },
)
