import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { shortAddress } from '../../web/src/ui/address-text.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { arriveAt, type Guest, META, main, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { setSite } from '../support/site.ts'
import { admin, entry, home, notFound, signIn } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const { invites } = admin
const { invite } = entry

/** Makes an invitation in the page and returns the path of its link. */
async function makeInvite(page: Page, fill?: () => Promise<void>): Promise<string> {
  await press(page, invites.create)
  await fill?.()
  await page.getByRole('dialog').getByRole('button', { name: invites.make, exact: true }).click()
  const link = (await page.locator('.shown-once').textContent()) ?? ''
  assert.match(link, new RegExp(`^${site.stage.product.origin}/invite/[A-Za-z0-9_-]{27}$`))
  return new URL(link).pathname
}

const closeLink = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: admin.done, exact: true }).click()

async function withGuest(scene: (guest: Guest) => Promise<void>) {
  const guest = await site.stage.guest({ wallets: [META] })
  try {
    await scene(guest)
    assert.deepEqual(guest.complaints, [])
  } finally {
    await guest.leave()
  }
}

async function inviteAuditor(page: Page): Promise<string> {
  const path = await makeInvite(page, async () => {
    await page.getByLabel(invites.uses).fill('1001')
    await page.getByRole('dialog').getByRole('button', { name: invites.make, exact: true }).click()
    await page.getByRole('dialog').getByText(invites.usesWrong(1000)).waitFor()
    await inspect(page, 'making an invitation')
    await page.getByLabel(invites.uses).fill('1')
    await page.getByLabel(invites.role).selectOption('auditor')
  })
  await inspect(page, 'the link, once')
  await closeLink(page)
  await see(page, invites.usedOf(0, 1))
  return path
}

async function inviteWallet(page: Page, address: string): Promise<string> {
  const path = await makeInvite(page, async () => {
    await page.getByLabel(invites.who).selectOption('bound')
    await page.getByLabel(invites.address).fill('0x1234')
    await page.getByRole('dialog').getByRole('button', { name: invites.make, exact: true }).click()
    await page.getByRole('dialog').getByText(invites.addressWrong).waitFor()
    await page.getByLabel(invites.address).fill(address)
  })
  await closeLink(page)
  return path
}

async function makeAndRevoke(page: Page): Promise<string> {
  const path = await makeInvite(page)
  await closeLink(page)
  await main(page)
    .getByRole('button', { name: invites.revokeOf(invites.anyone) })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: invites.revoke, exact: true }).waitFor()
  await inspect(page, 'revoking an invitation')
  await page.getByRole('dialog').getByRole('button', { name: invites.revoke, exact: true }).click()
  await see(page, invites.statuses.revoked)
  return path
}

/** The invitation expires while its page is open. */
async function outlastInvite({ page, account }: Guest, path: string): Promise<void> {
  await page.goto(path)
  await see(page, invite.roles.member) // the invitation was looked up
  site.change('UPDATE invite SET expires_at = ? WHERE id = (SELECT max(id) FROM invite)', Date.now() - 1)
  await press(page, signIn.continueWith('MetaMask'))
  const { title } = wordsForProblem('invite_expired', '')
  await seeHeading(page, title)
  assert.equal(site.read('SELECT id FROM wallet WHERE address = ?', account.address.toLowerCase()).length, 0)
  await page.goto(path)
  await seeHeading(page, title)
}

async function useWithAnotherWallet({ page, other, account, wallet }: Guest, path: string): Promise<void> {
  await page.goto(path)
  await see(page, invite.onlyWallet(shortAddress(other.address)))
  await press(page, signIn.continueWith('MetaMask'))
  await seeHeading(page, wordsForProblem('invite_other_wallet', '').title)
  await inspect(page, 'an invitation for another wallet')
  await wallet('io.metamask').switchAccounts([other.address])
  await press(page, signIn.anotherWallet)
  await press(page, /MetaMask/)
  await arriveAt(page, '/home')
  const own = [other, account].map((of) => of.address.toLowerCase())
  const known = site.read('SELECT address FROM wallet WHERE address IN (?, ?)', ...own)
  assert.deepEqual(
    known.map((row) => ({ ...(row as object) })), // a row has no prototype
    [{ address: other.address.toLowerCase() }],
  )
}

play('an invitation admits one person with its role', { wallets: [META] }, async (admins) => {
  const { page } = admins
  await site.enter(admins, 'admin', '/admin/invites')
  await see(page, invites.empty)
  const path = await inviteAuditor(page)
  await withGuest(async (guest) => {
    await guest.page.goto(path)
    await seeHeading(guest.page, invite.title)
    await see(guest.page, invite.roles.auditor)
    await press(guest.page, signIn.continueWith('MetaMask'))
    await arriveAt(guest.page, '/home')
    await see(guest.page, home.roles.auditor)
    assert.match(guest.messages.at(-1) ?? '', /Sign in to/)
    await guest.page.goto('/admin/invites')
    await seeHeading(guest.page, notFound.heading) // invitations are not for auditors
  })
  await withGuest(async (guest) => {
    await guest.page.goto(path)
    await seeHeading(guest.page, wordsForProblem('invite_used', '').title)
    await inspect(guest.page, 'an invitation that was used up')
    await guest.page.getByRole('link', { name: invite.signIn }).click()
    await arriveAt(guest.page, '/sign-in')
  })
})

play('rejects revoked, unknown and expired invitations, and other wallets than the one invited', {}, async (admins) => {
  const { page } = admins
  await site.enter(admins, 'admin', '/admin/invites')
  await withGuest(async (guest) => {
    const revoked = await makeAndRevoke(page)
    const bound = await inviteWallet(page, guest.other.address)
    const expiring = await makeInvite(page)
    await closeLink(page)
    for (const wrong of [revoked, '/invite/x']) {
      await guest.page.goto(wrong)
      await seeHeading(guest.page, wordsForProblem('invite_invalid', '').title)
    }
    await outlastInvite(guest, expiring)
    await useWithAnotherWallet(guest, bound)
  })
  await page.reload()
  await see(page, invites.statuses.expired)
  await inspect(page, 'invitations')
})
