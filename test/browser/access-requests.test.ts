/** The proof of a refused sign-in is held by the page alone, so only a page can show that it asks with it. */

import assert from 'node:assert/strict'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { inspect } from '../support/browser/accessibility.ts'
import { confirm, setSite } from '../support/browser/admin-suite.ts'
import { enterSignedIn } from '../support/browser/open-signed-in.ts'
import { arriveAt, META, main, press, see, seeHeading } from '../support/browser/test-user.ts'
import { about, frame, requestAccess, requests, signIn } from '../support/browser/words.ts'

const site = setSite()
const { play } = site.stage

const CONTACT = 'admin@example.org'

/** By invitation only, with a contact. */
function closeSignUp(): void {
  const value = JSON.stringify({ registration: 'invite', contact: CONTACT, version: 1 })
  site.change("INSERT INTO setting (key, value, changed_at) VALUES ('settings', ?, 0)", value)
}

play(
  'a person without an invitation requests access, and signs up with the same wallet after an admin approves',
  { wallets: [META] },
  async (guest) => {
    const { page, context, account } = guest
    const admin = await site.settle('Admin', 'admin')
    closeSignUp()
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await seeHeading(page, wordsForProblem('invite_required', '').title)
    const contact = main(page).getByRole('link', { name: requestAccess.contact })
    assert.equal(await contact.getAttribute('href'), `mailto:${CONTACT}`)
    await inspect(page, 'not invited')
    await page.getByLabel(requestAccess.message).fill('I am\nAda')
    await see(page, requestAccess.messageWrong(280))
    await page.getByLabel(requestAccess.message).fill('I am Ada')
    await press(page, requestAccess.ask)
    await see(page, /You asked for access on .+\. An administrator will review your request\./)
    assert.equal(guest.messages.length, 1, 'the refused signature asks, and no other')

    await page.reload()
    await press(page, /MetaMask/)
    await see(page, /You asked for access on/)

    await context.clearCookies()
    await enterSignedIn(site.stage, guest, '/admin/requests', { account: admin.account })
    guest.signAs(admin.account)
    await guest.wallet('io.metamask').switchAccounts([admin.account.address])
    await see(page, 'I am Ada')
    await inspect(page, 'access requests')
    await press(page, /^Accept the request from 0x/)
    await page.getByRole('dialog').getByRole('button', { name: requests.accept, exact: true }).click()
    await confirm(page)
    await see(page, requests.empty)

    await context.clearCookies()
    guest.signAs(undefined)
    await guest.wallet('io.metamask').switchAccounts([account.address])
    await page.goto('/sign-in')
    await press(page, /MetaMask/)
    await arriveAt(page, '/home')
    await page.getByRole('link', { name: frame.about }).click()
    await seeHeading(page, about.title('Countersign'))
    await inspect(page, 'about')
  },
)
