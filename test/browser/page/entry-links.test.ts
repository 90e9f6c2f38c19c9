import assert from 'node:assert/strict'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import type { createRecoveryLink } from '@countersign/contract/routes/admin/people.ts'
import type { createRecoveryCodes } from '@countersign/contract/routes/recovery.ts'
import type { Page } from 'playwright-core'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { type SeededPerson, setUpAdminSuite } from '../../support/browser/admin-suite.ts'
import { confirmStepUp } from '../../support/browser/dialog.ts'
import { navigateInPage } from '../../support/browser/navigate.ts'
import { openSignedIn, signInOnOtherDevice } from '../../support/browser/open-signed-in.ts'
import {
  clickButton,
  expectHeading,
  expectText,
  METAMASK,
  main,
  type TestUser,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { admin, entry, help, home, signIn } from '../../support/browser/words.ts'
import { stepUp } from '../../support/server/wallets.ts'
import { until } from '../../support/until.ts'

const site = setUpAdminSuite()
const { testInBrowser } = site.suite
const { invites } = admin
const { invite, recover } = entry

const refused = wordsForProblem('recovery_invalid', 'MetaMask')
const metaMask = (user: TestUser) => user.wallet('io.metamask')
const confirmDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

testInBrowser(
  'an invitation admits one person with its role, and nobody once used, revoked or expired, or with another wallet',
  { wallets: [METAMASK] },
  async (user) => {
    const { page, context } = user
    const { account } = await site.addPerson('Grace', 'admin')
    await openSignedIn(site.suite, user, '/admin/invites', { account })
    await expectText(page, invites.empty)
    user.signAs(account)
    await metaMask(user).switchAccounts([account.address])
    const auditor = await inviteAuditor(page)
    const bound = await inviteWallet(page, user.other.address)
    const revoked = await createInvite(page)
    await revokeInvite(page)
    const expiringLink = await createInvite(page)

    await context.clearCookies() // from here on the user is a newcomer
    user.signAs(undefined)
    await expireInvite(user, expiringLink)
    for (const [path, code] of [
      [expiringLink, 'invite_expired'],
      [revoked, 'invite_invalid'],
      ['/invite/x', 'invite_invalid'],
    ] as const) {
      await navigateInPage(page, '/wallets/help') // which has another heading
      await expectHeading(page, help.title)
      await navigateInPage(page, path)
      await expectHeading(page, wordsForProblem(code, '').title)
    }
    await useWithAnotherWallet(user, bound)
    await context.clearCookies()
    await useUpInvite(user, auditor)
  },
)

/** Makes an invitation in the page and returns the path of its link. */
async function createInvite(page: Page, fill?: () => Promise<void>, sign?: typeof confirmStepUp): Promise<string> {
  await clickButton(page, invites.create)
  await fill?.()
  await confirmDialog(page, invites.make)
  await sign?.(page)
  const link = (await page.locator('.shown-once').textContent()) ?? ''
  assert.match(link, new RegExp(`^${site.suite.product.origin}/invite/[A-Za-z0-9_-]{27}$`))
  return new URL(link).pathname
}

async function inviteAuditor(page: Page): Promise<string> {
  const fillForm = async () => {
    await page.getByLabel(invites.uses).fill('1001')
    await confirmDialog(page, invites.make)
    await page.getByRole('dialog').getByText(invites.usesWrong(1000)).waitFor()
    await checkPart(page, 'making an invitation')
    await page.getByLabel(invites.uses).fill('1')
    await page.getByLabel(invites.role).selectOption('auditor')
  }
  const path = await createInvite(page, fillForm, confirmStepUp)
  await checkPart(page, 'a link that is shown once')
  await confirmDialog(page, admin.done)
  await expectText(page, invites.usedOf(0, 1))
  return path
}

async function inviteWallet(page: Page, address: string): Promise<string> {
  const fillForm = async () => {
    await page.getByLabel(invites.who).selectOption('bound')
    await page.getByLabel(invites.address).fill('0x1234')
    await confirmDialog(page, invites.make)
    await page.getByRole('dialog').getByText(invites.addressProblems.ethereum).waitFor()
    await page.getByLabel(invites.address).fill(address)
  }
  const path = await createInvite(page, fillForm, confirmStepUp) // opens admin mode
  await confirmDialog(page, admin.done)
  return path
}

/** Revokes the newest; the list then shows another one that is expired, for as long as this takes. */
async function revokeInvite(page: Page): Promise<void> {
  await confirmDialog(page, admin.done)
  const revokeButtons = main(page).getByRole('button', { name: invites.revokeOf(invites.anyone) })
  await until(
    () => revokeButtons.count(),
    (count) => count === 2,
    'the list has the newest',
  )
  await revokeButtons.first().click()
  await page.getByRole('dialog').getByRole('button', { name: invites.revoke, exact: true }).waitFor()
  await checkPart(page, 'revoking an invitation')
  const first = 'WHERE id = (SELECT min(id) FROM invite)'
  const [row] = site.read(`SELECT expires_at AS at FROM invite ${first}`) as { at: number }[] // its one column
  assert.ok(row)
  site.change(`UPDATE invite SET expires_at = ? ${first}`, Date.now() - 1)
  await confirmDialog(page, invites.revoke)
  await expectText(page, invites.statuses.revoked)
  await expectText(page, invites.statuses.expired)
  await checkAccessibility(page, 'invitations')
  site.change(`UPDATE invite SET expires_at = ? ${first}`, row.at)
}

/** The invitation expires while its page is open. */
async function expireInvite({ page, account }: TestUser, path: string): Promise<void> {
  await page.goto(path)
  await expectText(page, invite.roles.member) // the invitation was looked up
  site.change('UPDATE invite SET expires_at = ? WHERE id = (SELECT max(id) FROM invite)', Date.now() - 1)
  await clickButton(page, signIn.continueWith('MetaMask'))
  await expectHeading(page, wordsForProblem('invite_expired', '').title)
  assert.equal(site.read('SELECT id FROM wallet WHERE address = ?', account.address.toLowerCase()).length, 0)
}

async function useWithAnotherWallet(user: TestUser, path: string): Promise<void> {
  const { page, other, account } = user
  await page.goto(path)
  await expectText(page, invite.onlyWallet(shortAddress(other.address)))
  await clickButton(page, signIn.continueWith('MetaMask'))
  await expectHeading(page, wordsForProblem('invite_other_wallet', '').title)
  await checkAccessibility(page, 'an invitation for another wallet')
  await metaMask(user).switchAccounts([other.address])
  await clickButton(page, signIn.anotherWallet)
  await clickButton(page, /MetaMask/)
  await waitForPath(page, '/home')
  const own = [other, account].map((of) => of.address.toLowerCase())
  const known = site.read('SELECT address FROM wallet WHERE address IN (?, ?)', ...own)
  assert.deepEqual(
    known.map((row) => ({ ...(row as object) })), // a row has no prototype
    [{ address: other.address.toLowerCase() }],
  )
}

async function useUpInvite({ page, context, messages }: TestUser, path: string): Promise<void> {
  await page.goto(path)
  await expectHeading(page, invite.title)
  await expectText(page, invite.roles.auditor)
  await clickButton(page, signIn.continueWith('MetaMask'))
  await waitForPath(page, '/home')
  await expectText(page, home.roles.auditor)
  assert.match(messages.at(-1) ?? '', /Sign in to/)
  await context.clearCookies()
  await page.goto(path)
  await expectHeading(page, wordsForProblem('invite_used', '').title)
  await checkPart(page, 'an invitation that was used up')
  await page.getByRole('link', { name: invite.signIn }).click()
  await waitForPath(page, '/sign-in')
}

testInBrowser(
  'a recovery code or a recovery link from an admin adds the wallet, and a wrong one is rejected',
  { wallets: [METAMASK] },
  async (user) => {
    const { context } = user
    const [lost, linked] = [await site.addPerson('Navi'), await site.addPerson('Zelda')]
    await useCode(user, lost)
    const link = await createLink(linked)
    await context.clearCookies()
    await useLink(user, link)
    assert.equal((await linked.browser.get('/api/session')).status, 401, 'every other session ended')
  },
)

/** A link is read from the address when the page is loaded, and when it is pasted over the open page. */
async function useLink(user: TestUser, link: string): Promise<void> {
  const { page, other } = user
  await page.goto(`/recover#link=${'x'.repeat(27)}`)
  await expectText(page, recover.linkLead)
  await page.waitForURL(`${site.suite.product.origin}/recover`)
  assert.equal(await main(page).getByLabel(recover.code).count(), 0)
  await checkAccessibility(page, 'recover by link')
  await metaMask(user).switchAccounts([other.address])
  await clickButton(page, signIn.continueWith('MetaMask'))
  await expectText(page, recover.linkRefused)
  await clickButton(page, recover.useCode)
  await page.getByLabel(recover.code).waitFor()
  await page.goto('/recover#link=short')
  await expectText(page, recover.linkBroken)
  await page.waitForURL(({ hash }) => hash === '')

  await page.goto(link)
  await expectText(page, recover.linkLead)
  await page.waitForURL(({ hash }) => hash === '')
  await clickButton(page, /MetaMask/)
  await waitForPath(page, '/home')
  await expectHeading(page, 'Zelda')
  await expectText(page, home.roles.member)
}

/** A wrong code is rejected beside its field; a valid one works with the same signature. */
async function useCode(user: TestUser, lost: SeededPerson): Promise<void> {
  const { page } = user
  const code = await createCode(lost)
  await page.goto('/sign-in')
  const link = page.getByRole('link', { name: signIn.lostWallet })
  await link.waitFor()
  assert.equal(await page.locator('a[href="/recover"]').count(), 1)
  await link.click()
  await expectHeading(page, recover.title)
  await clickButton(page, signIn.continueWith('MetaMask'))
  await expectText(page, recover.codeMissing)
  assert.equal(user.messages.length, 0)
  await page.getByLabel(recover.code).fill('AAAA-AAAA-AAAA-AAAA-AAAA')
  await clickButton(page, signIn.continueWith('MetaMask'))
  await expectHeading(page, refused.title)
  assert.equal(await page.getByLabel(recover.code).getAttribute('aria-invalid'), 'true')
  await checkPart(page, 'a code that does not work')
  await clickButton(page, refused.action)
  await until(
    () => user.calls.filter((call) => call === 'POST /api/recoveries').length,
    (sent) => sent === 2,
    'the same signature is sent again',
  )
  await expectHeading(page, refused.title)

  await page.getByLabel(recover.code).fill(` ${code.toLowerCase()} `)
  await clickButton(page, refused.action)
  await waitForPath(page, '/home')
  await expectHeading(page, 'Navi')
  assert.equal((await lost.browser.get('/api/session')).status, 401, 'every other session ended')
  assert.equal(user.messages.length, 1, 'the signature was not at fault')
  assert.match(user.messages[0] ?? '', /recover/i)
}

async function createCode({ id, browser, account }: SeededPerson): Promise<string> {
  site.change('UPDATE wallet SET linked_at = 0 WHERE person_id = ?', id)
  await stepUp(browser, account, 'recovery.create')
  const created = await browser.post('/api/me/recovery-codes')
  const { codes } = created.json as AnswerOf<typeof createRecoveryCodes> // its own contract's answer
  assert.ok(codes[0])
  return codes[0]
}

async function createLink(lost: SeededPerson): Promise<string> {
  const { account } = await site.addPerson('Grace', 'admin')
  const browser = await signInOnOtherDevice(site.suite, account) // a role set in the database holds from the next sign-in
  await stepUp(browser, account, 'people.recover', lost.id)
  const created = await browser.post(`/api/admin/people/${lost.id}/recovery-link`)
  assert.equal(created.status, 201, created.text)
  return (created.json as AnswerOf<typeof createRecoveryLink>).url // its own contract's answer
}
